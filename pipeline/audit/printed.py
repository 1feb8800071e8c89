"""What a printed number admits: all values that would have been printed so."""

import calendar
from dataclasses import dataclass
from datetime import date, timedelta
from fractions import Fraction
from typing import Any

from pipeline.audit.rounding import STEPS, Bound, Exact, Rounding

NEAR = Fraction(1, 10**9)
"""How far, as a part of the value, a measured float may lie beyond a closed end: its own inexactness."""

Number = int | float | Fraction


@dataclass(frozen=True, slots=True)
class Admitted:
    """The numbers from `low` to `high`; None: no end on that side. An open end is not admitted itself."""

    low: Fraction | None
    high: Fraction | None
    low_open: bool = False
    high_open: bool = False

    def holds(self, number: Number) -> bool:
        """Whether the number is admitted; a float may lie beyond a closed end by `NEAR`, and must stay as
        far from an open one."""
        value = exactly(number)
        slack = abs(value) * NEAR if isinstance(number, float) else Fraction(0)
        above = self.low is None or (value > self.low + slack if self.low_open else value >= self.low - slack)
        below = self.high is None or (
            value < self.high - slack if self.high_open else value <= self.high + slack
        )
        return above and below

    def off(self, number: Number) -> float:
        """How far the number lies outside; 0 where it is admitted or stands at an open end."""
        value = exactly(number)
        if self.holds(number):
            return 0.0
        if self.low is not None and value < self.low:
            return float(self.low - value)
        return float(value - self.high) if self.high is not None and value > self.high else 0.0

    def times(self, factor: Fraction) -> "Admitted":
        """The same numbers, each times a factor above 0."""
        low = None if self.low is None else self.low * factor
        high = None if self.high is None else self.high * factor
        return Admitted(low, high, self.low_open, self.high_open)


def exactly(number: Number) -> Fraction:
    """The number as it is written: 12.82 is 1282/100, although no float is."""
    return Fraction(repr(number)) if isinstance(number, float) else Fraction(number)


def admitted(value: Any, rounding: Rounding) -> Admitted:
    """The numbers that print as the value does: rounded half up to decimals or a step, about, bounded, exact.

    "About" admits both ends of its interval, since the word is generous. A date or a month is its days,
    counted from year 1; true and false are 1 and 0.
    """
    if isinstance(value, tuple):
        return Admitted(exactly(value[0]), exactly(value[1]))
    if isinstance(value, str):
        return _days(value, rounding)
    number = exactly(value)
    if isinstance(rounding, Bound):
        return _bounded(number, number, rounding)
    half = _half(rounding)
    return Admitted(number - half, number + half, high_open=rounding.kind == "rounded")


def _half(rounding: Any) -> Fraction:
    if isinstance(rounding, Exact):
        return Fraction(0)
    within = getattr(rounding, "within", None)
    if within is not None:
        return exactly(within)
    step = Fraction(STEPS[rounding.to]) if rounding.to else Fraction(1, 10**rounding.decimals)
    return step / 2


def _days(text: str, rounding: Rounding) -> Admitted:
    first, last = (Fraction(day.toordinal()) for day in span(text))
    return _bounded(first, last, rounding) if isinstance(rounding, Bound) else Admitted(first, last)


def _bounded(low: Fraction, high: Fraction, rounding: Bound) -> Admitted:
    if rounding.kind == "at-most":
        return Admitted(None, high, high_open=rounding.strict)
    return Admitted(low, None, low_open=rounding.strict)


def span(text: str) -> tuple[date, date]:
    """First and last day of a day (YYYY-MM-DD) or a month (YYYY-MM)."""
    if len(text) > len("2026-01"):
        day = date.fromisoformat(text)
        return day, day
    year, month = map(int, text.split("-"))
    first = date(year, month, 1)
    return first, first + timedelta(days=calendar.monthrange(year, month)[1] - 1)
