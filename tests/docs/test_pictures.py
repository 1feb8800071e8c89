"""The pictures that pages show are the charts that the program draws now."""

from pathlib import Path

import pytest
from matplotlib.testing.compare import compare_images

from docs.generate.pictures import PICTURES
from pipeline.stages.workspace import Workspace

SHOWN = Path(__file__).parents[2] / "docs" / "pictures"


@pytest.mark.parametrize(("name", "chart"), PICTURES.items())
def test_a_picture_looks_as_it_is_drawn_now(name: str, chart: str, planted_workspace: Workspace) -> None:
    drawn = planted_workspace.figures("planted") / chart

    difference = compare_images(str(SHOWN / name), str(drawn), tol=2)

    assert difference is None, f"run `make docs`: {difference}"


def test_no_picture_is_kept_that_is_not_drawn() -> None:
    assert {path.name for path in SHOWN.iterdir()} == set(PICTURES)
