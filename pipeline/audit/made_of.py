"""What a printed number is made of, which limits what it can be."""

from typing import Annotated, Literal

from pydantic import Field, model_validator

from pipeline.audit.form import Count, Number, Part, is_day


class CountOf(Part):
    """A whole number, of `n` at most where n is said."""

    kind: Literal["count"]
    n: Count | None = None


class ShareOf(Part):
    """A whole number of n, as a share; `k` where the print says it too."""

    kind: Literal["share"]
    n: Annotated[Count, Field(ge=1)]
    k: Count | None = None


class MeanOf(Part):
    """A mean of n whole numbers, from `least` to `most` where said."""

    kind: Literal["mean"]
    n: Annotated[Count, Field(ge=1)]
    least: Number | None = None
    most: Number | None = None


class QuantileOf(Part):
    """A quantile of n values by linear interpolation: whole numbers, or ratios of whole numbers.

    Of ratios: numerator no larger than denominator, and denominators from `denominators[0]` to
    `denominators[1]`; `numerators` likewise where said. `least` and `most` bound the values, in the claim's
    unit. q 0.5 is the median; q 0 and 1 are the least and the largest value.
    """

    kind: Literal["quantile"]
    of: Literal["whole numbers", "ratios"]
    q: Annotated[Number, Field(ge=0, le=1)]
    n: Annotated[Count, Field(ge=1)]
    denominators: tuple[Annotated[Count, Field(ge=1)], Annotated[Count, Field(ge=1, le=100_000)]] | None = (
        None
    )
    numerators: tuple[Count, Count] | None = None
    least: Number | None = None
    most: Number | None = None

    @model_validator(mode="after")
    def _bounded(self) -> "QuantileOf":
        if (self.of == "ratios") != (self.denominators is not None):
            raise ValueError("denominators belong to a quantile of ratios, and to no other")
        for bounds in (self.denominators, self.numerators):
            if bounds and bounds[0] > bounds[1]:
                raise ValueError("the first of two bounds is above the second")
        return self


class Coefficient(Part):
    """A coefficient of correlation, from -1 to 1."""

    kind: Literal["coefficient"]


class DateIn(Part):
    """A date that exists, from `first` to `last` where said (YYYY-MM-DD)."""

    kind: Literal["date"]
    first: str | None = None
    last: str | None = None

    @model_validator(mode="after")
    def _days(self) -> "DateIn":
        for one in (self.first, self.last):
            if one is not None and not is_day(one):
                raise ValueError(f"{one!r} is no day; give one such as 2026-03-01")
        return self


MadeOf = Annotated[
    CountOf | ShareOf | MeanOf | QuantileOf | Coefficient | DateIn, Field(discriminator="kind")
]
