"""How a printed number was rounded."""

from typing import Annotated, Literal

from pydantic import Field, model_validator

from pipeline.audit.form import Number, Part, finite, is_day

Step = Literal["tens", "hundreds", "thousands", "millions"]
STEPS: dict[Step, int] = {"tens": 10, "hundreds": 100, "thousands": 1_000, "millions": 1_000_000}


class Exact(Part):
    """The value as it is."""

    kind: Literal["exact"]


class Rounded(Part):
    """Rounded half up to so many decimals, or to tens, hundreds, thousands, millions."""

    kind: Literal["rounded"]
    decimals: Annotated[int, Field(ge=0, le=12)] | None = None
    to: Step | None = None

    @model_validator(mode="after")
    def _one(self) -> "Rounded":
        if (self.decimals is None) == (self.to is None):
            raise ValueError("give either decimals or to")
        return self


class About(Part):
    """Roughly: rounded as said, or no further away than `within`."""

    kind: Literal["about"]
    decimals: Annotated[int, Field(ge=0, le=12)] | None = None
    to: Step | None = None
    within: Annotated[Number, Field(gt=0)] | None = None

    @model_validator(mode="after")
    def _one(self) -> "About":
        if sum(one is not None for one in (self.decimals, self.to, self.within)) != 1:
            raise ValueError("give one of decimals, to and within")
        return self


class Bound(Part):
    """No more, or no less, than the value; `strict`: not the value itself either."""

    kind: Literal["at-most", "at-least"]
    strict: bool = False


class Between(Part):
    """From the first of two values to the second, both included."""

    kind: Literal["range"]


Rounding = Annotated[Exact | Rounded | About | Bound | Between, Field(discriminator="kind")]


def check_fits(value: object, rounding: Rounding) -> None:
    """Raises ValueError where the printed value cannot have been rounded so."""
    if (rounding.kind == "range") != isinstance(value, tuple):
        raise ValueError("a range has two values, and nothing else has")
    if isinstance(value, float):
        finite(value)
    if isinstance(value, tuple) and value[0] > value[1]:
        raise ValueError("the first value of a range is above the second")
    if isinstance(value, str) and not is_day(value if len(value) > 7 else f"{value}-01"):
        raise ValueError(f"{value!r} is no number, no day (2026-03-01) and no month (2026-03)")
    if isinstance(value, bool | str) and rounding.kind not in {"exact"} and not (
        isinstance(value, str) and rounding.kind in {"at-most", "at-least"}
    ):  # fmt: skip
        raise ValueError("only a number can be rounded")
