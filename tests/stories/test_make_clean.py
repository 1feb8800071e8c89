"""`make clean` removes what was made and keeps the studies and the pages that belong to the checkout."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.stories.installing import CHECKOUT

KEPT = ["data/derived/README.md", "data/raw/README.md", "data/raw/x/study.toml", "reports/README.md"]
MADE = [
    "data/derived/x/.cache/units.sqlite",
    "data/derived/x/README.md",
    "reports/a study/figures/README.md",
    "reports/x/README.md",
    "reports/x/figures/figures.json",
    "pipeline/__pycache__/study.pyc",
]


def test_pages_below_reports_go_and_those_of_the_checkout_stay(tmp_path: Path) -> None:
    if shutil.which("make") is None:
        pytest.skip("make is not installed")
    shutil.copyfile(CHECKOUT / "Makefile", tmp_path / "Makefile")
    for name in KEPT + MADE:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("held")

    done = subprocess.run(["make", "clean"], cwd=tmp_path, capture_output=True, text=True, check=False)

    assert (done.returncode, done.stderr) == (0, "")
    left = [path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()]
    assert sorted(left) == ["Makefile", *KEPT]
    assert [path.name for path in (tmp_path / "reports").iterdir()] == ["README.md"]
