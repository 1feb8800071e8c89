"""A measure that nobody named beforehand: a statistic of a series, asked for by its arguments."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from pipeline import tables
from pipeline.errors import RereadError
from pipeline.measures import activity, corpus, crossings, reads, shares, start_cost
from pipeline.measures.catalogue import declared
from pipeline.measures.evidence import Evidence
from pipeline.measures.measure import Measure, Value
from pipeline.measures.registry import Declared, of_statistic, sentence
from pipeline.measures.series import Series, Stretch
from pipeline.measures.statistics import (
    COUNT,
    FIRST,
    LAST,
    MAXIMUM,
    MEAN,
    MEDIAN,
    MINIMUM,
    P90,
    SUM,
    Statistic,
    at_quantile,
    in_unit,
)
from pipeline.study import Study

if TYPE_CHECKING:
    import pandas as pd

Take = Literal[
    "count", "share", "sum", "mean", "median", "p90", "quantile", "max", "min", "first", "last", "value",
    "ordinal",
]  # fmt: skip
_STRETCH = re.compile(r"(?P<first>\d{1,9})(?:\.\.(?P<last>\d{1,9}))?|last:(?P<newest>[1-9]\d{0,8})")
_WHERE = re.compile(r"(?P<sign>>=|<=|>|<|=)\s*(?P<bound>-?\d+(?:\.\d+)?)")


def _stretch(text: str) -> str:
    found = _STRETCH.fullmatch(text)
    if not found or (found["first"] and int(found["first"]) < 1):
        raise ValueError(f"{text!r} is no stretch of conversations; give 19, 2..20 or last:30")
    return text


def _where(text: str) -> str:
    if not _WHERE.fullmatch(text):
        raise ValueError(f'{text!r} is no condition; give one such as ">0" or ">= 5"')
    return text


class Arguments(BaseModel):
    """What is taken of a series: over which conversations, of which of its numbers, which statistic.

    `of`: the parts that the series is cut to by its own argument (a kind, a recap, a section, a reason).
    `where`: a condition on the numbers; for `share` the numbers that meet it over all. `value`: the only
    number. `ordinal`: the conversation of the `nth` number.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    take: Take | None = None
    q: Annotated[float, Field(ge=0, le=1)] | None = None
    nth: Annotated[int, Field(ge=1)] = 1
    conversations: Annotated[str, AfterValidator(_stretch)] | None = None
    where: Annotated[str, AfterValidator(_where)] | None = None
    of: tuple[str, ...] = ()

    @model_validator(mode="after")
    def _whole(self) -> "Arguments":
        if (self.take == "quantile") != (self.q is not None):
            raise ValueError("q belongs to take: quantile, and to nothing else")
        if self.take is None and (self.conversations or self.where or self.of or self.nth != 1):
            raise ValueError("say what to take, such as take: median")
        if self.take == "share" and self.where is None:
            raise ValueError("a share needs where, the condition that is counted")
        return self


NONE = Arguments()
"""Nothing asked for beside the measure's name."""


@dataclass(frozen=True, slots=True)
class Askable:
    """A series that can be asked for: what gives it, the values that `of` may name, what one row is."""

    family: Callable[..., Series]
    argument: str = ""
    values: tuple[str, ...] = ()
    several: bool = False
    row: str = "conversations"


