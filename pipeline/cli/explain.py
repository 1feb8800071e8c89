"""`reread explain`: from a number down to the rows, the messages and the commits behind it."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pipeline.cli import options
from pipeline.cli.columns import print_columns

if TYPE_CHECKING:
    from pipeline.audit.ledger import Claim
    from pipeline.audit.provenance import Explained

_KEYS = {"kind", "ref"}


@click.command(name="explain")
@click.argument("study")
@click.argument("name")
@click.option(
    "--claims",
    "ledger",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The ledger, where it is not the study's.",
)
@click.option("--all", "whole", is_flag=True, help="Follow every row, not the first 20.")
@options.workspace
@options.as_json
def command(
    study: str, name: str, ledger: Path | None, whole: bool, workspace: Path, wants_json: bool
) -> None:
    """Follow NAME, a claim of the study's ledger or a measure, back to its rows and their sources."""
    from pipeline.audit.audit import marked
    from pipeline.stages.explaining import explain
    from pipeline.stages.workspace import Workspace

    followed = explain(Workspace(workspace.resolve()), study, name, ledger, whole=whole)
    if wants_json:
        options.print_json({**marked(followed.synthetic), **_shape(name, followed.explained, followed.claim)})
    else:
        options.print_synthetic(followed.synthetic)
        _print(followed.explained, followed.claim)


def _shape(name: str, found: "Explained", claim: "Claim | None") -> dict[str, Any]:
    measure = found.measure
    return {
        "name": name,
        "measure": measure.name,
        "value": measure.value,
        "unit": measure.unit,
        "printed": claim.printed if claim else None,
        "notes": list(claim.notes) if claim else [],
        "definition": found.declared.definition,
        "population": found.declared.population,
        "n": measure.n,
        "interval": list(measure.interval) if measure.interval else None,
        "undetermined": measure.undetermined,
        "how": found.how,
        "of": found.of,
        "rows": found.rows,
        "sources": found.sources,
    }


def _print(found: "Explained", claim: "Claim | None") -> None:
    measure = found.measure
    if claim:
        click.echo(f"{claim.id}: {options.plain(claim.statement)} (printed {options.plain(claim.printed)})")
        for note in claim.notes:
            click.echo(f"  note: {options.plain(note)}")
    value = "undefined" if measure.value is None else f"{_number(measure.value)} {measure.unit}"
    click.echo(f"{measure.name} = {value}, n = {measure.n}")
    click.echo(found.declared.definition)
    for reason, count in measure.undetermined.items():
        click.echo(f"undetermined: {count:,} {reason}")
    if measure.interval:
        low, high = map(_number, measure.interval)
        click.echo(f"95 % interval {low} to {high}, blocks of {measure.block}")
    click.echo(f"\nRows: {found.how} ({len(found.rows):,} shown of {found.of:,})")
    if found.rows:
        columns = list(found.rows[0])
        print_columns(
            columns, [[_cell(row.get(name)) for name in columns] for row in found.rows], indent="  "
        )
    click.echo(f"\nSources: {len(found.sources):,}")
    for source in found.sources:
        said = [
            f"{key} {_told(value)}" for key, value in source.items() if key not in _KEYS and value is not None
        ]
        click.echo(f"  {source['kind']:<9} {source['ref']}  {options.plain('  '.join(said))}".rstrip())


def _cell(value: Any) -> Any:
    return f"{value:,.6g}" if isinstance(value, float) else value


def _number(value: object) -> str:
    return f"{value:,.6g}" if isinstance(value, float) else str(value)


def _told(value: Any) -> str:
    if isinstance(value, list):
        return "; ".join(_file(one) for one in value) or "none"
    return repr(value) if isinstance(value, str) and ("\n" in value or " " in value) else str(value)


def _file(one: dict[str, Any]) -> str:
    lines = "" if one["line_from"] is None else f" lines {one['line_from']} to {one['line_to']}"
    chars = "" if one["chars"] is None else f" {one['chars']:,} characters"
    return f"{one['action']} {one['path']}{lines}{chars}"
