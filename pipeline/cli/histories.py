"""`reread histories`: what one history file or folder holds."""

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

import click

from pipeline.cli import options
from pipeline.cli.columns import print_columns

if TYPE_CHECKING:
    from pipeline.extract.histories.records import Conversation, Reading

LONGEST = 80
"""How much of a first request is shown."""


@click.command(name="histories")
@click.argument("path", type=options.Place(path_type=Path))
@click.option("--root", help="The repository; paths inside it are shown relative to it.")
@click.option("--alias", "aliases", multiple=True, help="Another place where the repository lay; repeatable.")
@click.option("--unzoned-file-names", "zone", callback=options.zone, help="The zone of names without one.")
@options.as_json
def command(
    path: Path, root: str | None, aliases: tuple[str, ...], zone: ZoneInfo | None, wants_json: bool
) -> None:
    """Show what one history file or folder holds: conversations, calls, what was not understood."""
    from pipeline.extract.histories.collection import collect
    from pipeline.extract.histories.formats import Context
    from pipeline.extract.histories.listing import as_json
    from pipeline.extract.paths import Locator

    told = root is not None or bool(aliases)
    locator = Locator(root or str(path.resolve()), aliases)
    reading = collect([path], Context(locator, zone, told))
    if wants_json:
        options.print_json(as_json(reading))
    else:
        _print(reading)


def _print(reading: "Reading") -> None:
    headings = ("conversation", "format", "start (UTC)", "messages", "calls", "left out", "first request")
    print_columns(headings, [_cells(row) for row in reading.conversations], cut="first request")
    own = sum(1 for row in reading.conversations if row.excluded_because is None)
    click.echo(f"\n{options.counted(len(reading.conversations), 'conversation')}, {own} of them independent.")
    if reading.gaps:
        click.echo(f"Not understood: {len(reading.gaps)}")
        for (where, reason), count in Counter((gap.where, gap.reason) for gap in reading.gaps).items():
            click.echo(options.plain(f"  {where}: {reason}" + (f" ({count} times)" if count > 1 else "")))


def _cells(row: "Conversation") -> tuple[object, ...]:
    started = f"{row.started_at:%Y-%m-%d %H:%M}" if row.started_at else "unknown"
    request = " ".join((row.first_request or "").split())[:LONGEST]
    calls = sum(1 for _ in row.calls()) if row.holds_calls else None
    return (
        row.conversation_id, row.source, started, row.human_messages, calls, row.excluded_because, request,
    )  # fmt: skip
