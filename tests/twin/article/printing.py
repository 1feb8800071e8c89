"""Plain statistics in whole fractions, and numbers as an article prints them: rounded half up."""

import math
from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

Number = int | Fraction


def quantile(values: Sequence[Number], q: Fraction, kind: int = 7) -> Fraction:
    """A quantile of the types 5 to 8 of Hyndman and Fan."""
    ordered = sorted(values)
    n = len(ordered)
    place = {
        5: n * q + Fraction(1, 2),
        6: (n + 1) * q,
        7: (n - 1) * q + 1,
        8: (n + Fraction(1, 3)) * q + Fraction(1, 3),
    }[kind]
    low = min(max(math.floor(place), 1), n)
    high = min(low + 1, n)
    return ordered[low - 1] + (place - low) * Fraction(ordered[high - 1] - ordered[low - 1])


def median(values: Sequence[Number]) -> Fraction:
    return quantile(values, Fraction(1, 2))


def p90(values: Sequence[Number], kind: int = 7) -> Fraction:
    return quantile(values, Fraction(9, 10), kind)


def pearson(x: Sequence[Number], y: Sequence[Number]) -> float:
    mean_x, mean_y = Fraction(sum(x), len(x)), Fraction(sum(y), len(y))
    both = sum((a - mean_x) * (b - mean_y) for a, b in zip(x, y, strict=True))
    of_x, of_y = sum((a - mean_x) ** 2 for a in x), sum((b - mean_y) ** 2 for b in y)
    return float(both) / math.sqrt(of_x * of_y)


def spearman(x: Sequence[Number], y: Sequence[Number]) -> float:
    return pearson(_ranks(x), _ranks(y))


def _ranks(values: Sequence[Number]) -> list[Fraction]:
    """Equal values share the mean of their places."""
    ordered = sorted(values)
    mean = {value: ordered.index(value) + Fraction(ordered.count(value) + 1, 2) for value in set(values)}
    return [mean[value] for value in values]


def printed(value: Number | float, decimals: int = 0) -> str:
    exact = Fraction(value)
    number = Decimal(exact.numerator) / Decimal(exact.denominator)
    return f"{number.quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP):,}"


def percent(share: Number, decimals: int = 2) -> str:
    return f"{printed(100 * share, decimals)} %"
