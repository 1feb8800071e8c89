"""Claims against each other: sums, differences, ratios, and which is the larger."""

from collections.abc import Mapping
from fractions import Fraction

from pipeline.audit.arithmetic.finding import Finding, bounds, meet, prints, scale
from pipeline.audit.ledger import Claim
from pipeline.audit.printed import Admitted
from pipeline.audit.relations import Compared, Difference, Ratio, Sum

Claims = Mapping[str, Claim]


def sums(claim: Claim, relation: Sum, claims: Claims) -> Finding | None:
    """Several claims add up to another."""
    parts = [claims[one] for one in relation.of]
    total = claims[relation.equals]
    if _unprinted(*parts, total):
        return None
    intervals = [prints(part) for part in parts]
    found = Admitted(
        _all(one.low for one in intervals),
        _all(one.high for one in intervals),
        any(one.low_open for one in intervals),
        any(one.high_open for one in intervals),
    )
    ok = meet(found, prints(total))
    shown = " + ".join(part.printed for part in parts)
    return _found(claim, (*relation.of, relation.equals), ok, f"sum: {shown} is {bounds(found)}", total)


def differences(claim: Claim, relation: Difference, claims: Claims) -> Finding | None:
    """One claim less another is a third; of dates the days between, one end counted or both."""
    more, less, rest = claims[relation.of[0]], claims[relation.of[1]], claims[relation.equals]
    if _unprinted(more, less, rest):
        return None
    found = _minus(prints(more), prints(less), Fraction(relation.ends - 1))
    ok = meet(found, prints(rest))
    ends = ", both ends counted," if relation.ends == 2 else ""
    named = (*relation.of, relation.equals)
    return _found(
        claim, named, ok, f"difference: {more.printed} less {less.printed}{ends} is {bounds(found)}", rest
    )


def ratios(claim: Claim, relation: Ratio, claims: Claims) -> Finding | None:
    """The claim is one claim over another."""
    above, below = claims[relation.numerator], claims[relation.denominator]
    if _unprinted(claim, above, below):
        return None
    top, bottom = prints(above), prints(below)
    if top.low is None or top.low < 0 or bottom.low is None or bottom.low <= 0:
        return None
    low = None if bottom.high is None else top.low / bottom.high
    high = None if top.high is None else top.high / bottom.low
    found = Admitted(
        low or Fraction(0), high, top.low_open or bottom.high_open, top.high_open or bottom.low_open
    )
    found = found.times(scale(claim))
    ok = meet(found, prints(claim))
    unit = " %" if claim.unit == "percent" else ""
    message = f"ratio: {above.printed} over {below.printed} is {bounds(found)}{unit}"
    return _found(claim, (claim.id, above.id, below.id), ok, message, claim)


def compared(claim: Claim, relation: Compared, claims: Claims) -> Finding | None:
    """The claim is the same as another, at most, at least, or after it."""
    other = claims[relation.claim]
    if _unprinted(claim, other):
        return None
    one, two = prints(claim), prints(other)
    ok, words = {
        "same-as": (meet(one, two), "the same as"),
        "at-most": (_ordered(one, two), "at most"),
        "at-least": (_ordered(two, one), "at least"),
        "after": (_ordered(two, one, strictly=True), "after"),
    }[relation.kind]
    message = f"{claim.printed} {'can be' if ok else 'cannot be'} {words} {other.printed}"
    return Finding(relation.kind, (claim.id, other.id), ok, message, claim.ambiguous)


def _found(claim: Claim, named: tuple[str, ...], ok: bool, message: str, printed: Claim) -> Finding:
    # The message begins with the name of its check.
    check, said = message.split(": ", 1)
    others = tuple(one for one in named if one != claim.id)
    end = f"prints as {printed.printed}" if ok else f"printed is {printed.printed}"
    return Finding(check, (claim.id, *others), ok, f"{said}: {end}", claim.ambiguous)


def _unprinted(*claims: Claim) -> bool:
    return any(claim.value is None for claim in claims)


def _all(ends: "object") -> Fraction | None:
    known = list(ends)  # type: ignore[call-overload]
    return None if None in known else sum(known, Fraction(0))


def _minus(more: Admitted, less: Admitted, plus: Fraction) -> Admitted:
    low = None if more.low is None or less.high is None else more.low - less.high + plus
    high = None if more.high is None or less.low is None else more.high - less.low + plus
    return Admitted(low, high, more.low_open or less.high_open, more.high_open or less.low_open)


def _ordered(one: Admitted, two: Admitted, *, strictly: bool = False) -> bool:
    """Whether some number of one is at most (or below) some number of two."""
    if one.low is None or two.high is None:
        return True
    return one.low < two.high if strictly or one.low_open or two.high_open else one.low <= two.high
