"""What every part of a ledger is checked by: no unknown key, numbers that are numbers, ids, days."""

import re
from datetime import date
from math import isfinite
from typing import Annotated

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field

_DATE = re.compile(r"\d{4}-\d\d(-\d\d)?")


def finite(value: float) -> float:
    """The value. Raises ValueError where it is no finite number."""
    if not isfinite(value):
        raise ValueError("it is no finite number")
    return value


def _id(value: str) -> str:
    if not re.fullmatch(r"[a-z0-9][a-z0-9-]*", value):
        raise ValueError(f"{value!r} is no id; use small letters, digits and -")
    return value


def _whole(value: object) -> object:
    if isinstance(value, bool):
        raise ValueError("it is no number")
    return value


Number = Annotated[float, BeforeValidator(_whole), AfterValidator(finite)]
Count = Annotated[int, Field(ge=0, strict=True)]
Id = Annotated[str, AfterValidator(_id)]


class Part(BaseModel):
    """A part of a ledger: unknown keys are refused, and it never changes."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def is_day(text: str) -> bool:
    """Whether the text is a day (YYYY-MM-DD) that exists."""
    try:
        return bool(_DATE.fullmatch(text)) and bool(date.fromisoformat(text))
    except ValueError:
        return False
