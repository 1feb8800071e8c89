"""Numbers that whole numbers give: counts, shares of a count, means of counts."""

from collections.abc import Iterator
from fractions import Fraction
from math import ceil, floor

from pipeline.audit.arithmetic.finding import Finding, prints, said, scale
from pipeline.audit.ledger import Claim
from pipeline.audit.made_of import CountOf, MeanOf, ShareOf
from pipeline.audit.printed import Admitted, exactly


def count(claim: Claim, made: CountOf) -> Finding:
    """A whole number from 0, and of n at most."""
    whole = next(_wholes(prints(claim), Fraction(0), None if made.n is None else Fraction(made.n)), None)
    limit = "" if made.n is None else f" from 0 to {made.n:,}"
    message = f"no whole number{limit} prints as {claim.printed}" if whole is None else f"{whole:,} prints so"
    return Finding("count", (claim.id,), whole is not None, message, claim.ambiguous)


def share(claim: Claim, made: ShareOf) -> Finding:
    """A whole number of n, as a share."""
    per, interval = scale(claim) / made.n, prints(claim)
    if made.k is not None:
        ok = made.k <= made.n and interval.holds(made.k * per)
        message = f"{made.k:,} of {made.n:,} is {_share(made.k, per, claim)}"
        return Finding("share", (claim.id,), ok, message, claim.ambiguous)
    k = next(_wholes(interval.times(1 / per), Fraction(0), Fraction(made.n)), None)
    if k is not None:
        message = f"{k:,} of {made.n:,} is {_share(k, per, claim)}"
        return Finding("share", (claim.id,), True, message, claim.ambiguous)
    near = _beside(interval, per, Fraction(0), Fraction(made.n))
    shown = ", ".join(f"{one:,} give {_share(one, per, claim)}" for one in near)
    message = f"no whole number of {made.n:,} prints as {claim.printed}: {shown}"
    return Finding("share", (claim.id,), False, message, claim.ambiguous)


def mean(claim: Claim, made: MeanOf) -> Finding:
    """A mean of n whole numbers: some whole total over n."""
    low = None if made.least is None else ceil(exactly(made.least)) * Fraction(made.n)
    high = None if made.most is None else floor(exactly(made.most)) * Fraction(made.n)
    interval, per = prints(claim), Fraction(1, made.n)
    total = next(_wholes(interval.times(Fraction(made.n)), low, high), None)
    if total is not None:
        message = f"a total of {total:,} over {made.n:,} is {said(total * per)}"
        return Finding("mean", (claim.id,), True, message, claim.ambiguous)
    near = _beside(interval, per, low, high)
    shown = ", ".join(f"{one:,} give {said(one * per)}" for one in near)
    message = f"no whole total over {made.n:,} has the mean {claim.printed}" + (f": {shown}" if shown else "")
    return Finding("mean", (claim.id,), False, message, claim.ambiguous)


def _wholes(interval: Admitted, least: Fraction | None, most: Fraction | None) -> Iterator[int]:
    """The whole numbers that are admitted and lie between least and most, from the lowest on."""
    lows = [one for one in (interval.low, least) if one is not None]
    highs = [one for one in (interval.high, most) if one is not None]
    at = ceil(max(lows)) if lows else floor(min(highs)) if highs else 0
    while not highs or at <= min(highs):
        if interval.holds(at) and all(at >= one for one in lows):
            yield at
        at += 1


def _beside(interval: Admitted, per: Fraction, least: Fraction | None, most: Fraction | None) -> list[int]:
    """The whole numbers next below and next above what is admitted."""
    middle = interval.low if interval.low is not None else interval.high
    if middle is None:
        return []
    at = floor(middle / per)
    return [one for one in (at, at + 1) if (least is None or one >= least) and (most is None or one <= most)]


def _share(k: int, per: Fraction, claim: Claim) -> str:
    return f"{float(k * per):.4f} %" if claim.unit == "percent" else f"{float(k * per):.6f}"
