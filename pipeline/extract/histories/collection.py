"""All histories at or below some paths: stores found, units read, conversations settled."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from pipeline.errors import RereadError
from pipeline.extract.histories.formats import Context, Format, declared
from pipeline.extract.histories.identity import settle
from pipeline.extract.histories.records import Conversation, Gap, Reading


def opened_stores(paths: Sequence[Path]) -> Iterator[tuple[Format, Path]]:
    """Every store at or below the paths with the format that recognises it. Raises RereadError where a
    path does not exist."""
    for path in paths:
        if not path.exists():
            raise RereadError(
                "histories_missing", "there are no histories", str(path), "give an existing path"
            )
        for declaration in declared():
            for store in declaration.stores(path):
                yield declaration, store


def collect(paths: Sequence[Path], context: Context) -> Reading:
    """Everything the histories at `paths` hold, settled. Raises RereadError where a path does not exist."""
    conversations: list[Conversation] = []
    gaps: list[Gap] = []
    for declaration, store in opened_stores(paths):
        for unit in declaration.units(store, context):
            reading = unit.read()
            conversations += reading.conversations
            gaps += reading.gaps
    known = context.locator if context.repository_known else None
    return Reading(settle(conversations, locator=known), gaps)
