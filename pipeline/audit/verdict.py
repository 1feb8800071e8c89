"""What becomes of one claim: confirmed, contradicted, ambiguous or not computable, and why."""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal

from pipeline.audit.ledger import Claim
from pipeline.audit.printed import admitted, exactly, span
from pipeline.audit.units import factor
from pipeline.errors import RereadError
from pipeline.measures.measure import Measure, Value

Kind = Literal["confirmed", "contradicted", "ambiguous", "not_computable"]
KINDS: tuple[Kind, ...] = ("confirmed", "contradicted", "ambiguous", "not_computable")


@dataclass(frozen=True, slots=True)
class Read:
    """The claim under one other reading: what is read otherwise, the value in the claim's unit, whether it
    prints as the claim does; None: no value."""

    reading: dict[str, Any]
    text: str
    value: Value
    holds: bool | None


@dataclass(frozen=True, slots=True)
class Verdict:
    """One claim and what became of it.

    `value` is in the claim's unit; `off` is how far it lies from what the print admits, in that unit.
    """

    claim: Claim
    kind: Kind
    reason: str
    value: Value = None
    off: float | None = None
    measure: Measure | None = None
    readings: tuple[Read, ...] = field(default=())


def verdict(claim: Claim, measure: Measure, readings: tuple[Read, ...] = ()) -> Verdict:
    """The verdict on a claim by the measure that it names, taken under the default reading.

    `readings` are its values under the other readings that the ledger lists. A claim that the ledger calls
    ambiguous is so where some of its readings hold and others do not. Raises RereadError where the measure's
    unit cannot be turned into the claim's.
    """
    value = in_unit(claim, measure)
    if value is None:
        return Verdict(claim, "not_computable", _undefined(measure), None, None, measure, readings)
    holds = printed_so(claim, value)
    off = _off(claim, value)
    told = [holds, *(one.holds for one in readings if one.holds is not None)]
    if claim.ambiguous and True in told and False in told:
        return Verdict(
            claim, "ambiguous", _readings_disagree(claim, holds, readings), value, off, measure, readings
        )
    kind: Kind = "confirmed" if holds else "contradicted"
    return Verdict(claim, kind, _reason(claim, value, holds), value, off, measure, readings)


def in_unit(claim: Claim, measure: Measure) -> Value:
    """The measure's value in the claim's unit; None where the measure is undefined."""
    by = factor(measure.unit, claim.unit)
    if by is None and claim.unit_of_measure == measure.unit:
        by = Fraction(1)
    if by is None:
        raise RereadError(
            "claim_unit",
            f"the claim speaks of {claim.unit or 'no unit'}, but {measure.name} gives {measure.unit}",
            f"claim {claim.id}",
            f"correct unit, or write unit_of_measure: {measure.unit}",
        )
    value = measure.value
    if isinstance(value, int | float) and by != 1:
        return float(exactly(value) * by)
    return value


def printed_so(claim: Claim, value: Value) -> bool:
    """Whether a value in the claim's unit prints as the claim does."""
    number = _number(value)
    return number is not None and admitted(claim.value, claim.rounding).holds(number)


def _number(value: Value) -> int | float | None:
    return span(value)[0].toordinal() if isinstance(value, str) else value


def _off(claim: Claim, value: Value) -> float:
    number = _number(value)
    return 0.0 if number is None else admitted(claim.value, claim.rounding).off(number)


def _undefined(measure: Measure) -> str:
    told = ", ".join(f"{count} {reason}" for reason, count in measure.undetermined.items() if count)
    return f"{measure.name} is undefined here" + (f": {told}" if told else "")


def _reason(claim: Claim, value: Value, holds: bool) -> str:
    if holds:
        return "true by definition of the measure" if claim.by_definition else "prints as stated"
    return f"printed {claim.printed}, computed {shown(value, claim.unit)}"


def _readings_disagree(claim: Claim, holds: bool, readings: tuple[Read, ...]) -> str:
    parts = [f"{'holds' if holds else 'fails'} by default"]
    parts += [
        f"{'holds' if one.holds else 'fails'} as {one.text or one.reading} ({shown(one.value, claim.unit)})"
        for one in readings
        if one.holds is not None
    ]
    return "; ".join(parts)


def shown(value: Value, unit: str) -> str:
    """A value as text for people, with its unit."""
    if value is None:
        return "undefined"
    if unit == "boolean":
        return "true" if value else "false"
    number = (
        f"{value:,.6g}" if isinstance(value, float) else f"{value:,}" if isinstance(value, int) else value
    )
    return f"{number} %" if unit == "percent" else f"{number} {unit}".rstrip()
