"""The named measures that charts draw, so that a picture and `reread measures` say the same."""

from pipeline.measures.catalogue import declared
from pipeline.measures.evidence import Evidence
from pipeline.measures.measure import Measure


def taken(evidence: Evidence, name: str) -> Measure:
    """The named measure. Raises KeyError for a name that the catalogue lacks."""
    return declared(evidence.study)[name].take(evidence)


def number(evidence: Evidence, name: str) -> float | None:
    """The value of a named measure that is a number; None where it is undefined."""
    value = taken(evidence, name).value
    return None if value is None else float(value)


def whole(evidence: Evidence, name: str) -> int:
    """The value of a named measure that counts."""
    return int(taken(evidence, name).value or 0)
