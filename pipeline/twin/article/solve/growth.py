"""Which conversation writes which file, and how long each version is."""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from random import Random

from pipeline.twin.article.solve.miss import MissError
from pipeline.twin.article.solve.plan import (
    AT_REST,
    CONVERSATIONS,
    EDITOR,
    EDITOR_READ,
    FOLDER,
    INTEGRATIONS,
    INTEGRATIONS_READ,
    NAMING,
    OTHERS,
    REGISTERS,
    RULE,
    Archive,
    Conversation,
    Write,
    is_main,
)

LOG_CHARS = 996_507
FIRST_REGISTERS = (6_120, 5_207, 3_212)
"""Characters of the registers after the first conversation: 14,539."""
RULE_CHARS = 982
GROWTH = ((3, 10, 5_279), (11, 19, 6_000), (20, 256, 109_200), (258, 269, 7_871), (272, 272, 72))
"""Characters by which the main sections grow while the conversations from the first to the second write."""
STILL = (1, 2, 257, 270, 271)
"""Conversations that add nothing to a main file that stands."""
NO_LOG_EARLY, NO_LOG_MIDDLE, NO_LOG_LATE = (5, 9, 13, 18), 10, 7
EXCLUDED_EARLY, EXCLUDED_LATE = 11, 2
"""Logs by excluded threads before conversation 257 and after."""
LAST_NEW = 263
"""The conversation that creates the last main file."""
HOT = 11
"""Conversations for which three files are changed much, before they rest."""
_LOG, _MAIN = timedelta(seconds=60), timedelta(seconds=240)
_STEP = timedelta(seconds=24)
_AFTER = timedelta(seconds=200)
_EDITED_CHARS = 500
"""Characters of a file from which on some word of it can be exchanged for another."""
_EDITED_AFTER = (3, 12)
"""Days after the last write by a conversation at which somebody edits a file by hand, at the least."""


def archive(rng: Random, conversations: Sequence[Conversation]) -> Archive:
    """Every write of the study. Raises MissError where a file that a case needs finds no place."""
    silent = _silent(rng)
    touched = _Touched(rng, conversations).all()
    grown = _grown(rng, touched)
    writes = [*_main_writes(conversations, touched, grown)]
    writes += _edits(writes, conversations)
    logs = [*_logs(conversations, silent), *_excluded(rng, conversations)]
    sizes = dealt(LOG_CHARS, [math.exp(rng.gauss(0, 0.5)) for _ in logs], 1_200)
    writes += [
        Write(log.path, log.ordinal, log.at, log.commit, chars, log.by)
        for log, chars in zip(logs, sizes, strict=True)
    ]
    return Archive(conversations, writes)


def dealt(total: int, weights: Sequence[float], least: int) -> list[int]:
    """Whole numbers of at least so much that add up to the total, near the weights."""
    room = total - least * len(weights)
    if room < 0:
        raise MissError("too little to deal")
    whole = sum(weights)
    made = [least + int(room * weight / whole) for weight in weights]
    made[-1] += total - sum(made)
    return made


def _silent(rng: Random) -> set[int]:
    """Conversations that leave no log."""
    late = [ordinal for ordinal in range(259, CONVERSATIONS) if ordinal != LAST_NEW]
    middle = [ordinal for ordinal in range(21, 257) if ordinal != EDITOR_READ]
    return {*NO_LOG_EARLY, *rng.sample(middle, NO_LOG_MIDDLE), 257, *rng.sample(late, NO_LOG_LATE)}


@dataclass(frozen=True, slots=True)
class Touch:
    """A conversation changes or creates a main file."""

    ordinal: int
    path: str
    new: bool


class _Touched:
    """Who changes which main file."""

    def __init__(self, rng: Random, conversations: Sequence[Conversation]) -> None:
        self._rng, self._conversations = rng, conversations
        self._editor_last = self._days_before(EDITOR_READ, 44, 47)
        self._created = self._creations()
        self._resting = max(self._created[AT_REST] + 12, 75)

    def all(self) -> list[Touch]:
        """In order of the conversations; registers and rule first."""
        made = [Touch(1, f"{FOLDER}/{name}.md", True) for name in REGISTERS]
        made.append(Touch(2, RULE, True))
        new = {ordinal: path for path, ordinal in self._created.items()}
        for ordinal in range(3, CONVERSATIONS + 1):
            if ordinal in STILL:
                continue
            if ordinal in new:
                made.append(Touch(ordinal, new[ordinal], True))
            made += [Touch(ordinal, path, False) for path in sorted(self._changed(ordinal))]
        return made

    def _days_before(self, ordinal: int, least: int, most: int) -> int:
        start = self._conversations[ordinal - 1].start
        able = [
            one.ordinal
            for one in self._conversations
            if least <= (start - one.end).days <= most and one.ordinal + 50 < ordinal
        ]
        if not able or able[-1] < 45:
            raise MissError("no decision of a month and a half ago")
        return able[-1]

    def _creations(self) -> dict[str, int]:
        """By path the conversation that creates it; those of the cases where the cases need them."""
        fixed = {
            EDITOR: self._rng.randrange(28, self._editor_last - 8),
            INTEGRATIONS: self._rng.randrange(120, 150),
            NAMING: self._rng.randrange(80, 120),
            AT_REST: self._rng.randrange(50, 62),
        }
        names = [f"{FOLDER}/{name}.md" for name in OTHERS]
        self._rng.shuffle(names)
        free = [ordinal for ordinal in range(21, 256) if ordinal not in fixed.values()]
        if len(set(fixed.values())) < len(fixed):
            raise MissError("two files at once")
        ordinals = sorted(self._rng.sample(free, len(names) - 1))
        return fixed | dict(zip(names, [*ordinals, LAST_NEW], strict=True))

    def _changed(self, ordinal: int) -> set[str]:
        chosen: set[str] = set()
        if self._rng.random() < 0.6 or ordinal in (3, 10, 11, 19, 272):
            chosen.add(f"{FOLDER}/{self._rng.choice(REGISTERS)}.md")
        if self._rng.random() < 0.5:
            hot = [path for path in self._hot(ordinal) if self._may_change(path, ordinal)]
            chosen |= {self._rng.choice(hot)} if hot else set()
        if ordinal - self._created[AT_REST] in (4, 9):
            chosen.add(AT_REST)
        if ordinal == self._editor_last:
            chosen.add(EDITOR)
        if ordinal == INTEGRATIONS_READ - 12:
            chosen.add(INTEGRATIONS)
        return chosen

    def _hot(self, ordinal: int) -> list[str]:
        """The three files of this stretch of conversations."""
        begun = ordinal // HOT * HOT
        there = sorted(path for path, created in self._created.items() if created < begun)
        return Random(f"hot {begun} {self._editor_last}").sample(there, min(3, len(there)))

    def _may_change(self, path: str, ordinal: int) -> bool:
        if path == EDITOR:
            return not self._editor_last < ordinal <= EDITOR_READ
        if path == AT_REST:
            return ordinal < self._resting
        if path == INTEGRATIONS:
            return not INTEGRATIONS_READ - 12 < ordinal <= INTEGRATIONS_READ
        return True


