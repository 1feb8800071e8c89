"""What a format of histories declares: how its stores are found and read, and what it cannot tell."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from zoneinfo import ZoneInfo

from pipeline.extract.histories.records import Gap, Reading
from pipeline.extract.paths import Locator


@dataclass(frozen=True, slots=True)
class Context:
    """What a reader may know of the study: where the repository lay, and the zone of names without one.

    `repository_known` False: nobody said which repository is meant, so no conversation is another's.
    """

    locator: Locator
    unzoned_file_names: ZoneInfo | None = None
    repository_known: bool = True


@dataclass(frozen=True, slots=True)
class Unit:
    """A part of a store that is read by itself: a file, or one conversation of a database.

    `fingerprint` covers the bytes that `read` depends on, never names or times of files. `read` must be
    called before the next unit is asked for.
    """

    name: str
    fingerprint: str
    read: Callable[[], Reading]


def unreadable(name: str, source_file: str | None = None) -> Unit:
    """The unit of a file that cannot be opened: nothing but a gap that names it."""
    return Unit(source_file or name, "", lambda: Reading(gaps=[Gap(name, "unreadable")]))


@dataclass(frozen=True, slots=True)
class Format:
    """One format of history.

    `stores` finds its stores at or below a path, recognised by content; what it recognises no other
    format may claim. `units` opens one store read-only and yields its parts in a stable order.
    `cannot_tell` names what the format does not hold.
    """

    name: str
    title: str
    stores: Callable[[Path], Iterator[Path]]
    units: Callable[[Path, Context], Iterator[Unit]]
    cannot_tell: tuple[str, ...] = ()
