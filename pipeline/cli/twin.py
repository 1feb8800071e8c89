"""`reread twin`: the synthetic studies."""

from pathlib import Path

import click

from pipeline.cli import options


@click.command(name="twin")
@click.argument("name", default="twin")
@options.workspace
@options.as_json
def command(name: str, workspace: Path, wants_json: bool) -> None:
    """Write a synthetic study into data/raw: `twin`, an article's twin, or the small `planted`."""
    from pipeline.stages.planting import planted

    folder = planted(workspace.resolve() / "data" / "raw", name)
    if wants_json:
        options.print_json({"study": name, "folder": str(folder), "synthetic": True})
    else:
        click.echo(f"Wrote the synthetic study {name} to {folder}")
