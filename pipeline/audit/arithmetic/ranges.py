"""Numbers and dates outside of what they can be."""

from datetime import date
from fractions import Fraction

from pipeline.audit.arithmetic.finding import Finding, meet, prints
from pipeline.audit.ledger import Claim
from pipeline.audit.made_of import DateIn
from pipeline.audit.printed import Admitted


def coefficient(claim: Claim) -> Finding:
    """A coefficient of correlation lies from -1 to 1."""
    ok = meet(prints(claim), Admitted(Fraction(-1), Fraction(1)))
    message = f"{claim.printed} lies {'within' if ok else 'outside'} -1 to 1"
    return Finding("coefficient", (claim.id,), ok, message, claim.ambiguous)


def dated(claim: Claim, made: DateIn) -> Finding:
    """A date lies in its stated span."""
    inside = Admitted(_day(made.first), _day(made.last))
    ok = isinstance(claim.value, str) and meet(prints(claim), inside)
    span = f"{made.first or 'any day'} to {made.last or 'any day'}"
    message = f"{claim.printed} lies {'within' if ok else 'outside'} {span}"
    return Finding("date", (claim.id,), ok, message, claim.ambiguous)


def _day(text: str | None) -> Fraction | None:
    return None if text is None else Fraction(date.fromisoformat(text).toordinal())
