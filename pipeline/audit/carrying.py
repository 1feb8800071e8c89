"""Which of the rows behind a number carry it: those at a percentile, the largest, the most influential."""

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil, floor

import numpy as np
import pandas as pd

from pipeline.measures.measure import Measure
from pipeline.measures.registry import Declared
from pipeline.measures.series import Numbers
from pipeline.measures.statistics import FIRST, LAST, MAXIMUM, MINIMUM, Statistic, pearson, spearman

AROUND = 2
"""Rows shown on each side of a percentile."""
INFLUENTIAL = 10
"""Points shown of a correlation."""
Coefficient = Callable[[Numbers, Numbers], float | None]
_PAIR = ("main_chars_available", "main_chars_read")


@dataclass(frozen=True, slots=True)
class Carrying:
    """Rows of a measure and what they are to its value; `place` is a row's rank from the lowest, from 1."""

    rows: pd.DataFrame
    how: str


def carrying(declared: Declared, measure: Measure) -> Carrying:
    """The rows that carry the value: at and around a percentile; of an extreme those that reach it; of a
    correlation those without which it would change most, with `change`; else all rows."""
    rows = measure.rows
    if set(_PAIR) <= set(rows.columns):
        return _of_correlation(rows, spearman if measure.name.endswith("spearman") else pearson)
    if measure.unit == "ordinal" and "ordinal" in rows:
        return Carrying(rows[rows["ordinal"] == measure.value], "the conversation that it names")
    if "number" not in rows or not len(rows) or measure.value is None:
        return Carrying(rows, "all rows")
    return _of_statistic(declared.statistic, rows)


def _of_statistic(statistic: Statistic | None, rows: pd.DataFrame) -> Carrying:
    numbers = rows["number"].astype(float)
    if statistic is not None and statistic.quantile is not None:
        return _around(rows, numbers, statistic.quantile)
    if statistic in (MAXIMUM, MINIMUM):
        extreme = numbers.max() if statistic is MAXIMUM else numbers.min()
        return Carrying(rows[numbers == extreme], f"the rows with the {statistic.sentence} number")
    if statistic in (FIRST, LAST):
        return Carrying(
            rows.iloc[[0]] if statistic is FIRST else rows.iloc[[-1]], f"the {statistic.sentence} row"
        )
    return Carrying(rows, "all rows")


def _around(rows: pd.DataFrame, numbers: "pd.Series[float]", q: float) -> Carrying:
    order = numbers.sort_values(kind="stable").index
    place = (len(order) - 1) * q
    low, high = floor(place), ceil(place)
    first, last = max(0, low - AROUND), min(len(order), high + AROUND + 1)
    shown = rows.loc[order[first:last]].assign(place=range(first + 1, last + 1))
    at = f"place {low + 1}" if low == high else f"places {low + 1} and {high + 1}"
    return Carrying(shown, f"{at} of {len(order)} from the lowest, and {AROUND} on each side")


def _of_correlation(rows: pd.DataFrame, coefficient: Coefficient) -> Carrying:
    x, y = (rows[column].to_numpy(dtype=np.float64) for column in _PAIR)
    whole = coefficient(x, y)
    if whole is None:
        return Carrying(rows, "all rows")
    kept = ~np.eye(len(rows), dtype=bool)
    without = [coefficient(x[one], y[one]) for one in kept]
    change = np.array([np.nan if one is None else whole - one for one in without])
    shown = rows.assign(change=change)
    strongest = shown["change"].abs().sort_values(ascending=False, kind="stable").index[:INFLUENTIAL]
    return Carrying(
        shown.loc[strongest],
        f"the {len(strongest)} pairs that change it most, by how much it would fall without each",
    )
