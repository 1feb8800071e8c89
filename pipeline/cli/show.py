"""`reread show`: one conversation and its memory."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pipeline.cli import options

if TYPE_CHECKING:
    from pipeline.stages.showing import Shown


@click.command(name="show")
@click.argument("study")
@click.argument("conversation")
@click.option("--text", "path", help="Print this note as it stood at the conversation's start.")
@options.workspace
@options.as_json
def command(study: str, conversation: str, path: str | None, workspace: Path, wants_json: bool) -> None:
    """Show CONVERSATION (an id or a number) of STUDY: its starting memory, what it read and wrote."""
    from pipeline.stages.showing import note, shown
    from pipeline.stages.workspace import Workspace

    place = Workspace(workspace.resolve())
    if path is not None:
        text = note(place, study, conversation, path)
        if wants_json:
            options.print_json({"study": study, "conversation": conversation, "path": path, "text": text})
        else:
            click.echo(text.encode("utf-8", "surrogateescape"), nl=False)
        return
    found = shown(place, study, conversation)
    if wants_json:
        options.print_json({"study": study, **found.as_json()})
    else:
        _print(found)


def _print(found: "Shown") -> None:
    for name, value in found.facts.items():
        click.echo(f"{name:<17} {options.plain('' if value is None else value)[:300]}")
    document = found.as_json()
    _section(f"Memory at its start: {len(found.memory)} files", document["memory"], ("chars", "path"))
    _section(
        f"Read: {len(found.reads)}", document["reads"], ("seq", "path", "line_from", "line_to", "found_by")
    )
    _section(f"Written: {len(found.writes)}", document["writes"], ("seq", "action", "path", "commit"))


def _section(title: str, rows: list[dict[str, Any]], columns: tuple[str, ...]) -> None:
    click.echo(f"\n{title}")
    for row in rows:
        cells = ("" if row[name] is None else options.plain(row[name]) for name in columns)
        click.echo("  " + "  ".join(cells))
