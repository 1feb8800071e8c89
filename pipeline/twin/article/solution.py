"""The solved tables: who writes and reads which file when, and how long each version is."""

import csv
from collections import defaultdict
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

STORED = Path(__file__).with_name("solution")
"""The folder of the tables that the twin is written from."""


@dataclass(frozen=True, slots=True)
class Conversation:
    """One independent conversation: number by start, start and end, kind and recap of its first request."""

    ordinal: int
    started_at: datetime
    ended_at: datetime
    kind: str
    recap: str
    case: str
    calls_after_case: int | None


@dataclass(frozen=True, slots=True)
class Read:
    """One cross-conversation read: how many code points of which file, and who had changed it last."""

    ordinal: int
    at: datetime
    path: str
    section: str
    chars: int
    writer: int | None
    distance: int | None
    days: int
    undetermined_because: str


@dataclass(frozen=True, slots=True)
class Write:
    """One write: the file's code points after it; `ordinal` None where no independent conversation did it."""

    path: str
    section: str
    ordinal: int | None
    at: datetime
    committed_at: datetime
    chars: int
    by: str


@dataclass(frozen=True, slots=True)
class Solution:
    """All three tables, in order of time."""

    conversations: tuple[Conversation, ...]
    reads: tuple[Read, ...]
    writes: tuple[Write, ...]

    def writes_of(self) -> dict[str, list[Write]]:
        """By path its writes in order."""
        found: dict[str, list[Write]] = defaultdict(list)
        for write in self.writes:
            found[write.path].append(write)
        return dict(found)


@cache
def solution(folder: Path = STORED) -> Solution:
    """The tables in the folder."""
    return Solution(
        tuple(
            Conversation(
                int(row["ordinal"]), _instant(row["started_at"]), _instant(row["ended_at"]), row["kind"],
                row["recap"], row["case"], _whole(row["tool_calls_after_case"]),
            )
            for row in _rows(folder / "conversations.csv")
        ),
        tuple(
            Read(
                int(row["reader_ordinal"]), _instant(row["at"]), row["path"], row["section"],
                int(row["chars_read"]), _whole(row["writer_ordinal"]), _whole(row["distance_conversations"]),
                int(row["distance_days"]), row["undetermined_because"],
            )
            for row in _rows(folder / "reads.csv")
        ),
        tuple(
            Write(
                row["path"], row["section"], _whole(row["ordinal"]), _instant(row["at"]),
                _instant(row["commit_at"]), int(row["chars_after"]), row["by"],
            )
            for row in _rows(folder / "writes.csv")
        ),
    )  # fmt: skip


def _rows(file: Path) -> list[dict[str, str]]:
    with file.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def _instant(text: str) -> datetime:
    return datetime.strptime(text, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)


def _whole(text: str) -> int | None:
    return int(text) if text else None
