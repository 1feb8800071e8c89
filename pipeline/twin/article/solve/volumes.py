"""How many files each conversation reads, and how many characters of the main sections."""

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from random import Random

from pipeline.twin.article.solve.miss import MissError
from pipeline.twin.article.solve.plan import (
    CONVERSATIONS,
    EDITOR_READ,
    INTEGRATIONS_READ,
    LATE,
    MIDDLE,
    RULE_READ,
    Archive,
)

P90, MEDIAN = Fraction(5, 39), Fraction(3, 151)
EARLY_FILES = (1, 1, 2, 2, 2, 2, 3, 3, 3, 4, 4, 3, 3, 5, 5, 5, 5, 8, 6)
"""Distinct files read by the conversations 2 to 20."""
EARLY_CHARS = {8: 2_930, 12: 4_400, 16: 3_710, 17: 5_240, 19: 6_860}
"""Main characters read by the five of them that read any."""
ABOVE = 8
"""Later conversations whose share is above the 90th percentile."""
ZEROS, LATE_ZEROS = 31, 3
FEWER, MORE = (0, 0, 0, 1, 2, 2, 3, 3, 3), (5, 5, 5, 5, 5, 6, 6, 6, 6)
"""Files read by those of the last 30 that read other than four."""
EDGE = {257: 5_370, 258: 5_430, 270: 4_255, 271: 4_265}
"""Main characters read where a median or a ratio of medians is decided; each of these reads four files."""
LOW = (1_180, 1_960, 2_440, 2_870, 3_210, 3_650)
BETWEEN = (4_790, 5_050)
HIGH = (5_930, 6_340, 6_710, 7_180, 7_660, 8_240, 9_050, 9_880, 11_200, 13_400)
PEARSON, SPEARMAN = 0.2600, 0.2700
NEAR = 0.002
CASES = (RULE_READ, INTEGRATIONS_READ, EDITOR_READ)
_TRIES = 60_000


def files_read(rng: Random, archive: Archive) -> dict[int, int]:
    """By ordinal the distinct files of the memory at its start that a conversation reads."""
    there = {ordinal: archive.files(ordinal) for ordinal in range(2, CONVERSATIONS + 1)}
    made = dict(zip(range(2, 21), EARLY_FILES, strict=True)) | _late(rng)
    at_p90, at_median = _standing(there, 39), _standing(there, 151)
    kept = {*CASES, at_p90, at_median}
    free = [ordinal for ordinal in MIDDLE if ordinal not in kept]
    made |= {ordinal: _drawn(rng, there[ordinal]) for ordinal in MIDDLE}
    made |= {ordinal: rng.choice((4, 5)) for ordinal in CASES}
    made |= {at_p90: 5, at_median: 3}
    for ordinal in rng.sample([one for one in free if there[one] < 47], ABOVE):
        made[ordinal] = math.floor(there[ordinal] * P90) + 1
        free.remove(ordinal)
    for ordinal in rng.sample(free, ZEROS - LATE_ZEROS):
        made[ordinal] = 0
    _balance(rng, made, there, [ordinal for ordinal in free if made[ordinal]])
    return dict(sorted(made.items()))


def _standing(there: Mapping[int, int], files: int) -> int:
    found = [ordinal for ordinal, number in there.items() if number == files]
    if not found or found[0] in CASES:
        raise MissError(f"no conversation begins with {files} files")
    return found[0]


def _drawn(rng: Random, there: int) -> int:
    """Mostly three or four, and never above the 90th percentile."""
    number = rng.choices((1, 2, 3, 4, 5, 6, 7), (6, 13, 38, 32, 7, 3, 1))[0]
    return max(1, min(number, math.ceil(there * P90) - 1))


def _late(rng: Random) -> dict[int, int]:
    others = [ordinal for ordinal in LATE if ordinal not in EDGE]
    before = rng.sample([ordinal for ordinal in others if ordinal < 257], 5)
    after = rng.sample([ordinal for ordinal in others if ordinal > 258], 3)
    rest = [ordinal for ordinal in others if ordinal not in before and ordinal not in after]
    counts = [*FEWER, *MORE]
    rng.shuffle(counts)
    return dict.fromkeys([*EDGE, *before, *after], 4) | dict(zip(rest, counts, strict=True))


