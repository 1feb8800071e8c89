"""`reread measures`: every named measure of a study."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pipeline.cli import options

if TYPE_CHECKING:
    from pipeline.measures.measure import Measure
    from pipeline.measures.registry import Declared


@click.command(name="measures")
@click.argument("study")
@click.option("--definitions", is_flag=True, help="Print each measure's definition below it.")
@options.workspace
@options.as_json
def command(study: str, definitions: bool, workspace: Path, wants_json: bool) -> None:
    """List every named measure of STUDY: value, unit, population, definition."""
    from pipeline.stages.measuring import measured
    from pipeline.stages.workspace import Workspace

    found = measured(Workspace(workspace.resolve()), study)
    if wants_json:
        shown = {declared.name: _shape(declared, taken) for declared, taken in found}
        options.print_json({"study": study, "measures": shown})
        return
    for declared, taken in found:
        click.echo(f"{declared.name:<45} {_said(taken)}")
        if definitions:
            click.echo(f"    {declared.definition}")


def _shape(declared: "Declared", taken: "Measure") -> dict[str, Any]:
    return {
        "value": taken.value,
        "unit": taken.unit,
        "n": taken.n,
        "population": declared.population,
        "undetermined": taken.undetermined,
        "definition": declared.definition,
        "interval": list(taken.interval) if taken.interval else None,
        "block": taken.block,
    }


def _said(taken: "Measure") -> str:
    value = "undefined" if taken.value is None else _number(taken.value)
    interval = ""
    if taken.interval:
        low, high = (_number(bound) for bound in taken.interval)
        interval = f"  95 % {low} to {high}, blocks of {taken.block}"
    return f"{value} {taken.unit}  (n = {taken.n}){interval}"


def _number(value: object) -> str:
    return f"{value:,.6g}" if isinstance(value, float) else str(value)
