"""Medians and percentiles that no whole numbers, or no ratios within bounds, can give."""

from fractions import Fraction
from math import ceil, floor

from pipeline.audit.arithmetic.finding import Finding, prints, scale
from pipeline.audit.ledger import Claim
from pipeline.audit.made_of import QuantileOf
from pipeline.audit.printed import Admitted, exactly

FINEST = 100_000
"""A percentile that falls between two values at a finer part than one in this many is not checked."""
PAIRED = 1_000
"""Up to this denominator all pairs of two ratios are tried."""


def quantile(claim: Claim, made: QuantileOf) -> Finding | None:
    """A quantile of n values by linear interpolation. None: too fine a place to be checked."""
    part = (made.n - 1) * exactly(made.q) % 1
    if part.denominator > FINEST:
        return None
    interval = _cut(prints(claim), made)
    if made.of == "whole numbers":
        found = _of_wholes(interval, made, part)
        between = (
            "a whole number"
            if part == 0
            else f"{said_part(1 - part)} of one whole number and {said_part(part)} of another"
        )
        what = (
            f"{found} prints so"
            if found
            else f"it is {between} of {made.n:,}, and none prints as {claim.printed}"
        )
        return Finding("quantile", (claim.id,), found is not None, what, claim.ambiguous)
    return _of_ratios(claim, made, interval.times(1 / scale(claim)), part)


def said_part(part: Fraction) -> str:
    """A part of one, as decimals where they are exact."""
    return f"{float(part):g}"


def _cut(interval: Admitted, made: QuantileOf) -> Admitted:
    """What is admitted and within the stated bounds of the values."""
    low, low_open, high, high_open = interval.low, interval.low_open, interval.high, interval.high_open
    if made.least is not None and (low is None or exactly(made.least) > low):
        low, low_open = exactly(made.least), False
    if made.most is not None and (high is None or exactly(made.most) < high):
        high, high_open = exactly(made.most), False
    return Admitted(low, high, low_open, high_open)


def _of_wholes(interval: Admitted, made: QuantileOf, part: Fraction) -> str | None:
    least = None if made.least is None else ceil(exactly(made.least))
    most = None if made.most is None else floor(exactly(made.most))
    for apart in range(part.denominator):
        shift = apart * part
        low = interval.low if interval.low is not None else (least if least is not None else None)
        base = ceil(low - shift) if low is not None else floor((interval.high or Fraction(0)) - shift)
        for lower in (base, base + 1):
            upper = lower + apart
            inside = (least is None or lower >= least) and (most is None or upper <= most)
            if inside and interval.holds(lower + shift):
                return f"{lower:,}" if apart == 0 else f"{lower:,} and {upper:,}"
    return None


def _of_ratios(claim: Claim, made: QuantileOf, interval: Admitted, part: Fraction) -> Finding | None:
    found = _single(interval, made)
    if found:
        return Finding("quantile", (claim.id,), True, f"{found} prints so", claim.ambiguous)
    denominators = made.denominators or (1, 1)
    where = f"with {denominators[0]:,} to {denominators[1]:,} below the line"
    if part == 0:
        message = f"it is one ratio of whole numbers {where}, and none prints as {claim.printed}"
        return Finding("quantile", (claim.id,), False, message, claim.ambiguous)
    if denominators[1] > PAIRED:
        return None
    pair = _pair(interval, made, part)
    message = f"{pair} give it" if pair else f"no two ratios {where} give {claim.printed}"
    return Finding("quantile", (claim.id,), pair is not None, message, claim.ambiguous)


def _tops(low: Fraction, high: Fraction, below: int, made: QuantileOf) -> range:
    """The whole numbers above the line for which the ratio lies from low to high."""
    least, most = made.numerators or (0, below)
    return range(max(least, ceil(low * below), 0), min(most, floor(high * below), below) + 1)


def _single(interval: Admitted, made: QuantileOf) -> str | None:
    first, last = made.denominators or (1, 1)
    low, high = interval.low or Fraction(0), Fraction(1) if interval.high is None else interval.high
    for below in range(first, last + 1):
        for above in _tops(low, high, below, made):
            if interval.holds(Fraction(above, below)):
                return f"{above:,}/{below:,}"
    return None


def _pair(interval: Admitted, made: QuantileOf, part: Fraction) -> str | None:
    """Two ratios, the lower first, of which the interpolation is admitted; the lower lies below it."""
    import numpy as np

    ratios = _all(made)
    floats = np.array([float(one) for one in ratios])
    low = float(interval.low) if interval.low is not None else 0.0
    high = float(interval.high) if interval.high is not None else 1.0
    slack = 1e-9
    first = np.searchsorted(floats, (low - float(1 - part) * floats) / float(part) - slack)
    last = np.searchsorted(floats, (high - float(1 - part) * floats) / float(part) + slack)
    for at in np.flatnonzero(last > first):
        lower = ratios[at]
        for upper in ratios[max(first[at], at) : last[at]]:
            if interval.holds((1 - part) * lower + part * upper):
                return f"{lower} and {upper}"
    return None


def _all(made: QuantileOf) -> list[Fraction]:
    first, last = made.denominators or (1, 1)
    found = {
        Fraction(above, below)
        for below in range(first, last + 1)
        for above in _tops(Fraction(0), Fraction(1), below, made)
    }
    return sorted(found)
