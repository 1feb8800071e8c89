"""`reread show`: one conversation and its memory."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pipeline.cli import options
from pipeline.cli.columns import print_columns

if TYPE_CHECKING:
    from pipeline.stages.showing import Shown

MEMORY = {"chars": "characters", "section": "section", "path": "path", "written_by": "written by"}
READS = {
    "seq": "call", "path": "path", "line_from": "from line", "line_to": "to line",
    "chars_read": "characters", "found_by": "found by", "last_update_by": "last updated by",
    "distance_conversations": "conversations ago",
    "distance_days": "days ago", "undetermined_because": "undetermined because",
}  # fmt: skip
WRITES = {"seq": "call", "action": "action", "path": "path", "commit": "commit"}
"""What is printed of each table, with its heading; `--json` has every column."""


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
        click.echo(f"{name:<17} {_said(value)[:300]}".rstrip())
    document = found.as_json()
    _section("Memory at its start", document["memory"], MEMORY)
    _section("Read", document["reads"], READS)
    _section("Written", document["writes"], WRITES)


def _said(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return options.plain("" if value is None else value)


def _section(title: str, rows: list[dict[str, Any]], columns: dict[str, str]) -> None:
    click.echo(f"\n{title}: {len(rows)}")
    if rows:
        shown = [[row[name] for name in columns] for row in rows]
        print_columns(list(columns.values()), shown, indent="  ")
