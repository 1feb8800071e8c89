"""How often each file is read: accesses above one each, until every total and percentile is met."""

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random

from pipeline.twin.article.solve.choosing import Pair
from pipeline.twin.article.solve.miss import MissError
from pipeline.twin.article.solve.plan import is_main

DETERMINABLE, EXCLUDED = 1_384, 58
LONG, NEAR = 137, 680
"""Accesses at more than 50 conversations and 20 days, and at three conversations or less."""
MIDDLE = (DETERMINABLE // 2 - 1, DETERMINABLE // 2)
"""Places, from 0, of the two accesses whose mean is the median distance."""
_OFTEN, _IN_ALL = 4, 17
"""Accesses to one file by one conversation, and to all."""
_LEAST = 150
"""Characters of a range below which it is not cut again."""


def repeat(rng: Random, pairs: Sequence[Pair]) -> None:
    """Adds accesses to pairs. Raises MissError where there are too many already or too few can be added."""
    held = Counter(pair.group for pair in pairs)
    wanted = {"excluded": EXCLUDED, "long": LONG - held["extreme"], "near": NEAR}
    wanted["between"] = DETERMINABLE - LONG - NEAR - held["edge"]
    total = Counter(pair.ordinal for pair in pairs)
    for group, number in wanted.items():
        able = [pair for pair in pairs if pair.group == group]
        _fill(rng, able, number - held[group], total, group)
    if not (_within(pairs, 3) <= MIDDLE[0] and _within(pairs, 4) > MIDDLE[1]):
        raise MissError("the median distance is not met")


def _within(pairs: Sequence[Pair], distance: int) -> int:
    """Accesses with a distance of at most so many conversations."""
    return sum(len(pair.chars) for pair in pairs if 0 < pair.found.distance <= distance)


def _fill(rng: Random, able: list[Pair], missing: int, total: Counter[int], group: str) -> None:
    if missing < 0:
        raise MissError(f"{-missing} reads too many: {group}")
    while missing:
        able = [pair for pair in able if _may_repeat(pair, total)]
        if not able:
            raise MissError(f"{missing} reads too few: {group}")
        for pair in rng.sample(able, min(missing, len(able) // 3 + 1)):
            if _may_repeat(pair, total):
                _again(pair)
                total[pair.ordinal] += 1
                missing -= 1


def _may_repeat(pair: Pair, total: Mapping[int, int]) -> bool:
    if len(pair.chars) >= _OFTEN or total[pair.ordinal] >= _IN_ALL:
        return False
    return not is_main(pair.path) or max(pair.chars) >= 2 * _LEAST


def _again(pair: Pair) -> None:
    """One more access: a log is read whole again, the longest range of a main file falls into two."""
    if not is_main(pair.path):
        pair.chars.append(pair.chars[0])
        return
    longest = pair.chars.index(max(pair.chars))
    whole = pair.chars[longest]
    pair.chars[longest : longest + 1] = [whole // 2, whole - whole // 2]
