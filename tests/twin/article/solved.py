"""Solved tables as they lie in files, and what can be counted anew from their plainest columns."""

import csv
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from functools import cached_property
from pathlib import Path

STORED = Path(__file__).parents[3] / "pipeline" / "twin" / "article" / "solution"
Row = dict[str, str]


@dataclass(frozen=True)
class Available:
    """The memory at one start."""

    files: int
    logs: int
    main: int
    chars: int
    main_chars: int


@dataclass(frozen=True)
class Update:
    """The last update of a file by somebody else before a read, and what lies between."""

    write: Row
    distance: int | None
    days: int
    because: str


@dataclass(frozen=True)
class Solved:
    """The three tables; what is counted here looks at no column that states a count."""

    conversations: list[Row]
    reads: list[Row]
    writes: list[Row]

    @classmethod
    def load(cls, folder: Path) -> "Solved":
        return cls(*(_rows(folder / f"{name}.csv") for name in ("conversations", "reads", "writes")))

    @cached_property
    def by_ordinal(self) -> dict[int, Row]:
        return {int(one["ordinal"]): one for one in self.conversations}

    @cached_property
    def writes_of(self) -> dict[str, list[Row]]:
        found = defaultdict(list)
        for write in sorted(self.writes, key=lambda write: write["commit_at"]):
            found[write["path"]].append(write)
        return dict(found)

    @cached_property
    def reads_of(self) -> dict[int, list[Row]]:
        found: dict[int, list[Row]] = {ordinal: [] for ordinal in self.by_ordinal}
        for read in self.reads:
            found[int(read["reader_ordinal"])].append(read)
        return found

    def alive(self, at: str) -> dict[str, Row]:
        """By path the last write that was committed by then; times are text of one form, so they compare."""
        return {
            path: self.version(path, at)
            for path, writes in self.writes_of.items()
            if writes[0]["commit_at"] <= at
        }

    def version(self, path: str, at: str) -> Row:
        """The last write of a file that was committed by then."""
        return [write for write in self.writes_of[path] if write["commit_at"] <= at][-1]

    @cached_property
    def starting(self) -> dict[int, dict[str, Row]]:
        """By ordinal the memory at the start, where there was any."""
        found = {ordinal: self.alive(one["started_at"]) for ordinal, one in self.by_ordinal.items()}
        return {ordinal: there for ordinal, there in found.items() if there}

    @cached_property
    def available(self) -> dict[int, Available]:
        return {ordinal: counted(there.values()) for ordinal, there in self.starting.items()}

    @cached_property
    def files_read(self) -> dict[int, set[str]]:
        """By ordinal the distinct files read of the memory at the start."""
        return {
            ordinal: {read["path"] for read in self.reads_of[ordinal]} & set(there)
            for ordinal, there in self.starting.items()
        }

    @cached_property
    def main_chars_read(self) -> dict[int, int]:
        return {
            ordinal: sum(int(read["chars_read"]) for read in self.reads_of[ordinal] if is_main(read))
            for ordinal in self.starting
        }

    @cached_property
    def shares(self) -> dict[int, Fraction]:
        return {
            ordinal: Fraction(len(files), self.available[ordinal].files)
            for ordinal, files in self.files_read.items()
        }

    def update(self, read: Row, *, when: str = "commit_at", first: bool = False) -> Update:
        """The last update before the read, at the write's commit or, with `when` `at`, at the write itself;
        `first`: the first update in place of the last."""
        reader = int(read["reader_ordinal"])
        others = [
            write
            for write in self.writes_of[read["path"]]
            if write[when] <= read["at"] and write["ordinal"] != read["reader_ordinal"]
        ]
        write = others[0 if first else -1]
        days = int((instant(read["at"]) - instant(write[when])).total_seconds() // 86_400)
        if not write["ordinal"]:
            because = {"excluded": "excluded_thread", "outside": "outside_conversations"}[write["by"]]
            return Update(write, None, days, because)
        distance = reader - int(write["ordinal"])
        if distance <= 0:
            return Update(write, None, days, "later_conversation")
        return Update(write, distance, days, "")

    @cached_property
    def updates(self) -> list[Update]:
        """Of each read the last update, in the order of the reads."""
        return [self.update(read) for read in self.reads]

    @cached_property
    def work_by_day(self) -> dict[str, int]:
        """How many conversations of work begin on a day that has any."""
        found: dict[str, int] = defaultdict(int)
        for one in self.conversations:
            if one["kind"] == "work":
                found[one["started_at"][:10]] += 1
        return dict(found)

    @cached_property
    def end(self) -> Available:
        return counted(self.alive("9").values())


def counted(there: Iterable[Row]) -> Available:
    rows = list(there)
    main = [write for write in rows if is_main(write)]
    chars = [sum(int(write["chars_after"]) for write in some) for some in (rows, main)]
    return Available(len(rows), len(rows) - len(main), len(main), chars[0], chars[1])


def is_main(row: Row) -> bool:
    return not row["path"].startswith("docs/memory/dialogs/")


def instant(text: str) -> datetime:
    return datetime.fromisoformat(text)


def _rows(path: Path) -> list[Row]:
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))
