"""Statistics of numbers: percentiles of three kinds, counts, moments, correlations, Kaplan-Meier medians."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
import pandas as pd
from scipy import stats

from pipeline.measures.series import Numbers

Flags = npt.NDArray[np.bool_]
"""Whether each row reached its end."""

METHODS = {"type 7": "linear", "type 6": "weibull", "nearest rank": "inverted_cdf"}
"""numpy's name for each value of the reading `percentile`."""


def quantile(numbers: Numbers, q: float, kind: str = "type 7") -> float | None:
    """The q-quantile of the numbers by the kind of percentile; None where there are none."""
    if len(numbers) == 0:
        return None
    return float(np.quantile(numbers, q, method=METHODS[kind]))  # type: ignore[call-overload]


def pearson(x: Numbers, y: Numbers) -> float | None:
    """Pearson's coefficient; None where fewer than two pairs or no spread in either."""
    if len(x) < 2 or np.ptp(x) == 0 or np.ptp(y) == 0:
        return None
    return float(np.corrcoef(x, y)[0, 1])


def spearman(x: Numbers, y: Numbers) -> float | None:
    """Spearman's rank coefficient with average ranks; None where fewer than two pairs or no spread."""
    if len(x) < 2:
        return None
    return pearson(stats.rankdata(x), stats.rankdata(y))


def survival_median(durations: Numbers, ended: Flags) -> float | None:
    """The Kaplan-Meier median: the first duration at which at most half remain; None if never reached."""
    if not ended.any():
        return None
    curve = survival(durations, ended)
    reached = curve.loc[curve["remaining"] <= 0.5, "duration"]
    return float(reached.iloc[0]) if len(reached) else None


def survival(durations: Numbers, ended: Flags) -> pd.DataFrame:
    """The Kaplan-Meier curve as columns `duration`, `remaining`; `ended` False marks a censored row."""
    data = stats.CensoredData(uncensored=durations[ended], right=durations[~ended])
    curve = stats.ecdf(data).sf
    return pd.DataFrame({"duration": curve.quantiles, "remaining": curve.probabilities})


@dataclass(frozen=True, slots=True)
class Statistic:
    """One number from many: its function of the numbers and the kind of percentile, and its sentence.

    `counts`: always a whole number; `unit`: its own, where it is not
    that of the numbers; `quantile`: which one it is, where it is one.
    """

    sentence: str
    take: Callable[[Numbers, str], float | None]
    counts: bool = False
    unit: str | None = None
    quantile: float | None = None


def at_quantile(q: float, words: str) -> Statistic:
    """The q-quantile, in words such as "median"."""
    return Statistic(words, lambda numbers, kind: quantile(numbers, q, kind), quantile=q)


def at_least(bound: float) -> Statistic:
    """How many numbers are at least the bound."""
    return Statistic(
        f"number of days with {bound:g} or more",
        lambda n, _: float((n >= bound).sum()),
        counts=True,
        unit="days",
    )


def share_at_least(bound: float) -> Statistic:
    """The share of numbers that are at least the bound; None where there are no numbers."""
    return Statistic(
        f"share of days with {bound:g} or more", _over(lambda n: float((n >= bound).mean())), unit="share"
    )


def in_unit(statistic: Statistic, unit: str) -> Statistic:
    """The same statistic, where its unit is not that of the numbers."""
    return replace(statistic, unit=unit)


def _over(function: Callable[[Numbers], float]) -> Callable[[Numbers, str], float | None]:
    return lambda numbers, _: float(function(numbers)) if len(numbers) else None


def _positive_median(numbers: Numbers, kind: str) -> float | None:
    return quantile(numbers[numbers > 0], 0.5, kind)


MEDIAN = at_quantile(0.5, "median")
P90 = at_quantile(0.9, "90th percentile")
MAXIMUM = Statistic("largest", _over(np.max))
MINIMUM = Statistic("smallest", _over(np.min))
MEAN = Statistic("mean", _over(np.mean))
SHARE = Statistic("share", _over(np.mean), unit="share")
SUM = Statistic("sum", lambda numbers, _: float(numbers.sum()), counts=True)
COUNT = Statistic("number", lambda numbers, _: float(len(numbers)), counts=True)
POSITIVE = Statistic(
    "number above zero", lambda n, _: float((n > 0).sum()), counts=True, unit="conversations"
)
POSITIVE_MEDIAN = Statistic("median of those above zero", _positive_median)
WHOLE = Statistic("number at 1", lambda n, _: float((n >= 1).sum()), counts=True, unit="conversations")
FIRST = Statistic("first", _over(lambda numbers: float(numbers[0])))
LAST = Statistic("last", _over(lambda numbers: float(numbers[-1])))