def _grown(rng: Random, touched: Sequence[Touch]) -> list[int]:
    """Characters that each touch adds."""
    made = [0] * len(touched)
    made[: len(REGISTERS)] = FIRST_REGISTERS
    made[len(REGISTERS)] = RULE_CHARS
    for first, last, total in GROWTH:
        places = [place for place, touch in enumerate(touched) if first <= touch.ordinal <= last]
        if not places:
            raise MissError("nobody writes")
        sizes = dealt(total, [math.exp(rng.gauss(0, 0.6)) for _ in places], min(60, total // len(places)))
        for place, size in zip(places, sizes, strict=True):
            made[place] = size
    return made


def _main_writes(
    conversations: Sequence[Conversation], touched: Sequence[Touch], grown: Sequence[int]
) -> Iterator[Write]:
    chars: dict[str, int] = {}
    number: dict[int, int] = {}
    for touch, size in zip(touched, grown, strict=True):
        chars[touch.path] = chars.get(touch.path, 0) + size
        place = number[touch.ordinal] = number.get(touch.ordinal, -1) + 1
        end = conversations[touch.ordinal - 1].end
        yield Write(touch.path, touch.ordinal, end - _MAIN + place * _STEP, end, chars[touch.path])


def _edits(writes: Sequence[Write], conversations: Sequence[Conversation]) -> Iterator[Write]:
    """Two edits by hand: one of the file at rest, one of a file that a conversation changes before a read."""
    last: dict[str, Write] = {}
    following: dict[Write, Write] = {}
    for write in writes:
        if write.path in last:
            following[last[write.path]] = write
        last[write.path] = write
    rested = last[AT_REST]
    if rested.chars < _EDITED_CHARS:
        raise MissError("the file at rest is too short to be edited")
    yield _edit(rested, _gap(conversations, rested.commit + timedelta(days=_EDITED_AFTER[0])))
    for write, after in following.items():
        at = write.commit + timedelta(days=_EDITED_AFTER[1])
        apart = write.section != "register" and write.path not in (EDITOR, INTEGRATIONS)
        if apart and write.ordinal > 60 and write.chars >= _EDITED_CHARS and at < after.at:
            gap = _gap(conversations, at)
            if gap < after.at - timedelta(hours=4):
                yield _edit(write, gap)
                return
    raise MissError("no file rests for an edit")


def _edit(write: Write, at: datetime) -> Write:
    return Write(write.path, 0, at, at, write.chars, "outside")


def _gap(conversations: Iterable[Conversation], after: datetime) -> datetime:
    """The first moment after a conversation's end from then on."""
    return next(one.end for one in conversations if one.end >= after) + _AFTER


def _logs(conversations: Sequence[Conversation], silent: set[int]) -> Iterator[Write]:
    number: dict[str, int] = {}
    for one in conversations:
        if one.ordinal in silent:
            continue
        day = f"{one.end:%Y-%m-%d}"
        number[day] = number.get(day, 0) + 1
        path = f"{FOLDER}/dialogs/{day}-{number[day]:02d}.md"
        yield Write(path, one.ordinal, one.end - _LOG, one.end, 0)


def _excluded(rng: Random, conversations: Sequence[Conversation]) -> Iterator[Write]:
    able = [one.ordinal for one, after in pairwise(conversations) if after.start - one.end > 2 * _AFTER]
    early = [ordinal for ordinal in able if 40 <= ordinal < 250]
    late = [ordinal for ordinal in able if 258 <= ordinal < 270]
    if len(late) < EXCLUDED_LATE:
        raise MissError("no room for a log of an excluded thread")
    chosen = sorted([*rng.sample(early, EXCLUDED_EARLY), *rng.sample(late, EXCLUDED_LATE)])
    for ordinal in chosen:
        at = conversations[ordinal - 1].end + _AFTER
        yield Write(f"{FOLDER}/dialogs/{at:%Y-%m-%d}-{ordinal:03d}-sub.md", 0, at, at, 0, "excluded")


def ends_right(made: Archive) -> bool:
    """Whether 300 files stand at the end, 263 of them logs."""
    paths = {write.path for write in made.writes}
    return len(paths) == 300 and sum(not is_main(path) for path in paths) == 263
