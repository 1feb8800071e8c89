"""Who updated which file when, and what a read crossed since, in plain loops."""

from dataclasses import dataclass
from functools import cached_property
from math import floor

from tests.oracle.events import DAY, Act, World
from tests.oracle.memory import Change


@dataclass(frozen=True)
class Update:
    """One update of a file; `by` None: nobody known."""

    file: str
    at: float
    by: str | None


@dataclass(frozen=True)
class Crossing:
    """What a read crossed."""

    file: str
    not_in_snapshot: bool
    cross: bool
    last_by: str | None
    last_at: float | None
    steps: int | None
    days: int | None
    why: str | None


class Crossings:
    """The updates and crossings of a world, on its reading's axis."""

    def __init__(self, world: World, bound: int = 2) -> None:
        self.world, self.axis, self.bound = world, world.reading, bound

    def writer(self, change: Change) -> str | None:
        """The conversation that last wrote the file at or before the commit, in whole seconds."""
        wrote = [
            write
            for write in self._of.get(change.file, [])
            if change.at - self.bound * DAY <= floor(write.at) <= change.at
        ]
        return wrote[-1].thread if wrote else None

    def landing(self, write: Act) -> str | None:
        """The first commit of the written file at or after the write, in whole seconds."""
        at = floor(write.at)
        file = self.world.written_file(self.axis, write)
        after = [change for change in self._changes.get(file, []) if at <= change.at <= at + self.bound * DAY]
        return min(after, key=lambda change: (change.at, change.place)).commit if after else None

    @cached_property
    def _of(self) -> dict[str, list[Act]]:
        found: dict[str, list[Act]] = {}
        for write in self.world.writes:
            found.setdefault(self.world.written_file(self.axis, write), []).append(write)
        return found

    @cached_property
    def _changes(self) -> dict[str, list[Change]]:
        found: dict[str, list[Change]] = {}
        for change in self.world.commits(self.axis).all_changes:
            found.setdefault(change.file, []).append(change)
        return found

    @cached_property
    def updates(self) -> list[Update]:
        """All updates; at equal instants those by somebody known come last."""
        world = self.world
        found = [Update(world.written_file(self.axis, w), w.at, w.thread) for w in world.writes]
        for change in world.commits(self.axis).all_changes:
            if self.writer(change) is None:
                found.append(Update(change.file, change.at, None))
        return sorted(found, key=lambda u: (u.at, u.by is not None))

    def of(self, read: Act) -> Crossing:
        """What the read of a file crossed since others last updated it."""
        world = self.world
        file = world.read_file(self.axis, read)
        mine = world.root(read.thread)
        last = None
        for update in self.updates:
            others = update.by is None or world.root(update.by) != mine
            if update.file == file and update.at <= read.at and others:
                last = update
        ordinal = world.ordinal.get(read.thread)
        start = world.at_start(self.axis, read.thread) or {}
        why, steps = self._steps(ordinal, last)
        cross = ordinal is not None and last is not None
        return Crossing(
            file,
            all(lying.file != file for lying in start.values()),
            cross,
            last.by if last else None,
            last.at if last else None,
            steps if cross else None,
            floor((read.at - last.at) / DAY) if cross and last else None,
            why if ordinal is not None else None,
        )

    def _steps(self, ordinal: int | None, last: Update | None) -> tuple[str | None, int | None]:
        if last is None:
            return "no_update", None
        if last.by is None:
            return "outside_conversations", None
        theirs = self.world.ordinal.get(last.by)
        if theirs is None:
            return "excluded_thread", None
        if ordinal is not None and theirs >= ordinal:
            return "later_conversation", None
        return None, None if ordinal is None else ordinal - theirs
