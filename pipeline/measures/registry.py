"""Named measures: what each is, declared once; the catalogue lists them."""

import inspect
from collections.abc import Callable
from dataclasses import dataclass, replace

from pipeline.measures import bootstrap
from pipeline.measures.evidence import Evidence
from pipeline.measures.measure import Measure
from pipeline.measures.series import ALL, Series, Stretch
from pipeline.measures.statistics import METHODS, Statistic


@dataclass(frozen=True, slots=True)
class Declared:
    """One named measure: how it is taken, population and definition in words, its statistic of a series."""

    name: str
    take: Callable[[Evidence], Measure]
    population: str
    definition: str
    statistic: Statistic | None = None


def direct(
    name: str, function: Callable[..., Measure], population: str, said: str = "", **arguments: object
) -> Declared:
    """A measure that a function gives whole; its docstring is the definition, unless one is `said`."""

    def take(evidence: Evidence) -> Measure:
        return replace(function(evidence, **arguments), name=name)

    return Declared(name, take, population, said or sentence(function, arguments))


def of_series(
    name: str,
    family: Callable[..., Series],
    statistic: Statistic,
    stretch: Stretch = ALL,
    **arguments: object,
) -> Declared:
    """A measure that is one statistic of a series, over all conversations or a stretch of them."""

    def take(evidence: Evidence) -> Measure:
        series = family(evidence, **arguments)
        return of_statistic(
            name, series if stretch is ALL else stretch.cut(series, evidence), statistic, evidence
        )

    said = sentence(family, arguments)
    population = said if stretch is ALL else f"{said} Over {stretch.sentence}."
    return Declared(name, take, population, f"{statistic.sentence.capitalize()}: {population}", statistic)


def sentence(function: Callable[..., object], arguments: dict[str, object]) -> str:
    """A function's docstring in one line, with the values it is bound to."""
    said = " ".join((inspect.getdoc(function) or "").split())
    bound = ", ".join(_words(value) for value in arguments.values() if value is not None)
    return f"{said.removesuffix('.')} ({bound})." if bound else said


def _words(value: object) -> str:
    return " or ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def of_statistic(name: str, series: Series, statistic: Statistic, evidence: Evidence) -> Measure:
    """One statistic of a series, with its interval where it is a quantile of numbers that follow in time."""
    kind = evidence.study.readings.percentile
    value = statistic.take(series.numbers, kind)
    if value is not None and statistic.counts:
        value = int(value)
    unit = statistic.unit or series.unit
    made = Measure(name, value, unit, len(series.rows), series.rows, series.undetermined)
    if not (evidence.intervals and statistic.quantile is not None and series.dependent and len(series.rows)):
        return made
    resampled = bootstrap.of_quantile(series.numbers, statistic.quantile, METHODS[kind])
    block = bootstrap.block_length(series.numbers)
    found = bootstrap.interval(resampled, len(series.rows), block, evidence.study.seed)
    return replace(made, interval=(found.low, found.high), block=block) if found else made
