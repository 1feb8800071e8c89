"""A contributor adds a chart and a measure by docs/adding-a-chart.md and docs/adding-a-measure.md alone."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

CHECKOUT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Page:
    """A worked page: the file of the package that it adds, its test, and the file with the declaration."""

    name: str
    file: str
    test: str
    declares: str

    @property
    def text(self) -> str:
        return (CHECKOUT / "docs" / self.name).read_text("utf-8")

    def blocks(self) -> dict[str, str]:
        """The fenced blocks of the page that follow the name of the file they are."""
        return dict(re.findall(r"^`([^`\n]+)`:\n\n```\w+\n(.*?)^```$", self.text, re.MULTILINE | re.DOTALL))

    def patch(self) -> str:
        (patch,) = re.findall(r"^```diff\n(.*?)^```$", self.text, re.MULTILINE | re.DOTALL)
        return str(patch)


CHART = Page(
    "adding-a-chart.md",
    "pipeline/figures/still_unread.py",
    "tests/figures/test_still_unread.py",
    "pipeline/figures/catalogue.py",
)
MEASURE = Page(
    "adding-a-measure.md",
    "pipeline/measures/pauses.py",
    "tests/measures/test_pauses.py",
    "pipeline/measures/catalogue.py",
)
BOTH = pytest.mark.parametrize("page", [CHART, MEASURE], ids=lambda page: page.name)


def checkout(folder: Path, *pages: Page) -> Path:
    """A copy of the package and the tests, after the contributor has done what the pages say."""
    leave = shutil.ignore_patterns("__pycache__")
    for name in ("pipeline", "tests"):
        shutil.copytree(CHECKOUT / name, folder / name, ignore=leave)
    shutil.copyfile(CHECKOUT / "pyproject.toml", folder / "pyproject.toml")
    for page in pages:
        for name in (page.file, page.test):
            (folder / name).write_text(page.blocks()[name], "utf-8")
        applied = subprocess.run(
            ["git", "apply", "--whitespace=error", "-"],
            cwd=folder, input=page.patch(), text=True, capture_output=True, check=False,
            env={**os.environ, "GIT_CEILING_DIRECTORIES": str(folder.parent)},
        )  # fmt: skip
        assert applied.returncode == 0, applied.stderr
    return folder


def run(folder: Path, *arguments: str) -> str:
    """Run Python in a folder, with the package that lies there before any other."""
    seen = os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")])
    environment = {**os.environ, "PYTHONPATH": seen, "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, *arguments]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def contents(folder: Path) -> Mapping[str, bytes]:
    found = (path for path in folder.rglob("*") if path.is_file() and path.suffix != ".pyc")
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


@pytest.fixture(scope="module")
def after(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy after both pages, in which the planted study has been run."""
    folder = checkout(tmp_path_factory.mktemp("after") / "checkout", CHART, MEASURE)
    run(folder, "-m", "pipeline", "twin", "planted", "--workspace", "work")
    run(folder, "-m", "pipeline", "run", "planted", "--workspace", "work")
    return folder


@BOTH
def test_the_change_is_one_new_file_of_the_package_and_one_changed_declaration(
    page: Page, tmp_path: Path
) -> None:
    old, new = contents(CHECKOUT / "pipeline"), contents(checkout(tmp_path, page) / "pipeline")

    assert [f"pipeline/{name}" for name in set(new) - set(old)] == [page.file]
    assert [f"pipeline/{name}" for name in old if old[name] != new[name]] == [page.declares]


def test_a_run_draws_the_chart_and_lists_it_after_the_others(after: Path) -> None:
    figures = after / "work/reports/planted/figures"
    listed = json.loads((figures / "figures.json").read_bytes())
    names = [entry["name"] for entry in listed]
    new = listed[names.index("still_unread")]

    assert names[names.index("still_unread") - 1] == "found_by"
    assert new["question"] == "After how many days has another conversation read a note that was written?"
    assert new["sees"] == "Of 17 updates, 23.5 % were never read again before the next update."
    assert all((figures / file).stat().st_size > 0 for file in new["files"])
    assert (figures / "still_unread.csv").read_text("utf-8").startswith("duration_days,remaining\n0.0,0.47")


def test_the_command_lists_the_measures_with_the_values_worked_out_by_hand(after: Path) -> None:
    told: dict[str, Any] = json.loads(
        run(after, "-m", "pipeline", "measures", "planted", "--json", "--workspace", "work")
    )
    found = {name: one for name, one in told["measures"].items() if name.startswith("pauses.")}

    assert {name: one["value"] for name, one in found.items()} == {
        "pauses.count": 19,
        "pauses.median": 0,
        "pauses.max": 3,
    }
    assert {(one["unit"], one["n"]) for one in found.values()} == {("days", 19)}
    assert found["pauses.max"]["definition"] == (
        "Largest: Full days without new work between two neighbouring active days, both in the study's zone."
    )


def test_the_tests_that_the_pages_give_pass(after: Path) -> None:
    assert "5 passed" in run(after, "-m", "pytest", "-p", "no:cacheprovider", CHART.test, MEASURE.test)


def test_the_code_that_the_pages_give_keeps_the_style_and_the_types(after: Path) -> None:
    files = [CHART.file, CHART.test, MEASURE.file, MEASURE.test]

    run(after, "-m", "ruff", "check", "--no-cache", *files)
    run(after, "-m", "ruff", "format", "--no-cache", "--check", *files)
    run(after, "-m", "mypy", "--cache-dir", str(after / "cache"), CHART.file, MEASURE.file)
