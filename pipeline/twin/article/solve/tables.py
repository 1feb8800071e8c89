"""The search itself, and the three tables that it finds."""

import csv
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from random import Random

from pipeline.twin.article.solve.calendar import calendar
from pipeline.twin.article.solve.choosing import Chosen, Pair
from pipeline.twin.article.solve.growth import archive, ends_right
from pipeline.twin.article.solve.miss import MissError
from pipeline.twin.article.solve.plan import (
    DETAILED,
    EDITOR_READ,
    INTEGRATIONS_READ,
    RULE,
    RULE_READ,
    Archive,
    Conversation,
    Found,
    Write,
    is_main,
    section,
)
from pipeline.twin.article.solve.repeating import repeat
from pipeline.twin.article.solve.resuming import Resumed, resumed
from pipeline.twin.article.solve.volumes import files_read, main_chars_read

_CALLS_AFTER = 133
_FIRST_READ, _BETWEEN = timedelta(seconds=40), timedelta(seconds=22)
_RESUMED_FOR = timedelta(minutes=2)
_CASES = {
    2: "shared-auth:introduced",
    RULE_READ: "shared-auth:read",
    INTEGRATIONS_READ: "multitenancy:read",
    EDITOR_READ: "plan-review:read",
    **dict.fromkeys(DETAILED, "regions-cities"),
}

Cell = str | int
Table = list[dict[str, Cell]]


@dataclass(frozen=True, slots=True)
class Access:
    """One read."""

    at: datetime
    path: str
    found: Found
    because: str
    chars: int


@dataclass(frozen=True, slots=True)
class Tables:
    """What was found: the rows of `conversations.csv`, `reads.csv` and `writes.csv`."""

    conversations: Table
    reads: Table
    writes: Table

    def write(self, folder: Path) -> None:
        """Write the three files."""
        folder.mkdir(parents=True, exist_ok=True)
        for name, rows in (
            ("conversations", self.conversations), ("reads", self.reads), ("writes", self.writes),
        ):  # fmt: skip
            with (folder / f"{name}.csv").open("w", encoding="utf-8", newline="") as stream:
                made = csv.DictWriter(stream, list(rows[0]), lineterminator="\n")
                made.writeheader()
                made.writerows(rows)


def drawn(seed: int) -> Tables:
    """The tables of one seed. Raises MissError where its draws lead nowhere."""
    rng = Random(seed)
    made = archive(rng, calendar(rng))
    if not ends_right(made):
        raise MissError("another number of files")
    files = files_read(rng, made)
    chars = main_chars_read(rng, made, files)
    pairs = Chosen(rng, made, files, chars).all()
    repeat(rng, pairs)
    later = resumed(rng, made, files)
    accesses = _accesses(rng, made, pairs, later)
    return Tables(
        [_conversation(made, one, accesses[one.ordinal], later) for one in made.conversations],
        [row for one in made.conversations for row in _reads(one, accesses[one.ordinal])],
        _writes(made.writes),
    )


def _accesses(
    rng: Random, made: Archive, pairs: Sequence[Pair], later: Sequence[Resumed]
) -> Mapping[int, list[Access]]:
    """By ordinal its reads in order of time; those of one file follow each other."""
    of: dict[int, list[Pair]] = {one.ordinal: [] for one in made.conversations}
    for pair in pairs:
        of[pair.ordinal].append(pair)
    found: dict[int, list[Access]] = {}
    for one in made.conversations:
        own = of[one.ordinal]
        rng.shuffle(own)
        own.sort(key=lambda pair: pair.path != RULE)
        parts = [(pair, chars) for pair in own for chars in pair.chars]
        found[one.ordinal] = [
            Access(one.start + _FIRST_READ + place * _BETWEEN, pair.path, pair.found, _because(pair), chars)
            for place, (pair, chars) in enumerate(parts)
        ]
    for again in later:
        there = Found(again.write, 0, (again.at - again.write.commit).days)
        found[again.ordinal].append(
            Access(again.at, again.write.path, there, "later_conversation", again.write.chars)
        )
    return found


def _because(pair: Pair) -> str:
    return {"excluded": "excluded_thread", "outside": "outside_conversations"}.get(pair.found.write.by, "")


def _conversation(
    made: Archive, one: Conversation, accesses: Sequence[Access], later: Sequence[Resumed]
) -> dict[str, Cell]:
    standing = made.standing(one.ordinal)
    paths = {access.path for access in accesses} & standing.keys()
    main = sum(map(is_main, standing))
    ended = max([one.end, *(again.at + _RESUMED_FOR for again in later if again.ordinal == one.ordinal)])
    there: dict[str, Cell] = {
        "files_available": len(standing),
        "dialog_files_available": len(standing) - main,
        "main_files_available": main,
        "chars_available": sum(write.chars for write in standing.values()),
        "main_chars_available": made.main_chars(one.ordinal),
    }
    return {
        "ordinal": one.ordinal,
        "conversation_id": f"syn-{one.ordinal:03d}",
        "date": f"{one.start:%Y-%m-%d}",
        "started_at": _text(one.start),
        "ended_at": _text(ended),
        "kind": one.kind,
        "recap": one.recap,
        "has_snapshot": int(bool(standing)),
        **(there if standing else dict.fromkeys(there, "")),
        "files_read": len(paths),
        "main_files_read": sum(map(is_main, paths)),
        "share_read": f"{len(paths) / len(standing):.6f}" if standing else "",
        "main_chars_read": sum(access.chars for access in accesses if is_main(access.path)),
        "cross_reads": len(accesses),
        "cross_reads_determinable": sum(not access.because for access in accesses),
        "log_written": sum(write.ordinal == one.ordinal and not is_main(write.path) for write in made.writes),
        "case": _CASES.get(one.ordinal, ""),
        "tool_calls_after_case": _CALLS_AFTER if one.ordinal == RULE_READ else "",
    }


def _reads(one: Conversation, accesses: Sequence[Access]) -> Iterable[dict[str, Cell]]:
    for seq, access in enumerate(accesses, 1):
        write = access.found.write
        yield {
            "reader_ordinal": one.ordinal,
            "seq": seq,
            "at": _text(access.at),
            "path": access.path,
            "section": section(access.path),
            "writer_ordinal": write.ordinal or "",
            "last_update_at": _text(write.commit),
            "distance_conversations": "" if access.because else access.found.distance,
            "distance_days": access.found.days,
            "undetermined_because": access.because,
            "chars_read": access.chars,
        }


def _writes(writes: Sequence[Write]) -> Table:
    seen: set[str] = set()
    rows: Table = []
    for write in writes:
        rows.append(
            {
                "path": write.path,
                "section": write.section,
                "ordinal": write.ordinal or "",
                "at": _text(write.at),
                "commit_at": _text(write.commit),
                "action": "update" if write.path in seen else "create",
                "chars_after": write.chars,
                "by": write.by,
            }
        )
        seen.add(write.path)
    return rows


def _text(at: datetime) -> str:
    return f"{at:%Y-%m-%dT%H:%M:%SZ}"
