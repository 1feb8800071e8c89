"""The generator's own tables of truth, made from its plan and from nothing that a study measures."""

import csv
import io
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from pathlib import Path

from pipeline.twin.article.others import Left
from pipeline.twin.article.solution import Solution
from pipeline.twin.plan import Thread, thread_id


def write(folder: Path, solved: Solution, own: Sequence[Thread], left: Sequence[Left]) -> None:
    """Write the tables as CSV: conversations, reads, writes, logs of others, days, the end."""
    folder.mkdir(parents=True, exist_ok=True)
    _table(folder, "conversations", ("conversation_id", "ordinal", "started_at", "kind", "recap"), (
        (thread_id(one.ordinal), one.ordinal, _at(one.started_at), one.kind, one.recap)
        for one in solved.conversations
    ))  # fmt: skip
    _table(folder, "reads", _READS, _reads(solved, own))
    _table(folder, "writes", ("path", "conversation_id", "at", "committed_at", "chars"), (
        (one.path, _writer(one.ordinal, one.path, left), _at(one.at), _at(one.committed_at), one.chars)
        for one in solved.writes
    ))  # fmt: skip
    _table(folder, "by_conversation", _BY, _by_conversation(solved))
    _table(folder, "days", ("date", "new_work", "new_other"), _days(solved))
    _table(folder, "end", ("path", "section", "chars"), (
        (path, writes[-1].section, writes[-1].chars) for path, writes in sorted(solved.writes_of().items())
    ))  # fmt: skip


_READS = (
    "conversation_id", "seq", "path", "chars_read", "last_update_by", "distance_conversations",
    "distance_days", "undetermined_because",
)  # fmt: skip
_BY = ("conversation_id", "files_available", "files_read", "main_chars_available", "main_chars_read")


def _reads(solved: Solution, own: Sequence[Thread]) -> Iterable[tuple[object, ...]]:
    """Every cross-conversation read with its place in the thread."""
    places = {
        (thread.number, event.at, event.path): seq
        for thread in own
        for seq, event in enumerate(thread.events)
        if event.act in ("read", "cat", "sed", "head")
    }
    for one in solved.reads:
        seq = places[one.ordinal, f"{one.at:%Y-%m-%d %H:%M:%S}", one.path]
        by = "" if one.writer is None else thread_id(one.writer)
        distance = "" if one.distance is None else one.distance
        yield (
            thread_id(one.ordinal), seq, one.path, one.chars, by, distance, one.days, one.undetermined_because
        )  # fmt: skip


def _by_conversation(solved: Solution) -> Iterable[tuple[object, ...]]:
    """What stood at each start, counted anew from the writes, and what was read of it."""
    for one in solved.conversations:
        alive = {w.path: w for w in solved.writes if w.committed_at <= one.started_at}
        mine = [read for read in solved.reads if read.ordinal == one.ordinal and read.path in alive]
        main = sum(write.chars for write in alive.values() if write.section != "dialogs")
        read = sum(one.chars for one in mine if one.section != "dialogs")
        yield thread_id(one.ordinal), len(alive), len({one.path for one in mine}), main, read


def _days(solved: Solution) -> Iterable[tuple[object, ...]]:
    counts: dict[date, list[int]] = {}
    for one in solved.conversations:
        counts.setdefault(one.started_at.date(), [0, 0])[one.kind != "work"] += 1
    for day, (work, other) in sorted(counts.items()):
        yield day.isoformat(), work, other


def _writer(ordinal: int | None, path: str, left: Sequence[Left]) -> str:
    if ordinal is not None:
        return thread_id(ordinal)
    return next((thread_id(one.number) for one in left if one.write.path == path), "")


def _at(at: datetime) -> str:
    return f"{at:%Y-%m-%dT%H:%M:%SZ}"


def _table(folder: Path, name: str, columns: tuple[str, ...], rows: Iterable[tuple[object, ...]]) -> None:
    text = io.StringIO(newline="")
    made = csv.writer(text, lineterminator="\n")
    made.writerow(columns)
    made.writerows(rows)
    (folder / f"{name}.csv").write_bytes(text.getvalue().encode())
