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
@options.workspace
@options.as_json
def command(study: str, workspace: Path, wants_json: bool) -> None:
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
        click.echo(f"    {declared.definition}")
        if declared.population not in declared.definition:
            click.echo(f"    Population: {declared.population}")


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
    value = "undefined" if taken.value is None else f"{_number(taken.value)} {taken.unit}"
    parts = [value, f"n = {taken.n}"]
    if taken.interval:
        low, high = (_number(bound) for bound in taken.interval)
        parts.append(f"95 % interval {low} to {high} (blocks of {taken.block})")
    parts += [f"undetermined: {count} {reason}" for reason, count in taken.undetermined.items() if count]
    return "   ".join(parts)


def _number(value: object) -> str:
    return f"{value:,.6g}" if isinstance(value, float) else str(value)
