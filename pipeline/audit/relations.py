"""What binds one claim to others."""

from typing import Annotated, Literal

from pydantic import Field

from pipeline.audit.form import Id, Part


class Sum(Part):
    """The claims `of` add up to the claim `equals`."""

    kind: Literal["sum"]
    of: Annotated[tuple[Id, ...], Field(min_length=2)]
    equals: Id


class Difference(Part):
    """The first claim less the second is the third; of two dates: the days from the second to the first.

    `ends`: how many of the two days are counted, where they are dates: 1 (the difference) or 2.
    """

    kind: Literal["difference"]
    of: Annotated[tuple[Id, ...], Field(min_length=2, max_length=2)]
    equals: Id
    ends: Literal[1, 2] = 1


class Ratio(Part):
    """This claim is one claim over another."""

    kind: Literal["ratio"]
    numerator: Id
    denominator: Id


class Compared(Part):
    """This claim against another: the same, at most, at least, after it."""

    kind: Literal["same-as", "at-most", "at-least", "after"]
    claim: Id


class Noted(Part):
    """What a person should know; nothing is computed."""

    kind: Literal["note"]
    text: str


Relation = Annotated[Sum | Difference | Ratio | Compared | Noted, Field(discriminator="kind")]
