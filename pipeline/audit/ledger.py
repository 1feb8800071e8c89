"""A ledger of published claims: what each says, how it was printed, and what it can be checked against."""

from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, ValidationError, model_validator

from pipeline.audit import yaml_text
from pipeline.audit.form import Count, Id, Number, Part
from pipeline.audit.made_of import MadeOf
from pipeline.audit.relations import Compared, Difference, Noted, Ratio, Relation, Sum
from pipeline.audit.rounding import Exact, Rounding, check_fits
from pipeline.errors import RereadError
from pipeline.measures.asked import Arguments
from pipeline.named_file import Sort, content, unfit
from pipeline.study import Readings

Scalar = bool | int | float | str
SORT = Sort("ledger", "ledger", 1 << 22, "write one with `reread audit --new-ledger FILE`")


class OtherReading(Part):
    """Another reading of the words: keys of `[readings]` with their values, and what it says in words."""

    reading: dict[str, Scalar]
    text: str = ""

    @model_validator(mode="after")
    def _known(self) -> "OtherReading":
        readings_with(Readings(), self.reading)
        return self


class Claim(Part):
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
    reading: dict[str, Scalar] = Field({})
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
        check_fits(self.value, self.rounding)
        return self

    @property
    def notes(self) -> tuple[str, ...]:
        """What a person should know: the claim's own note, and those among its relations."""
        told = (self.note, *(one.text for one in self.relations if isinstance(one, Noted)))
        return tuple(note for note in told if note)


class Ledger(Part):
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
        raise unfit(broken, SORT, where, "docs/claims.md", lambda loc: _key(document, loc)) from None


def _key(document: dict[str, Any], loc: list[Any]) -> str:
    """The place of a fault as a person would say it: the claim by its id, without pydantic's own words."""
    if loc[:1] == ["claims"] and len(loc) > 1:
        loc = [_named_claim(document, loc[1]), *loc[2:]]
    return ".".join(str(part) for part in loc if part not in _TAGS)


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
