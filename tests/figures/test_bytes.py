"""The same chart has the same bytes: on each run, in each zone, in each order (failing input D4)."""

import csv
import os
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from pipeline.stages.workspace import Workspace
from tests.figures.conftest import files, svg_ids

CHECKOUT = Path(__file__).parents[2]
DRAW = """
import sys
from pathlib import Path
from pipeline.figures import catalogue, write
from pipeline.stages.run import Shelf, place_of
from pipeline.stages.workspace import Workspace
from pipeline.measures.evidence import Evidence
place = place_of(Workspace(Path(sys.argv[1])), "planted")
if sys.argv[3] == "backwards":
    write.charts = lambda study: tuple(reversed(catalogue.charts(study)))
write.write_all(Evidence(Shelf(place.derived), place.study), Path(sys.argv[2]))
"""
FIRST_REQUESTS = """
import csv, sys
from pathlib import Path
from pipeline.figures.first_requests import CHART
from pipeline.figures import catalogue, write
from tests.evidence import a_study, evidence_of
from tests.figures.conftest import conversations
rows = list(csv.DictReader(open(sys.argv[1], encoding="utf-8")))
kinds = [row["kind"] for row in rows for _ in range(int(row["conversations"]))]
write.charts = lambda study: (CHART,)
write.write_all(evidence_of(a_study(), **conversations(kinds)), Path(sys.argv[2]))
"""
Run = dict[str, Any]


def run_python(script: str, settings: Run, *arguments: str) -> None:
    time.sleep(settings.get("later_by_seconds", 0))
    told = {key: value for key, value in settings.items() if key.isupper()}
    environment = {**os.environ, "PYTHONPATH": str(CHECKOUT), **told}
    command = [sys.executable, "-c", script, *arguments]
    done = subprocess.run(command, env=environment, cwd=CHECKOUT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def twice(
    planted_workspace: Workspace, failing_right: dict[str, Any], tmp_path_factory: pytest.TempPathFactory
) -> tuple[dict[str, bytes], dict[str, bytes]]:
    """Every chart of the planted study, drawn by two processes under D4's settings, the second backwards."""
    made = []
    for settings, order in zip(failing_right["D4"]["right"]["runs"], ("forwards", "backwards"), strict=True):
        folder = tmp_path_factory.mktemp(order)
        run_python(DRAW, settings, str(planted_workspace.root), str(folder), order)
        made.append(files(folder))
    return made[0], made[1]


def chunks(png: bytes) -> list[str]:
    """The names of the chunks of a PNG."""
    at, found = 8, []
    while at < len(png):
        length = int.from_bytes(png[at : at + 4])
        found.append(png[at + 4 : at + 8].decode("ascii"))
        at += 12 + length
    return found


def test_pictures_and_tables_are_equal_byte_for_byte(
    twice: tuple[dict[str, bytes], dict[str, bytes]],
) -> None:
    first, second = twice
    drawn = [name for name in first if name != "figures.json"]

    assert len(drawn) == 13 * 3
    assert [name for name in drawn if first[name] != second[name]] == []


def test_the_case_d4_has_the_same_bytes_in_both_runs(
    failing_inputs: Path, failing_right: dict[str, Any], tmp_path: Path
) -> None:
    (given,) = failing_right["D4"]["inputs"]
    made = []
    for settings in failing_right["D4"]["right"]["runs"]:
        folder = tmp_path / settings["PYTHONHASHSEED"]
        run_python(FIRST_REQUESTS, settings, str(failing_inputs / given), str(folder))
        made.append(files(folder))

    assert made[0] == made[1]
    rows = list(csv.reader(made[0]["first_requests.csv"].decode().splitlines()))
    assert rows[1:4] == [["work", "", "9"], ["informational", "", "4"], ["administrative", "", "1"]]


def test_no_date_and_no_version_is_in_an_svg(twice: tuple[dict[str, bytes], dict[str, bytes]]) -> None:
    for name, content in twice[0].items():
        if name.endswith(".svg"):
            assert b"dc:date" not in content
            assert b"atplotlib v" not in content


def test_a_png_has_no_chunk_of_text(twice: tuple[dict[str, bytes], dict[str, bytes]]) -> None:
    for name, content in twice[0].items():
        if name.endswith(".png"):
            assert set(chunks(content)) <= {"IHDR", "pHYs", "IDAT", "IEND"}


def test_the_ids_of_all_svgs_are_unique_on_one_page(twice: tuple[dict[str, bytes], dict[str, bytes]]) -> None:
    ids = [one for name, content in twice[0].items() if name.endswith(".svg") for one in svg_ids(content)]

    assert len(ids) > 1000
    assert [name for name, count in Counter(ids).items() if count > 1] == []


def test_each_reference_of_an_svg_is_to_an_id_of_its_own(
    twice: tuple[dict[str, bytes], dict[str, bytes]],
) -> None:
    import re

    for name, content in twice[0].items():
        if name.endswith(".svg"):
            named = set(re.findall(r'(?:href="#|url\(#)([^")]+)', content.decode()))
            assert named
            assert named <= set(svg_ids(content))
