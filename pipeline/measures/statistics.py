"""Statistics of numbers: percentiles of three kinds, counts, moments, correlations, Kaplan-Meier medians."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pandas as pd
from scipy import stats

from pipeline.measures.series import Numbers

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


def survival_median(durations: Numbers, ended: "np.ndarray[tuple[int], np.dtype[np.bool_]]") -> float | None:
    """The Kaplan-Meier median: the first duration at which at most half remain; None if never reached."""
    if not ended.any():
        return None
    curve = survival(durations, ended)
    reached = curve.loc[curve["remaining"] <= 0.5, "duration"]
    return float(reached.iloc[0]) if len(reached) else None


def survival(durations: Numbers, ended: "np.ndarray[tuple[int], np.dtype[np.bool_]]") -> pd.DataFrame:
    """The Kaplan-Meier curve as columns `duration`, `remaining`; `ended` False marks a censored row."""
    data = stats.CensoredData(uncensored=durations[ended], right=durations[~ended])
    curve = stats.ecdf(data).sf
    return pd.DataFrame({"duration": curve.quantiles, "remaining": curve.probabilities})


@dataclass(frozen=True, slots=True)
class Statistic:
    """One number from many: its function of the numbers and the kind of percentile, and its sentence."""

    sentence: str
    take: Callable[[Numbers, str], float | None]
    counts: bool = False
    interval: bool = False


def at_quantile(q: float, words: str) -> Statistic:
    """The q-quantile, in words such as "the median"."""
    return Statistic(f"{words} of", lambda numbers, kind: quantile(numbers, q, kind), interval=True)


def at_least(bound: float, words: str) -> Statistic:
    """How many numbers are at least the bound."""
    return Statistic(words, lambda numbers, _: float((numbers >= bound).sum()), counts=True)


def share_at_least(bound: float, words: str) -> Statistic:
    """The share of numbers that are at least the bound; None where there are no numbers."""
    return Statistic(words, lambda numbers, _: float((numbers >= bound).mean()) if len(numbers) else None)


def _over(function: Callable[[Numbers], float]) -> Callable[[Numbers, str], float | None]:
    return lambda numbers, _: float(function(numbers)) if len(numbers) else None


MEDIAN = at_quantile(0.5, "the median")
P90 = at_quantile(0.9, "the 90th percentile")
MAXIMUM = Statistic("the largest", _over(np.max))
MEAN = Statistic("the mean of", _over(np.mean))
SUM = Statistic("the sum of", lambda numbers, _: float(numbers.sum()), counts=True)
COUNT = Statistic("how many there are of", lambda numbers, _: float(len(numbers)), counts=True)
POSITIVE = Statistic("how many are above zero of", lambda n, _: float((n > 0).sum()), counts=True)
FIRST = Statistic("the first", _over(lambda numbers: numbers[0]))
LAST = Statistic("the last", _over(lambda numbers: numbers[-1]))
