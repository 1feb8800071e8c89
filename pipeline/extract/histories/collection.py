"""All histories at or below some paths: stores found, units read, conversations settled."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from pipeline.errors import RereadError
from pipeline.extract.histories.catalogue import FORMATS
from pipeline.extract.histories.formats import Context, Format, Unit
from pipeline.extract.histories.identity import settle
from pipeline.extract.histories.possible import within_bounds
from pipeline.extract.histories.records import Gap, Reading
from pipeline.extract.histories.unread import refusal, unread
from pipeline.extract.odd_names import readable_text, with_readable_names

_REFUSALS = {"unreadable", "store_unusable", "unusable_database"}

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
        for declaration in FORMATS:
            for store in declaration.stores(path):
                yield declaration, store


def read_unit(unit: Unit) -> Reading:
    """What a unit holds, names readable; one that stands in itself deeper than can be read is a gap."""
    try:
        return with_readable_names(within_bounds(unit.read()))
    except RecursionError:
        return Reading(gaps=[Gap(readable_text(unit.name), "nested_too_deeply")])


def plainly(_: Format, unit: Unit) -> Reading:
    """Read a unit, with no memory of earlier readings."""
    return read_unit(unit)


def read_store(
    declaration: Format, store: Path, context: Context, read: ReadUnit = plainly
) -> tuple[Reading, RereadError | None]:
    """What one store holds, not yet settled, and why it could not be read to its end, which is also a gap."""
    whole = Reading()
    try:
        for unit in declaration.units(store, context):
            reading = read(declaration, unit)
            whole.conversations += reading.conversations
            whole.gaps += reading.gaps
    except RereadError as error:
        whole.gaps.append(Gap(readable_text(error.problem.where), error.problem.code))
        return whole, error
    return whole, None


def read_all(paths: Sequence[Path], context: Context, read: ReadUnit = plainly) -> Reading:
    """Everything the histories at `paths` hold, not yet settled; `read` reads each unit.

    A store that cannot be used is a gap where others can be, and so is a path below which no format finds
    a store. Raises RereadError where a path does not exist, and where no store gave a conversation because
    one cannot be used or a file is no history.
    """
    whole = Reading()
    unusable: list[RereadError] = []
    found = {path: list(opened_stores([path])) for path in paths}
    refused = [gap for path in found for gap in unread(path)]
    for path, stores in found.items():
        if not stores:
            own = refusal(path)
            whole.gaps += [] if own in refused else [Gap(readable_text(str(path)), "no_history")]
            unusable += [_no_history(path, own in refused)] if path.is_file() else []
    for declaration, store in (one for stores in found.values() for one in stores):
        reading, fault = read_store(declaration, store, context, read)
        whole.conversations += reading.conversations
        whole.gaps += reading.gaps
        unusable += [fault] if fault else []
    whole.gaps += [gap for gap in refused if not _is_told(gap, whole.gaps)]
    if unusable and not whole.conversations:
        raise unusable[0]
    return whole


def _is_told(refused: Gap, gaps: list[Gap]) -> bool:
    """Whether a store told itself of a file that cannot be read, by its path or the end of it."""
    return any(gap.reason in _REFUSALS and f"/{refused.where}".endswith(f"/{gap.where}") for gap in gaps)


def _no_history(path: Path, is_unreadable: bool) -> RereadError:
    if is_unreadable:
        return RereadError(
            "unreadable", "this file cannot be read", str(path), "allow it to be read, or leave it out"
        )
    return RereadError(
        "no_history",
        "no format of histories knows this file",
        str(path),
        "give a history, or the folder that holds it",
    )


def collect(paths: Sequence[Path], context: Context) -> Reading:
    """Everything the histories at `paths` hold, settled. Raises RereadError as `read_all` does."""
    whole = read_all(paths, context)
    known = context.locator if context.repository_known else None
    return Reading(settle(whole.conversations, locator=known), whole.gaps)
