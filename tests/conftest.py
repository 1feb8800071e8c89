"""Inputs that many tests share, each made or found once."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from pipeline.stages.planting import planted
from pipeline.stages.run import run
from pipeline.stages.workspace import Workspace
from tests.corpora.layout import lay_out

HERE = Path(__file__).parent

settings.register_profile(
    "steady", deadline=None, database=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("steady")


def _made(tmp_path_factory: pytest.TempPathFactory, script: Path, name: str) -> Path:
    folder = tmp_path_factory.mktemp(name)
    subprocess.run([sys.executable, str(script), str(folder)], check=True, capture_output=True)
    return folder


@pytest.fixture(scope="session")
def specimens(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with every synthetic history of `make_specimens.py`."""
    return _made(tmp_path_factory, HERE / "extract/histories/make_specimens.py", "specimens")


@pytest.fixture(scope="session")
def expected_specimens() -> dict[str, Any]:
    """What a right reader returns for each specimen, keyed by its name."""
    document = json.loads((HERE / "extract/histories/specimens_expected.json").read_text("utf-8"))
    return {specimen["specimen"]: specimen for specimen in document["specimens"]}


@pytest.fixture(scope="session")
def failing_inputs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the inputs made after public bug reports, and their right values in `expected.json`."""
    return _made(tmp_path_factory, HERE / "failing_inputs/make_inputs.py", "failing")


@pytest.fixture(scope="session")
def failing_right(failing_inputs: Path) -> dict[str, Any]:
    """The right values of the failing inputs, keyed by case."""
    return json.loads((failing_inputs / "expected.json").read_text("utf-8"))["cases"]


@pytest.fixture(scope="session")
def planted_workspace(tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    """A working folder in which the planted study has been run; a test that changes it takes a copy."""
    place = Workspace(tmp_path_factory.mktemp("planted-workspace"))
    planted(place.raw, "planted")
    run(place, "planted")
    return place


@pytest.fixture(scope="session")
def corpora() -> Path:
    """The folder with the real corpora, where it lies beside the checkout."""
    beside = Path(os.environ.get("REREAD_SHARED", HERE.parent.parent / "shared")) / "corpora"
    if not beside.is_dir():
        pytest.skip("the real corpora are missing: ../shared/corpora is not beside the checkout")
    return beside


@pytest.fixture(scope="session")
def corpus_study(corpora: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """A function from a corpus' name to its study folder, cloned and laid out once a session."""
    made: dict[str, Path] = {}

    def study(name: str) -> Path:
        if name not in made:
            made[name] = lay_out(corpora, name, tmp_path_factory.mktemp("corpora") / name)
        return made[name]

    return study
