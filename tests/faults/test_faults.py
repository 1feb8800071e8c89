"""Each of many faults put into the package is caught: by claims, by hand-worked measures, by a test."""

import json
from pathlib import Path

import pytest

from docs.generate.faults import faults_page
from tests.faults.run import CATCHERS, CRASHED, FAULTS, TOP, Fault, caught, fails, prepare

HELD: dict[str, dict[str, list[str]]] = json.loads(CATCHERS.read_text("utf-8"))
SAMPLED = "days between dates"
"""The fault that the quick tests try too."""


@pytest.fixture(scope="session")
def studies(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("faults") / "studies"
    prepare(folder)
    return folder


@pytest.mark.slow
def test_without_a_fault_nothing_is_caught(studies: Path, tmp_path: Path) -> None:
    assert caught(None, studies, tmp_path) == {"claims": [], "measures": [], "tests": []}
    assert not any(fails(test, tmp_path) for test in {fault.test for fault in FAULTS if fault.test})


@pytest.mark.parametrize(
    "fault",
    [pytest.param(one, marks=() if one.name == SAMPLED else pytest.mark.slow, id=one.name) for one in FAULTS],
)
def test_a_fault_is_caught_by_what_is_written_down(fault: Fault, studies: Path, tmp_path: Path) -> None:
    assert caught(fault, studies, tmp_path) == HELD[fault.name]


@pytest.mark.parametrize("fault", FAULTS, ids=lambda one: one.name)
def test_a_fault_fits_the_code_once_and_has_a_catcher(fault: Fault) -> None:
    text = (TOP / "pipeline" / fault.file).read_text("utf-8")

    assert text.count(fault.old) == 1
    assert any(HELD[fault.name].values())
    assert CRASHED not in HELD[fault.name]["tests"]


def test_there_are_enough_faults_and_claims_alone_catch_most() -> None:
    assert len(FAULTS) >= 25
    assert set(HELD) == {fault.name for fault in FAULTS}
    assert sum(bool(HELD[fault.name]["claims"]) for fault in FAULTS) >= 25


def test_the_page_lists_every_fault_with_its_catchers() -> None:
    assert (TOP / "docs" / "faults.md").read_text("utf-8") == faults_page()
