"""Putting a fault into a copy of the package, and asking what catches it."""

import json
import os
import pickle
import shutil
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path

from pipeline.twin.article.build import write_article
from pipeline.twin.planted import write_planted
from tests.twin.article.tables import place_of, raw_tables

HERE = Path(__file__).parent
TOP = HERE.parents[1]
CATCHERS = HERE / "catchers.json"
"""By fault what catches it: claims of the twin, hand-worked measures of the planted study, tests."""
CRASHED = "the run ends with an error"


@dataclass(frozen=True)
class Fault:
    """One fault: in which file of the package, what stands there, what is put in its place."""

    name: str
    file: str
    old: str
    new: str
    raw: bool = False
    test: str = ""


FAULTS = [Fault(**row) for row in tomllib.loads((HERE / "faults.toml").read_text("utf-8"))["fault"]]


def prepare(folder: Path) -> None:
    """Both synthetic studies, and what comes straight from their raw files, by the package as it is."""
    for name, write in (("twin", write_article), ("planted", write_planted)):
        write(folder / name)
        (folder / f"{name}.pickle").write_bytes(pickle.dumps(raw_tables(place_of(folder / name))))


def caught(fault: Fault | None, studies: Path, place: Path) -> dict[str, list[str]]:
    """The claims and the hand-worked measures that a copy of the package with the fault gets wrong."""
    shutil.copytree(TOP / "pipeline", place / "pipeline", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(TOP / "tests", place / "tests", ignore=shutil.ignore_patterns("__pycache__"))
    if fault is not None:
        path = place / "pipeline" / fault.file
        path.write_text(path.read_text("utf-8").replace(fault.old, fault.new, 1), "utf-8")
    more = ["--raw"] if fault is not None and fault.raw else []
    ran = subprocess.run(
        [sys.executable, "-m", "tests.faults.check", str(studies), *more],
        cwd=place, env={**os.environ, "PYTHONPATH": str(place)}, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    if ran.returncode:
        return {"claims": [], "measures": [], "tests": [CRASHED]}
    found: dict[str, list[str]] = json.loads(ran.stdout)
    return {**found, "tests": [fault.test] if fault and fault.test and fails(fault.test, place) else []}


def fails(test: str, place: Path) -> bool:
    """Whether a file of tests fails in the copy."""
    shutil.copy(TOP / "pyproject.toml", place)
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", test]
    env = {**os.environ, "PYTHONPATH": str(place)}
    return subprocess.run(command, cwd=place, env=env, capture_output=True, check=False).returncode == 1
