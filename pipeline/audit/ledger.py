"""A ledger of published claims: what each says, how it was printed, and what it can be checked against."""

import re
from datetime import date
from math import isfinite
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    model_validator,
)

from pipeline.audit import yaml_text
from pipeline.errors import RereadError
from pipeline.measures.asked import Arguments
from pipeline.named_file import Sort, content
from pipeline.study import Readings

Scalar = bool | int | float | str
SORT = Sort("ledger", "ledger", 1 << 22, "write one with `reread audit --new-ledger FILE`")
_DATE = re.compile(r"\d{4}-\d\d(-\d\d)?")


def _finite(value: float) -> float:
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


Number = Annotated[float, BeforeValidator(_whole), AfterValidator(_finite)]
Count = Annotated[int, Field(ge=0, strict=True)]
Id = Annotated[str, AfterValidator(_id)]
Step = Literal["tens", "hundreds", "thousands", "millions"]
STEPS: dict[Step, int] = {"tens": 10, "hundreds": 100, "thousands": 1_000, "millions": 1_000_000}


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Exact(_Part):
    """The value as it is."""

    kind: Literal["exact"]


class Rounded(_Part):
    """Rounded half up to so many decimals, or to tens, hundreds, thousands, millions."""

    kind: Literal["rounded"]
    decimals: Annotated[int, Field(ge=0, le=12)] | None = None
    to: Step | None = None

    @model_validator(mode="after")
    def _one(self) -> "Rounded":
        if (self.decimals is None) == (self.to is None):
            raise ValueError("give either decimals or to")
        return self


class About(_Part):
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


class Bound(_Part):
    """No more, or no less, than the value; `strict`: not the value itself either."""

    kind: Literal["at-most", "at-least"]
    strict: bool = False


class Between(_Part):
    """From the first of two values to the second, both included."""

    kind: Literal["range"]


Rounding = Annotated[Exact | Rounded | About | Bound | Between, Field(discriminator="kind")]


class Sum(_Part):
    """The claims `of` add up to the claim `equals`."""

    kind: Literal["sum"]
    of: Annotated[tuple[Id, ...], Field(min_length=2)]
    equals: Id


class Difference(_Part):
    """The first claim less the second is the third; of two dates: the days from the second to the first.

    `ends`: how many of the two days are counted, where they are dates: 1 (the difference) or 2.
    """

    kind: Literal["difference"]
    of: Annotated[tuple[Id, ...], Field(min_length=2, max_length=2)]
    equals: Id
    ends: Literal[1, 2] = 1


class Ratio(_Part):
    """This claim is one claim over another."""

    kind: Literal["ratio"]
    numerator: Id
    denominator: Id


class Compared(_Part):
    """This claim against another: the same, at most, at least, after it."""

    kind: Literal["same-as", "at-most", "at-least", "after"]
    claim: Id


class Noted(_Part):
    """What a person should know; nothing is computed."""

    kind: Literal["note"]
    text: str


Relation = Annotated[Sum | Difference | Ratio | Compared | Noted, Field(discriminator="kind")]


class CountOf(_Part):
    """A whole number, of `n` at most where n is said."""

    kind: Literal["count"]
    n: Count | None = None


class ShareOf(_Part):
    """A whole number of n, as a share; `k` where the print says it too."""

    kind: Literal["share"]
    n: Annotated[Count, Field(ge=1)]
    k: Count | None = None


class MeanOf(_Part):
    """A mean of n whole numbers, from `least` to `most` where said."""

    kind: Literal["mean"]
    n: Annotated[Count, Field(ge=1)]
    least: Number | None = None
    most: Number | None = None


class QuantileOf(_Part):
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


class Coefficient(_Part):
    """A coefficient of correlation, from -1 to 1."""

    kind: Literal["coefficient"]


class DateIn(_Part):
    """A date that exists, from `first` to `last` where said (YYYY-MM-DD)."""

    kind: Literal["date"]
    first: str | None = None
    last: str | None = None

    @model_validator(mode="after")
    def _days(self) -> "DateIn":
        for one in (self.first, self.last):
            if one is not None and not _is_day(one):
                raise ValueError(f"{one!r} is no day; give one such as 2026-03-01")
        return self


MadeOf = Annotated[
    CountOf | ShareOf | MeanOf | QuantileOf | Coefficient | DateIn, Field(discriminator="kind")
]


class OtherReading(_Part):
    """Another reading of the words: keys of `[readings]` with their values, and what it says in words."""

    reading: dict[str, Scalar]
    text: str = ""

    @model_validator(mode="after")
    def _known(self) -> "OtherReading":
        readings_with(Readings(), self.reading)
        return self


