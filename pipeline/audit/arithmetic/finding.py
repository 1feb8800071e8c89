"""What one check of print found."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from pipeline.audit.ledger import Claim
from pipeline.audit.printed import Admitted, admitted


@dataclass(frozen=True, slots=True)
class Finding:
    """One check that could be made: of which claims (the one it speaks of first), whether print can be so,
    and the arithmetic in a sentence. `ambiguous`: the ledger says that the print can be read otherwise."""

    check: str
    claims: tuple[str, ...]
    ok: bool
    message: str
    ambiguous: bool = False

    def as_json(self) -> dict[str, Any]:
        """The shape in `reread audit --json`."""
        return {
            "check": self.check,
            "claims": list(self.claims),
            "ok": self.ok,
            "ambiguous": self.ambiguous,
            "message": self.message,
        }


def prints(claim: Claim) -> Admitted:
    """The numbers that the claim's print admits, in the claim's unit."""
    return admitted(claim.value, claim.rounding)


def scale(claim: Claim) -> Fraction:
    """What a ratio is multiplied by to be in the claim's unit."""
    return Fraction(100) if claim.unit == "percent" else Fraction(1)


def meet(one: Admitted, other: Admitted) -> bool:
    """Whether some number is admitted by both."""
    return _below(one, other) and _below(other, one)


def _below(one: Admitted, other: Admitted) -> bool:
    if one.low is None or other.high is None:
        return True
    return one.low <= other.high if not (one.low_open or other.high_open) else one.low < other.high


def said(number: Fraction) -> str:
    """A number for people: whole, or with up to six digits."""
    if number.denominator == 1:
        return f"{int(number):,}"
    return f"{float(number):,.6g}"


def bounds(interval: Admitted) -> str:
    """An interval for people."""
    if interval.low is not None and interval.low == interval.high:
        return said(interval.low)
    if interval.low is None:
        return "anything" if interval.high is None else f"at most {said(interval.high)}"
    return (
        f"at least {said(interval.low)}"
        if interval.high is None
        else f"{said(interval.low)} to {said(interval.high)}"
    )
