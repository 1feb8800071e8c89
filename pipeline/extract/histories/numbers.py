"""Whole numbers as programs and models write them into arguments."""

import re
from typing import Any

_DIGITS = re.compile(r"\s*(-?[0-9]{1,15})\s*")
_GREATEST = 10**15


def whole_number(told: Any) -> int | None:
    """The whole number that a number or its text says; None where it is none, or no line can be so far."""
    if isinstance(told, str):
        digits = _DIGITS.fullmatch(told)
        return int(digits[1]) if digits else None
    if isinstance(told, bool) or not isinstance(told, int | float):
        return None
    # Neither holds for what is no number.
    return int(told) if -_GREATEST < told < _GREATEST else None
