"""Do conversations read more as the memory grows?"""

import numpy as np
import pandas as pd

from pipeline.measures import bootstrap
from pipeline.measures.evidence import Evidence
from pipeline.measures.measure import Measure
from pipeline.measures.series import Numbers
from pipeline.measures.statistics import pearson, spearman

_PAIR = ("main_chars_available", "main_chars_read")


def pairs(evidence: Evidence) -> pd.DataFrame:
    """Main characters available and read, one row a conversation of the population that the reading names;
    a conversation without one of the two is no pair."""
    table = evidence.by_conversation()
    rows = table.loc[table["has_snapshot"].astype(bool)]
    population = evidence.study.readings.correlation_population
    if population == "readers only":
        rows = rows.loc[rows["main_chars_read"] > 0]
    if population == "work only":
        rows = rows.loc[rows["kind"] == "work"]
    columns = ["axis", "conversation_id", "ordinal", "kind", *_PAIR]
    return rows[columns].dropna(subset=list(_PAIR)).reset_index(drop=True)


def available_vs_read_pearson(evidence: Evidence) -> Measure:
    """Pearson's coefficient between main characters available and read, zeros kept."""
    rows = pairs(evidence)
    x, y = _numbers(rows)
    return _measure(
        "main_available_vs_read.pearson", pearson(x, y), rows, bootstrap.of_pearson(x, y), evidence
    )


def available_vs_read_spearman(evidence: Evidence) -> Measure:
    """Spearman's rank coefficient between main characters available and read, zeros kept."""
    rows = pairs(evidence)
    x, y = _numbers(rows)
    value = spearman(x, y)
    return _measure("main_available_vs_read.spearman", value, rows, bootstrap.of_spearman(x, y), evidence)


def block_of_pairs(x: Numbers, y: Numbers) -> int:
    """The block length for pairs in order: the longer of the two series' own."""
    return max(bootstrap.block_length(x), bootstrap.block_length(y))


def _numbers(rows: pd.DataFrame) -> tuple[Numbers, Numbers]:
    x = rows["main_chars_available"].to_numpy(dtype=np.float64)
    return x, rows["main_chars_read"].to_numpy(dtype=np.float64)


def _measure(
    name: str, value: float | None, rows: pd.DataFrame, statistic: bootstrap.Resampled, evidence: Evidence
) -> Measure:
    found = None
    if value is not None and evidence.intervals:
        block = block_of_pairs(*_numbers(rows))
        found = bootstrap.interval(statistic, len(rows), block, evidence.study.seed)
    bounds = (found.low, found.high) if found else None
    return Measure(name, value, "coefficient", len(rows), rows, {}, bounds, found.block if found else None)