SERIES: dict[str, Askable] = {
    "conversations.found": Askable(corpus.found),
    "conversations.independent": Askable(corpus.independent),
    "conversations.excluded": Askable(corpus.excluded, "reason", tables.EXCLUSIONS),
    "conversation_kind": Askable(corpus.of_kind, "kind", tables.KINDS),
    "first_request_recap": Askable(corpus.work_with_recap, "recaps", tables.RECAPS, several=True),
    "activity.new_work": Askable(activity.new_work, row="days"),
    "activity.any": Askable(activity.any_kind, row="days"),
    "share_read": Askable(shares.share_read),
    "share_read_chars": Askable(shares.share_read_chars),
    "main_share_read": Askable(shares.main_share_read),
    "files_available": Askable(shares.files_available),
    "files_read": Askable(shares.files_read),
    "main_chars_available": Askable(shares.main_chars_available),
    "main_chars_read": Askable(shares.main_chars_read),
    "memory_reads": Askable(reads.memory_reads, row="reads"),
    "memory_reads.conversations": Askable(reads.readers, "kind", ("work", "other")),
    "found_by": Askable(reads.found_by, "how", tables.FOUND_BY, row="reads"),
    "attachments": Askable(reads.attachments, row="attachments"),
    "memory_searches": Askable(reads.searches, row="calls"),
    "cross_reads": Askable(crossings.cross_reads, row="reads"),
    "cross_reads.conversations": Askable(crossings.crossing_conversations, "kind", ("work", "other")),
    "cross_distance_conversations": Askable(crossings.distance_conversations, row="reads"),
    "cross_distance_days": Askable(crossings.distance_days, row="reads"),
    "undetermined": Askable(crossings.undetermined, "reason", tables.UNDETERMINED, row="reads"),
    "kind_reads": Askable(crossings.of_section, "section", row="reads"),
    "kind_records": Askable(crossings.records_of_section, "section", row="reads"),
    "start_cost.tokens_estimated": Askable(start_cost.estimated_tokens),
    "start_cost.tokens": Askable(start_cost.tokens),
}
"""Every series that a claim or a question may take a statistic of."""

_REQUIRED = {
    "conversation_kind",
    "first_request_recap",
    "found_by",
    "undetermined",
    "kind_reads",
    "kind_records",
}
_STATISTICS: dict[str, Statistic] = {
    "count": COUNT, "sum": SUM, "mean": MEAN, "median": MEDIAN, "p90": P90, "max": MAXIMUM, "min": MINIMUM,
    "first": FIRST, "last": LAST,
}  # fmt: skip


def asked(study: Study | None, name: str, arguments: Arguments = NONE) -> Declared:
    """The named measure, or the statistic of the named series that the arguments ask for; without a study
    those that every study has.

    Raises RereadError where there is no such measure or series, or the arguments do not fit it.
    """
    if arguments == NONE:
        found = declared(study).get(name)
        if found is None:
            said = (
                "it is a series: say what to take of it"
                if name in SERIES
                else "there is no measure of that name"
            )
            raise RereadError(
                "measure_unknown", said, name, "`reread measures STUDY` and docs/measures.md list them"
            )
        return found
    series = SERIES.get(name)
    if series is None:
        raise RereadError(
            "series_unknown", "arguments belong to a series, and there is none of that name", name,
            "docs/measures.md lists the series",
        )  # fmt: skip
    return _of_series(name, series, _own(name, series, arguments), arguments)


def _own(name: str, series: Askable, arguments: Arguments) -> dict[str, object]:
    if not arguments.of:
        if name in _REQUIRED:
            raise _unfit(name, f"it must say of which {series.argument}", series)
        return {}
    if not series.argument:
        raise _unfit(name, "it takes no `of`", series)
    unknown = [one for one in arguments.of if series.values and one not in series.values]
    if unknown:
        raise _unfit(name, f"there is no {series.argument} {unknown[0]!r}", series)
    if series.several:
        return {series.argument: arguments.of}
    if len(arguments.of) != 1:
        raise _unfit(name, "it takes one value of `of`", series)
    return {series.argument: arguments.of[0]}


def _unfit(name: str, said: str, series: Askable) -> RereadError:
    remedy = f"of: one of {', '.join(series.values)}" if series.values else "see docs/measures.md"
    return RereadError("measure_arguments", said, name, remedy)


