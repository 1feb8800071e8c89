"""`reread audit`: do the claims of a ledger hold?"""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pipeline.cli import options
from pipeline.cli.columns import print_columns

if TYPE_CHECKING:
    from pipeline.audit.audit import Audit, Moved
    from pipeline.stages.workspace import Workspace

CONTRADICTED = 1
"""The exit code where a claim is contradicted."""

_FOLDER = click.Path(file_okay=False, path_type=Path)
_FILE = click.Path(dir_okay=False, path_type=Path)


@click.command(name="audit")
@click.argument("studies", nargs=-1)
@click.option(
    "--claims", "ledger", type=_FILE, help="This ledger; without a study its print alone is checked."
)
@click.option("--tables", "folder", type=_FOLDER, help="A folder of CSV tables that somebody else published.")
@click.option("--map", "map_file", type=_FILE, help="Which of its columns is which: a TOML file.")
@click.option("--readings", is_flag=True, help="Every claim under every reading of the study file.")
@click.option("--junit", type=_FILE, help="Write the verdicts as JUnit XML too.")
@click.option("--if-any", is_flag=True, help="Pass over studies that name no ledger.")
@click.option(
    "--new-ledger", type=_FILE, help="Write the beginnings of a ledger of your own, and do nothing else."
)
@options.workspace
@options.as_json
def command(
    studies: tuple[str, ...],
    ledger: Path | None,
    folder: Path | None,
    map_file: Path | None,
    readings: bool,
    junit: Path | None,
    if_any: bool,
    new_ledger: Path | None,
    workspace: Path,
    wants_json: bool,
) -> int:
    """Check published claims: those of the STUDIES named, or of all that name a ledger.

    Ends with 1 where a claim is contradicted.
    """
    from pipeline.stages import auditing
    from pipeline.stages.workspace import Workspace

    if new_ledger is not None:
        return _begun(new_ledger, wants_json)
    place = Workspace(workspace.resolve())
    if (folder is None) != (map_file is None) or (folder and (ledger is None or studies)):
        raise click.UsageError("--tables, --map and --claims go together, and with no study")
    if readings and (folder or junit or if_any):
        raise click.UsageError("--readings goes with none of --tables, --junit and --if-any")
    if readings:
        return _tried(place, studies, ledger, wants_json)
    if ledger is not None and folder is not None and map_file is not None:
        found = [auditing.audited_tables(ledger, folder, map_file)]
    elif ledger is not None and not studies:
        found = [auditing.audited_print(ledger)]
    else:
        names = _chosen(place, studies, ledger, if_any=if_any)
        found = [auditing.audited(place, name, ledger) for name in names]
    if junit is not None:
        _write_junit(junit, found)
    if wants_json:
        shown = [one.as_json() for one in found]
        options.print_json(shown[0] if len(shown) == 1 else {"audits": shown})
    else:
        for one in found:
            _print(one)
    return CONTRADICTED if any(one.contradicted for one in found) else 0


def _chosen(
    place: "Workspace", studies: tuple[str, ...], ledger: Path | None, *, if_any: bool
) -> tuple[str, ...]:
    from pipeline.stages.auditing import with_ledgers

    names = tuple(with_ledgers(place, studies)) if if_any or not studies else studies
    if not names and not if_any:
        raise click.UsageError("no study here names a ledger: name a study, or give --claims FILE")
    if ledger is not None and len(names) > 1:
        raise click.UsageError("--claims goes with one study")
    return names


def _print(audit: "Audit") -> None:
    from pipeline.audit.verdict import shown

    options.print_synthetic(audit.synthetic)
    rows = []
    for one in audit.verdicts:
        rests = audit.strengths.get(one.claim.id)
        value = "" if one.value is None else shown(one.value, one.claim.unit)
        number = "" if rests is None or rests.n is None else f"{rests.n:,}"
        rows.append([one.kind, one.claim.id, one.claim.printed, value, number, _because(one, rests)])
    print_columns(["verdict", "claim", "printed", "computed", "n", "because"], rows, cut="because")
    wrong = [one for one in audit.findings if not one.ok]
    click.echo(
        f"\nArithmetic of the print: {options.counted(len(audit.findings), 'check')}, {len(wrong)} impossible"
    )
    for finding in wrong:
        mark = " (the ledger calls it ambiguous)" if finding.ambiguous else ""
        click.echo(f"  {finding.claims[0]}: {options.plain(finding.message)}{mark}")
    told = ", ".join(f"{count} {kind.replace('_', ' ')}" for kind, count in audit.counts.items())
    click.echo(f"\n{options.plain(audit.target)}: {told}")
    bad = audit.contradicted
    if bad:
        ids = ", ".join(one.claim.id for one in bad)
        click.echo(f"{options.plain(audit.target)}: contradicted: {ids}")


def _because(one: Any, rests: Any) -> str:
    parts = [one.reason]
    if rests is not None and rests.interval:
        from pipeline.audit.units import factor

        by = factor(one.measure.unit, one.claim.unit) or 1
        low, high = (f"{float(end * by):,.4g}" for end in rests.interval)
        parts.append(f"95 % interval {low} to {high}")
    if rests is not None:
        parts += [f"{count:,} {reason}" for reason, count in rests.undetermined.items() if count]
        if rests.inferred_times:
            parts.append(f"{rests.inferred_times:,} inferred times")
        if rests.inferred_chars:
            parts.append(f"{rests.inferred_chars:,} inferred characters")
    return "; ".join(parts)


def _tried(place: "Workspace", studies: tuple[str, ...], ledger: Path | None, wants_json: bool) -> int:
    from pipeline.audit.audit import marked
    from pipeline.stages.auditing import readings_tried

    if len(studies) != 1:
        raise click.UsageError("--readings goes with one study")
    synthetic, rows = readings_tried(place, studies[0], ledger)
    if wants_json:
        options.print_json(
            {**marked(synthetic), "study": studies[0], "readings": [_reading(one) for one in rows]}
        )
        return 0
    options.print_synthetic(synthetic)
    for one in rows:
        mark = " (the study's)" if one.default else ""
        moved = "no claim moves" if not one.changed else f"{options.counted(len(one.changed), 'claim')} move"
        click.echo(f"{one.key} = {one.value}{mark}: {moved}, {len(one.fallen)} no longer print so")
        for claim in one.changed:
            fell = "falls" if claim in one.fallen else "stands"
            value = one.values[claim]
            number = f"{value:,.6g}" if isinstance(value, float) else value
            click.echo(f"    {claim}: {number}, {fell}")
    return 0


def _reading(one: "Moved") -> dict[str, Any]:
    return {
        "key": one.key,
        "value": one.value,
        "default": one.default,
        "changed": [
            {"id": claim, "value": one.values[claim], "holds": claim not in one.fallen}
            for claim in one.changed
        ],
    }


def _begun(file: Path, wants_json: bool) -> int:
    from pipeline.stages.new_ledger import begin

    begin(file)
    if wants_json:
        options.print_json({"ledger": str(file)})
    else:
        click.echo(f"Wrote the beginnings of a ledger to {options.plain(file)}")
    return 0


def _write_junit(file: Path, found: list["Audit"]) -> None:
    from pipeline.audit.junit import junit
    from pipeline.storage import replacing

    with replacing(file) as stream:
        stream.write(junit(found))
