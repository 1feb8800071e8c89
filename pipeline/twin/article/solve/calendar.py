"""When each conversation takes place, and what kind it is."""

from collections import Counter
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from random import Random

from pipeline.twin.article.solve.miss import MissError
from pipeline.twin.article.solve.plan import (
    CONVERSATIONS,
    DETAILED,
    EDITOR_READ,
    INTEGRATIONS_READ,
    LARGEST_DISTANCE,
    RULE_READ,
    Conversation,
)

FIRST, TURN, SPARSE, LAST = date(2026, 2, 3), date(2026, 4, 23), date(2026, 5, 17), date(2026, 7, 22)
ACTIVE = ((FIRST, TURN, 26), (TURN, SPARSE, 10), (SPARSE, LAST + timedelta(days=1), 9))
"""Spans with their active days."""
OF_WORK = [1] * 8 + [2] * 12 + [3] * 5 + [4] * 4 + [20, 16, 14, 13, 12, 11, 10, 9, 9, 8, 8, 7, 6, 6, 5, 5]
"""Conversations of work on the 45 active days."""
OTHERS = 50
RECAPS = {"none": 113, "link": 88, "brief": 19, "detailed": 2}
WORK = (1, 2, RULE_READ, INTEGRATIONS_READ, EDITOR_READ, *DETAILED)
"""Conversations that must be of work."""
_DAY = (7 * 60, 18 * 60 + 30)
_FIRST_DAY = (12 * 60 + 5, 18 * 60 + 30)
"""Minutes of the day between which conversations begin; the rule is written in an afternoon."""
_CASE_MINUTES = 46
_LONGEST_PAUSE = timedelta(days=17)


def calendar(rng: Random) -> list[Conversation]:
    """All conversations in order. Raises MissError where the days drawn do not fit."""
    work = _work(rng)
    others = _others(rng, work)
    days = sorted({*work, *others})
    if any(later - earlier > _LONGEST_PAUSE for earlier, later in pairwise(days)):
        raise MissError("a long pause")
    if len({day.month for day in days}) < 6 or work[FIRST] + others[FIRST] not in (3, 4, 5):
        raise MissError("an empty month or a full first day")
    spans = [span for day in days for span in _spans(rng, day, work[day] + others[day])]
    kinds = _kinds(rng, [span[0].date() for span in spans], work)
    recaps = _recaps(rng, kinds)
    made = [
        Conversation(number, start, end, kinds[number - 1], recaps[number - 1])
        for number, (start, end) in enumerate(spans, 1)
    ]
    _check(made)
    return made


def _work(rng: Random) -> Counter[date]:
    days: list[date] = []
    for begin, end, active in ACTIVE:
        fixed = {FIRST, TURN, LAST} & {begin, end - timedelta(days=1)}
        free = [begin + timedelta(days=n) for n in range((end - begin).days)]
        free = [day for day in free if day not in fixed]
        days += sorted([*fixed, *rng.sample(free, active - len(fixed))])
    counts = list(OF_WORK)
    rng.shuffle(counts)
    small = counts.index(3)
    counts[0], counts[small] = counts[small], counts[0]
    return Counter(dict(zip(days, counts, strict=True)))


def _others(rng: Random, work: Counter[date]) -> Counter[date]:
    """Exactly 156 conversations lie before the day on which the rule is read."""
    before = RULE_READ - 1 - sum(count for day, count in work.items() if day < TURN)
    if not 0 <= before <= OTHERS:
        raise MissError("too many or too few conversations of work before the turn")
    made: Counter[date] = Counter()
    for begin, end, number in ((FIRST, TURN, before), (TURN, LAST, OTHERS - before)):
        active = sorted(day for day in work if begin <= day < end)
        for _ in range(number):
            anywhere = rng.random() < 0.2
            made[
                begin + timedelta(days=rng.randrange((end - begin).days)) if anywhere else rng.choice(active)
            ] += 1
    return made


def _spans(rng: Random, day: date, number: int) -> list[tuple[datetime, datetime]]:
    """Start and end of each conversation of a day, none inside another."""
    first, last = _FIRST_DAY if day == FIRST else _DAY
    length = min(130.0, (last - first) / number)
    midnight = datetime(day.year, day.month, day.day, tzinfo=UTC)
    made = []
    for place in range(number):
        start = first + place * length + rng.uniform(0, min(8, 0.15 * length))
        minutes = min(rng.uniform(13, 40), 0.75 * length)
        if day == TURN and place == 0:
            minutes = _CASE_MINUTES
            start = first + rng.uniform(1, 6)
        if minutes < 13 or start + minutes > first + (place + 1) * length - 3:
            raise MissError("a day without room")
        made.append((midnight + _seconds(start), midnight + _seconds(start + minutes)))
    return made


def _seconds(minutes: float) -> timedelta:
    return timedelta(seconds=round(60 * minutes))


def _kinds(rng: Random, days: list[date], work: Counter[date]) -> list[str]:
    made: list[str] = []
    for day, number in sorted(Counter(days).items()):
        first = len(made) + 1
        needed = [place for place in WORK if first <= place < first + number]
        if len(needed) > work[day]:
            raise MissError("a case on a day without work")
        free = [place for place in range(first, first + number) if place not in needed]
        chosen = {*needed, *rng.sample(free, work[day] - len(needed))}
        for place in range(first, first + number):
            other = "informational" if rng.random() < 0.6 else "administrative"
            made.append("work" if place in chosen else other)
    return made


def _recaps(rng: Random, kinds: list[str]) -> list[str]:
    fixed = {1: "none", 2: "none", RULE_READ: "none", INTEGRATIONS_READ: "link", EDITOR_READ: "none"}
    fixed |= dict.fromkeys(DETAILED, "detailed")
    left = Counter(RECAPS) - Counter(fixed.values())
    drawn = [recap for recap, count in sorted(left.items()) for _ in range(count)]
    rng.shuffle(drawn)
    coming = iter(drawn)
    return [
        "" if kind != "work" else fixed[number] if number in fixed else next(coming)
        for number, kind in enumerate(kinds, 1)
    ]


def _check(made: list[Conversation]) -> None:
    if len(made) != CONVERSATIONS or made[RULE_READ - 1].start.date() != TURN:
        raise MissError("another number of conversations")
    if made[INTEGRATIONS_READ - 1].start.month != 5:
        raise MissError("a case outside its month")
    far = zip(made, made[LARGEST_DISTANCE:], strict=False)
    if not any((later.start - earlier.end).days <= 81 for earlier, later in far):
        raise MissError("no dense stretch")