class Claim(_Part):
    """One published statement.

    `value` is the printed number, text of a date (YYYY-MM-DD or YYYY-MM), true or false, two numbers of a
    range, or nothing where none is printed. `n` is the population that the print states. `made_of` says what
    the number is made of, so that print alone can refute it. `measure` and `arguments` say what to compute;
    `reading` under which keys of `[readings]`; `unit_of_measure` names the measure's unit where it is not
    the claim's. `needs` names a part of the product that does not exist yet.
    """

    id: Id
    section: str = ""
    statement: Annotated[str, Field(min_length=1)]
    printed: str
    value: Scalar | tuple[Number, Number] | None
    unit: str = ""
    unit_of_measure: str | None = None
    rounding: Rounding = Exact(kind="exact")
    population: str = ""
    n: Count | None = None
    made_of: MadeOf | None = None
    measure: str | None = None
    arguments: Arguments = Arguments()
    reading: dict[str, Scalar] = {}
    relations: tuple[Relation, ...] = ()
    computable: Literal["package", "study", "never"]
    not_in_package_because: str = ""
    not_computable_because: str = ""
    needs: Literal["package", "bank"] | None = None
    by_definition: bool = False
    ambiguous: bool = False
    readings: tuple[OtherReading, ...] = ()
    note: str = ""

    @model_validator(mode="after")
    def _whole(self) -> "Claim":
        if self.computable == "never" and not self.not_computable_because:
            raise ValueError("a claim that is never computable says not_computable_because")
        if self.computable == "study" and not self.not_in_package_because:
            raise ValueError("a claim that needs the study says not_in_package_because")
        if self.computable != "never" and not self.measure and not self.needs:
            raise ValueError("a computable claim names its measure")
        if self.computable != "never" and self.value is None:
            raise ValueError("a computable claim has a value")
        if self.ambiguous and not self.readings:
            raise ValueError("an ambiguous claim lists its other readings")
        readings_with(Readings(), self.reading)
        _fits(self.value, self.rounding)
        return self

    @property
    def notes(self) -> tuple[str, ...]:
        """What a person should know: the claim's own note, and those among its relations."""
        told = (self.note, *(one.text for one in self.relations if isinstance(one, Noted)))
        return tuple(note for note in told if note)


class Ledger(_Part):
    """All claims of one publication."""

    schema_: Literal[1] = Field(alias="schema")
    title: str = ""
    about: str = ""
    synthetic: bool = False
    claims: tuple[Claim, ...]

    @model_validator(mode="after")
    def _linked(self) -> "Ledger":
        ids = [claim.id for claim in self.claims]
        double = next((one for at, one in enumerate(ids) if one in ids[:at]), None)
        if double:
            raise ValueError(f"the id {double} stands twice")
        known = set(ids)
        for claim in self.claims:
            for other in sorted(named(claim) - known):
                raise ValueError(f"a relation of {claim.id} names {other}, which is no claim")
        return self


def named(claim: Claim) -> set[str]:
    """The ids of other claims that a claim's relations name."""
    found: set[str] = set()
    for one in claim.relations:
        match one:
            case Sum() | Difference():
                found |= {*one.of, one.equals}
            case Ratio():
                found |= {one.numerator, one.denominator}
            case Compared():
                found.add(one.claim)
            case Noted():
                pass
    return found


def readings_with(readings: Readings, changed: dict[str, Scalar]) -> Readings:
    """The readings with some keys changed. Raises ValueError where a key or a value is not allowed."""
    try:
        return Readings.model_validate({**readings.model_dump(), **changed})
    except ValidationError as broken:
        fault = broken.errors(include_url=False)[0]
        raise ValueError(f"reading {'.'.join(map(str, fault['loc']))}: {fault['msg']}") from None


def load(path: Path) -> Ledger:
    """The ledger in a file. Raises RereadError naming the claim and the key where it cannot be used."""
    return parse(content(path, SORT), str(path))


def parse(held: bytes, where: str) -> Ledger:
    """The ledger that the bytes say; `where` names it in errors."""
    document = yaml_text.parse(held, where)
    if not isinstance(document, dict):
        raise RereadError(
            "ledger_syntax",
            "the file is no ledger",
            where,
            "give a mapping with schema and claims; docs/claims.md shows one",
        )
    try:
        return Ledger.model_validate(document)
    except ValidationError as broken:
        raise _unusable(broken, document, where) from None


def _unusable(broken: ValidationError, document: dict[str, Any], where: str) -> RereadError:
    fault = broken.errors(include_url=False)[0]
    loc = list(fault["loc"])
    if loc[:1] == ["claims"] and len(loc) > 1:
        loc[:2] = [_named_claim(document, loc[1])]
    key = ".".join(str(part) for part in loc if part not in _TAGS) or "the file"
    if fault["type"] == "extra_forbidden":
        said = f"unknown key {key}"
    else:
        said = f"{key}: {fault['msg'].removeprefix('Value error, ')}"
    return RereadError("ledger_value", said, where, "correct it; docs/claims.md lists what is allowed")


_TAGS = {
    "exact", "rounded", "about", "at-most", "at-least", "range", "sum", "difference", "ratio", "same-as",
    "after", "note", "count", "share", "mean", "quantile", "coefficient", "date",
}  # fmt: skip
"""Words that pydantic puts into the place of a fault for the kind of a part."""


def _named_claim(document: dict[str, Any], at: Any) -> str:
    try:
        return f"claim {document['claims'][at]['id']}"
    except (KeyError, TypeError, IndexError):
        return f"claims[{at}]"


def _fits(value: object, rounding: Any) -> None:
    if (rounding.kind == "range") != isinstance(value, tuple):
        raise ValueError("a range has two values, and nothing else has")
    if isinstance(value, float):
        _finite(value)
    if isinstance(value, tuple) and value[0] > value[1]:
        raise ValueError("the first value of a range is above the second")
    if isinstance(value, str) and not _is_day(value if len(value) > 7 else f"{value}-01"):
        raise ValueError(f"{value!r} is no number, no day (2026-03-01) and no month (2026-03)")
    if isinstance(value, bool | str) and rounding.kind not in {"exact"} and not (
        isinstance(value, str) and rounding.kind in {"at-most", "at-least"}
    ):  # fmt: skip
        raise ValueError("only a number can be rounded")


def _is_day(text: str) -> bool:
    try:
        return bool(_DATE.fullmatch(text)) and bool(date.fromisoformat(text))
    except ValueError:
        return False
