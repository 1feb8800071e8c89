"""Every benchmark runs and prints its bars; its ratios are measured by `make bench`, never by a test."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.__main__ import BENCHMARKS
from benchmarks.bar import Bar

ROOT = Path(__file__).parent.parent
LINE = re.compile(r"[^;]+; .+; against .+; bar [≤≥] [\d.,]+( [x%]|x| MB): (met|missed): [\d.,]+( %| MB|x)")


@pytest.mark.slow
@pytest.mark.parametrize("name", BENCHMARKS)
def test_a_benchmark_runs_at_a_small_size_and_its_lines_end_with_the_ratio(name: str) -> None:
    command = [sys.executable, "-m", "benchmarks", name, "--quick"]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)

    assert ran.returncode == 0, ran.stderr
    lines = [line for line in ran.stdout.splitlines() if "left out" not in line]
    assert lines
    assert [line for line in lines if not LINE.fullmatch(line)] == []


def test_an_unknown_benchmark_is_refused_with_the_known_ones() -> None:
    command = [sys.executable, "-m", "benchmarks", "nothing"]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)

    assert ran.returncode == 2
    assert "snapshots" in ran.stderr


def test_every_benchmark_of_the_folder_is_in_the_list() -> None:
    found = {
        path.stem for path in (ROOT / "benchmarks").glob("*.py") if "def bars(" in path.read_text("utf-8")
    }

    assert found == set(BENCHMARKS)


@pytest.mark.parametrize(
    ("ratio", "faster", "met"),
    [(1.8, False, True), (1.81, False, False), (50, True, True), (49, True, False)],
)
def test_a_bar_is_met_at_its_limit_and_missed_beyond_it(ratio: float, faster: bool, met: bool) -> None:
    limit = 50 if faster else 1.8

    assert Bar("what", "size", "that", ratio, limit, faster).met is met


def test_a_line_names_the_bar_and_ends_with_the_ratio() -> None:
    bar = Bar("stage", "1 MB", "that", 1_234.5, 1_000, faster=True, note="scaled")

    assert bar.line() == "stage; 1 MB; against that [scaled]; bar ≥ 1,000x: met: 1,234x"
