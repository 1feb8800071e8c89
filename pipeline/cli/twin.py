"""`reread twin`: the synthetic planted study."""

from pathlib import Path

import click

from pipeline.cli import options


@click.command(name="twin")
@click.argument("name", default="planted")
@options.workspace
@options.as_json
def command(name: str, workspace: Path, wants_json: bool) -> None:
    """Write the synthetic study NAME into data/raw."""
    from pipeline.stages.planting import planted

    folder = planted(workspace.resolve() / "data" / "raw", name)
    if wants_json:
        options.print_json({"study": name, "folder": str(folder), "synthetic": True})
    else:
        click.echo(f"Wrote the synthetic study {name} to {folder}")