def _balance(rng: Random, made: dict[int, int], there: Mapping[int, int], free: Sequence[int]) -> None:
    """Moves single files until as many shares lie below the median as above."""
    half = len(made) // 2

    def shares() -> list[Fraction]:
        return [Fraction(files, there[ordinal]) for ordinal, files in made.items()]

    while (above := sum(share > MEDIAN for share in shares())) > half:
        able = [o for o in free if made[o] > 1 and made[o] > MEDIAN * there[o] > made[o] - 1]
        _move(rng, made, able, -1, above)
    while (below := sum(share < MEDIAN for share in shares())) > half:
        able = [o for o in free if made[o] < MEDIAN * there[o] < made[o] + 1]
        _move(rng, made, able, 1, below)
    if sum(share > MEDIAN for share in shares()) > half:
        raise MissError("the median of the shares is not met")


def _move(rng: Random, made: dict[int, int], able: Sequence[int], by: int, beyond: int) -> None:
    if not able:
        raise MissError(f"{beyond} shares on one side of the median")
    made[rng.choice(able)] += by


def main_chars_read(rng: Random, archive: Archive, files: Mapping[int, int]) -> dict[int, int]:
    """By ordinal the characters of main sections that a conversation reads."""
    made = dict.fromkeys(files, 0) | EARLY_CHARS | _late_chars(rng, files)
    able = [ordinal for ordinal in MIDDLE if files[ordinal]]
    for ordinal in able:
        if ordinal in CASES or rng.random() < 0.6:
            made[ordinal] = 10 * round(min(11_000, max(600, math.exp(rng.gauss(8.3, 0.5)))) / 10)
    there = {ordinal: archive.main_chars(ordinal) for ordinal in files}
    _Correlated(there, made).swap(rng, [ordinal for ordinal in able if ordinal not in CASES])
    return made


def _late_chars(rng: Random, files: Mapping[int, int]) -> dict[int, int]:
    """Eight of the last 30 read nothing of the main sections; those who read much read several files."""
    others = [ordinal for ordinal in LATE if ordinal not in EDGE and files[ordinal]]
    zeros = set(rng.sample(others, len(others) - len(LOW) - len(BETWEEN) - len(HIGH)))
    readers = sorted((ordinal for ordinal in others if ordinal not in zeros), key=lambda o: (files[o], o))
    return EDGE | dict(zip(readers, [*LOW, *BETWEEN, *HIGH], strict=True))


class _Correlated:
    """Both coefficients of two columns, kept while values of the second are swapped."""

    def __init__(self, x: Mapping[int, int], y: dict[int, int]) -> None:
        self._x, self._y = x, y
        self._of_x, self._of_y = _ranks([*x.values()]), _ranks([*y.values()])
        self._values = (_centred(x), _centred({o: self._of_x[value] for o, value in x.items()}))
        self._scale = tuple(
            math.sqrt(sum(v * v for v in xs.values()) * sum(v * v for v in ys.values()))
            for xs, ys in zip(self._values, (_centred(y), _centred(self._ranked())), strict=True)
        )
        self._sums = [
            sum(xs[o] * ys[o] for o in x)
            for xs, ys in zip(self._values, (_centred(y), _centred(self._ranked())), strict=True)
        ]

    def _ranked(self) -> dict[int, float]:
        return {ordinal: self._of_y[value] for ordinal, value in self._y.items()}

    def swap(self, rng: Random, able: Sequence[int]) -> None:
        """Swaps values until both coefficients are met. Raises MissError where that takes too long."""
        for _ in range(_TRIES):
            if self._off(self._sums) < NEAR:
                return
            one, other = rng.choice(able), rng.choice(able)
            sums = self._after(one, other)
            if self._off(sums) < self._off(self._sums):
                self._y[one], self._y[other] = self._y[other], self._y[one]
                self._sums = sums
        raise MissError("the coefficients are not met")

    def _after(self, one: int, other: int) -> list[float]:
        value, rank = self._y[other] - self._y[one], self._of_y[self._y[other]] - self._of_y[self._y[one]]
        return [
            total + (xs[one] - xs[other]) * by
            for total, xs, by in zip(self._sums, self._values, (value, rank), strict=True)
        ]

    def _off(self, sums: Sequence[float]) -> float:
        pearson, spearman = (total / scale for total, scale in zip(sums, self._scale, strict=True))
        return math.hypot(pearson - PEARSON, spearman - SPEARMAN)


def _ranks(values: Sequence[int]) -> dict[int, float]:
    """By value its rank; equal values share the mean of their places."""
    ordered = sorted(values)
    return {value: ordered.index(value) + (ordered.count(value) + 1) / 2 for value in set(values)}


def _centred(values: Mapping[int, float]) -> dict[int, float]:
    mean = sum(values.values()) / len(values)
    return {key: value - mean for key, value in values.items()}
