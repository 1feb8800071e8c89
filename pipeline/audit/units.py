"""Units in which claims are printed, and what turns a measure's unit into them."""

from fractions import Fraction

FACTORS: dict[tuple[str, str], Fraction] = {
    ("share", "percent"): Fraction(100),
    ("days", "months"): 1 / Fraction("30.44"),
    ("days", "weeks"): Fraction(1, 7),
    ("days", "years"): 1 / Fraction("365.25"),
    ("tokens", "thousand tokens"): Fraction(1, 1000),
    ("characters", "thousand characters"): Fraction(1, 1000),
}
"""By the measure's unit and the claim's: how many of the second one of the first is."""

SAME = {("yes or no", "boolean"), ("date", "month")}
"""Units of two names for one thing."""


def factor(measured: str, printed: str) -> Fraction | None:
    """What a value in the measure's unit is multiplied by to be one in the claim's; None: they do not fit."""
    if measured == printed or (measured, printed) in SAME:
        return Fraction(1)
    return FACTORS.get((measured, printed))
