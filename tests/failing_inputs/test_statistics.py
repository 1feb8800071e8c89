"""Percentiles and coefficients that two libraries would give differently."""

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from pipeline import tables
from pipeline.measures.catalogue import declared
from pipeline.measures.evidence import Evidence
from pipeline.measures.measure import Measure
from pipeline.measures.statistics import quantile
from pipeline.transform import reads_by_conversation
from tests.evidence import a_study, evidence_of


def evidence(rows: pd.DataFrame) -> Evidence:
    """The rows as the table reads_by_conversation, in the order of the file."""
    named = dict.fromkeys(tables.table("reads_by_conversation").names)
    fixed = named | {"axis": "first-parent", "kind": "work"}
    counts = dict.fromkeys(
        ("files_available", "files_read", "chars_read", "main_files_read", "memory_reads"), 0
    ) | dict.fromkeys(("reads_not_in_snapshot", "cross_reads", "cross_reads_with_distance"), 0)
    start = pd.Timestamp("2026-03-02", tz="UTC")
    rows = rows.assign(has_snapshot=rows["files_available"] > 0 if "files_available" in rows else True)
    made = [
        fixed | counts | {"ordinal": n, "started_at": start + pd.Timedelta(hours=n)} | row
        for n, row in enumerate(rows.astype(object).where(rows.notna(), None).to_dict("records"), 1)
    ]
    return evidence_of(a_study(), reads_by_conversation=tables.frame("reads_by_conversation", made))


def taken(name: str, found: Evidence) -> Measure:
    return declared(found.study)[name].take(found)


def test_a_share_of_nothing_is_none_and_percentiles_are_of_type_7(
    failing_inputs: Path, failing_right: dict[str, Any]
) -> None:
    right = failing_right["D1"]["right"]
    rows = pd.read_csv(failing_inputs / "D1" / "reads_by_conversation.csv")
    rows["share_read"] = reads_by_conversation.share(rows["files_read"], rows["files_available"])
    found = evidence(rows)

    assert taken("share_read.n", found).value == right["n"]
    assert taken("share_read.median", found).value == pytest.approx(right["median"], abs=1e-15)
    assert taken("share_read.p90", found).value == pytest.approx(right["p90"], abs=1e-15)
    shares = rows["share_read"].dropna().to_numpy(dtype=float)
    assert quantile(shares, 0.1) == pytest.approx(right["p10"], abs=1e-15)
    assert float(np.mean(shares)) == pytest.approx(right["mean"], abs=1e-15)


@pytest.mark.parametrize(("case", "numbers"), [("of_one_value_7", [7.0]), ("of_two_values_1_2", [1.0, 2.0])])
def test_percentiles_of_one_and_of_two_values(
    case: str, numbers: list[float], failing_right: dict[str, Any]
) -> None:
    right = failing_right["D1"]["right"][case]

    assert quantile(np.array(numbers), 0.5) == right["median"]
    assert quantile(np.array(numbers), 0.9) == pytest.approx(right["p90"], abs=1e-15)


def test_a_percentile_of_nothing_is_none(failing_right: dict[str, Any]) -> None:
    assert quantile(np.array([]), 0.5) is failing_right["D1"]["right"]["of_none"]


def test_coefficients_are_of_complete_pairs_with_average_ranks(
    failing_inputs: Path, failing_right: dict[str, Any]
) -> None:
    right = failing_right["D2"]["right"]
    found = evidence(pd.read_csv(failing_inputs / "D2" / "main_chars.csv"))

    for name in ("spearman", "pearson"):
        measure = taken(f"main_available_vs_read.{name}", found)
        assert measure.value == pytest.approx(right[name], abs=right["tolerance"])
        assert measure.n == right["n"]
