"""Every check of print, and all that a ledger gives to check."""

from collections.abc import Iterator

from pipeline.audit.arithmetic import quantiles, ranges, relations, whole
from pipeline.audit.arithmetic.finding import Finding
from pipeline.audit.ledger import Claim, Ledger
from pipeline.audit.made_of import Coefficient, CountOf, DateIn, MeanOf, QuantileOf, ShareOf
from pipeline.audit.relations import Compared, Difference, Noted, Ratio, Sum

CHECKS = {
    "sum": "claims add up to another",
    "difference": "one claim less another is a third; dates, the days between",
    "ratio": "a claim is one claim over another",
    "same-as": "two claims print one number",
    "at-most": "a claim is no more than another",
    "at-least": "a claim is no less than another",
    "after": "a claim is more, or later, than another",
    "count": "a whole number, no larger than its population",
    "share": "some whole number of the population prints the share",
    "mean": "some whole total over the population prints the mean",
    "quantile": "whole numbers, or ratios within bounds, can give the median or percentile",
    "coefficient": "a coefficient lies from -1 to 1",
    "date": "a date lies in its span",
}
"""Every check by name, with what holds where it finds nothing wrong."""


def from_print(ledger: Ledger) -> list[Finding]:
    """Every check that the ledger gives enough for, in its order; nothing but print is looked at.

    A finding is not ok only where no numbers that the print admits could be so.
    """
    claims = {claim.id: claim for claim in ledger.claims}
    return [found for claim in ledger.claims for found in _of(claim, claims) if found is not None]


def _of(claim: Claim, claims: dict[str, Claim]) -> Iterator[Finding | None]:
    if claim.value is not None and claim.made_of is not None:
        yield _made(claim)
    for relation in claim.relations:
        match relation:
            case Sum():
                yield relations.sums(claim, relation, claims)
            case Difference():
                yield relations.differences(claim, relation, claims)
            case Ratio():
                yield relations.ratios(claim, relation, claims)
            case Compared():
                yield relations.compared(claim, relation, claims)
            case Noted():
                pass


def _made(claim: Claim) -> Finding | None:
    match claim.made_of:
        case CountOf() as made:
            return whole.count(claim, made)
        case ShareOf() as made:
            return whole.share(claim, made)
        case MeanOf() as made:
            return whole.mean(claim, made)
        case QuantileOf() as made:
            return quantiles.quantile(claim, made)
        case Coefficient():
            return ranges.coefficient(claim)
        case DateIn() as made:
            return ranges.dated(claim, made)
        case None:
            return None