def _of_series(name: str, series: Askable, own: dict[str, object], arguments: Arguments) -> Declared:
    said = sentence(series.family, own)
    population = said + (f" Over {_part(arguments).sentence}." if arguments.conversations else "")
    if arguments.where and arguments.take != "share":
        population += f" Those {arguments.where}."

    def take(evidence: Evidence) -> Measure:
        found = series.family(evidence, **own)
        if arguments.conversations:
            if "ordinal" not in found.rows:
                raise RereadError(
                    "measure_arguments", "its rows are no conversations' and cannot be cut to some", name,
                    "leave `conversations` out",
                )  # fmt: skip
            found = _part(arguments).cut(found, evidence)
        return _taken(_told(name, arguments), found, arguments, evidence, series.row)

    definition = f"{_words(arguments).capitalize()}: {population}"
    return Declared(_told(name, arguments), take, population, definition, _statistic(arguments))


def _statistic(arguments: Arguments) -> Statistic | None:
    if arguments.take == "quantile":
        return at_quantile(arguments.q or 0.0, _words(arguments))
    return _STATISTICS.get(str(arguments.take))


def _taken(name: str, series: Series, arguments: Arguments, evidence: Evidence, row: str) -> Measure:
    met = _met(series, arguments.where)
    match arguments.take:
        case "share":
            value = float(met.mean()) if len(met) else None
            return Measure(
                name, value, "share", len(series.rows), series.where(met).rows, series.undetermined
            )
        case "ordinal":
            return _single(name, series.where(met), arguments.nth, "ordinal")
        case "value":
            kept = series.where(met)
            made = _single(name, kept, 1, "number")
            return replace(made, value=made.value if len(kept.rows) == 1 else None)
        case "count":
            kept = series.where(met)
            made = of_statistic(name, kept, in_unit(COUNT, row), evidence)
            return replace(made, n=len(series.rows))
        case "quantile":
            statistic = at_quantile(arguments.q or 0.0, _words(arguments))
            return of_statistic(name, series.where(met), statistic, evidence)
        case _:
            return of_statistic(name, series.where(met), _STATISTICS[str(arguments.take)], evidence)


def _single(name: str, series: Series, nth: int, column: str) -> Measure:
    rows = series.rows
    held = rows.get(column)
    value: Value = None
    if held is not None and len(rows) >= nth:
        value = float(held.iloc[nth - 1]) if column == "number" else int(held.iloc[nth - 1])
    unit = "ordinal" if column == "ordinal" else series.unit
    return Measure(name, value, unit, len(rows), rows, series.undetermined)


def _met(series: Series, condition: str | None) -> "pd.Series[bool]":
    numbers = series.rows["number"].astype(float)
    if condition is None:
        return numbers.notna()
    found = _WHERE.fullmatch(condition)
    assert found is not None
    bound = float(found["bound"])
    return {
        ">=": numbers.ge(bound), "<=": numbers.le(bound), ">": numbers.gt(bound), "<": numbers.lt(bound),
        "=": numbers.eq(bound),
    }[found["sign"]]  # fmt: skip


def _part(arguments: Arguments) -> Stretch:
    found = _STRETCH.fullmatch(arguments.conversations or "")
    assert found is not None
    if found["newest"]:
        return Stretch(newest=int(found["newest"]))
    first = int(found["first"])
    return Stretch(first, int(found["last"] or first))


def _words(arguments: Arguments) -> str:
    if arguments.take == "quantile":
        return f"{arguments.q:g}-quantile"
    if arguments.take == "ordinal":
        return f"ordinal of number {arguments.nth}"
    if arguments.take == "share":
        return f"share of those {arguments.where}"
    return _STATISTICS[arguments.take].sentence if arguments.take in _STATISTICS else str(arguments.take)


def _told(name: str, arguments: Arguments) -> str:
    """The name of a measure that was asked for: the series and its arguments, as one would say them."""
    said = {key: value for key, value in arguments.model_dump(exclude_defaults=True).items() if key != "take"}
    shown = ", ".join(
        f"{key} {'+'.join(value) if isinstance(value, tuple) else value}" for key, value in said.items()
    )
    return f"{name}.{arguments.take}({shown})" if shown else f"{name}.{arguments.take}"
