"""All histories at or below some paths: stores found, units read, conversations settled."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from pipeline.errors import RereadError
from pipeline.extract.histories.formats import Context, Format, Unit, declared
from pipeline.extract.histories.identity import settle
from pipeline.extract.histories.records import Gap, Reading

ReadUnit = Callable[[Format, Unit], Reading]
"""How a unit of a format is read: from its bytes, or from what is remembered of them."""


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


def plainly(_: Format, unit: Unit) -> Reading:
    """Read a unit, with no memory of earlier readings."""
    return unit.read()


def read_all(paths: Sequence[Path], context: Context, read: ReadUnit = plainly) -> Reading:
    """Everything the histories at `paths` hold, not yet settled; `read` reads each unit.

    A store that cannot be used is a gap where others can be. Raises RereadError where a path does not
    exist, and where no store gave a conversation because one cannot be used.
    """
    whole = Reading()
    unusable: list[RereadError] = []
    for declaration, store in opened_stores(paths):
        try:
            for unit in declaration.units(store, context):
                reading = read(declaration, unit)
                whole.conversations += reading.conversations
                whole.gaps += reading.gaps
        except RereadError as error:
            unusable.append(error)
            whole.gaps.append(Gap(error.problem.where, error.problem.code))
    if unusable and not whole.conversations:
        raise unusable[0]
    return whole


def collect(paths: Sequence[Path], context: Context) -> Reading:
    """Everything the histories at `paths` hold, settled. Raises RereadError as `read_all` does."""
    whole = read_all(paths, context)
    known = context.locator if context.repository_known else None
    return Reading(settle(whole.conversations, locator=known), whole.gaps)
