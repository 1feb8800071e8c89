"""The planted study from raw bytes to named measures: every value is the one worked out by hand."""

import csv
import json
import shutil
from collections import defaultdict
from pathlib import Path

import pandas as pd
import pytest

from pipeline.measures.catalogue import declared
from pipeline.stages.measuring import measured
from pipeline.stages.run import run
from pipeline.stages.workspace import Workspace
from pipeline.storage import read_table
from pipeline.study import load
from tests.stories.by_hand import differing, hand_worked

RIGHT = Path(__file__).parents[1] / "twin" / "planted"
# Whole numbers and shares of small numbers: nothing but the last places of a float may differ.
CLOSE = 1e-9


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


MEASURES = rows(RIGHT / "expected_measures.csv")
READINGS: dict[tuple[str, str], dict[str, str]] = defaultdict(dict)
for row in rows(RIGHT / "readings.csv"):
    READINGS[row["reading"], row["value"]][row["measure"]] = row["expected"]


def same(value: object, expected: str) -> bool:
    if isinstance(value, int | float):
        return expected != "" and float(value) == pytest.approx(float(expected), rel=CLOSE, abs=CLOSE)
    return ("" if value is None else str(value)) == expected


@pytest.fixture(scope="module")
def values(planted_workspace: Workspace) -> dict[str, object]:
    return {one.name: measure.value for one, measure in measured(planted_workspace, "planted")}


@pytest.mark.parametrize("right", MEASURES, ids=[row["name"] for row in MEASURES])
def test_a_measure_is_as_worked_out_by_hand(right: dict[str, str], values: dict[str, object]) -> None:
    assert same(values[right["name"]], right["value"]), (values[right["name"]], right)


def test_every_measure_was_worked_out_by_hand(planted_workspace: Workspace) -> None:
    study = load(planted_workspace.study("planted"))

    assert {row["name"] for row in MEASURES} == set(declared(study))


@pytest.mark.parametrize("reading", sorted(READINGS), ids=" ".join)
def test_another_reading_gives_the_value_worked_out_by_hand(
    reading: tuple[str, str], planted_workspace: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The charts are not looked at here, and drawing them takes longer than all else.
    monkeypatch.setattr("pipeline.figures.write.write_all", lambda *_: None)
    shutil.copytree(planted_workspace.root, tmp_path / "workspace")
    place = Workspace(tmp_path / "workspace")
    key, value = reading
    told = value if value.isdigit() else json.dumps(value)
    with (place.study("planted") / "study.toml").open("a", encoding="utf-8") as stream:
        stream.write(f"\n[readings]\n{key} = {told}\n")
    run(place, "planted")

    found = {one.name: measure.value for one, measure in measured(place, "planted")}

    assert {n: found[n] for n, v in READINGS[reading].items() if not same(found[n], v)} == {}


@pytest.mark.parametrize(
    "name", ["activity", "conversations", "other_axes", "reads", "reads_by_conversation", "updates"]
)
def test_a_table_is_as_worked_out_by_hand(name: str, planted_workspace: Workspace) -> None:
    expected = rows(RIGHT / "expected_tables" / f"{name}.csv")
    study = load(planted_workspace.study("planted"))

    found = hand_worked(name, lambda table: read_table(planted_workspace.derived("planted"), table), study)

    assert differing(found, pd.DataFrame(expected)) == []


def test_a_second_run_makes_nothing_anew(planted_workspace: Workspace) -> None:
    again = run(planted_workspace, "planted")

    assert {stage.state for stage in again.stages} == {"current"}
