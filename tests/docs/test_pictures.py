"""The pictures that pages show are the charts that the program draws now."""

from pathlib import Path

import pytest
from matplotlib.testing.compare import compare_images

from docs.generate.pictures import PICTURES, draw

SHOWN = Path(__file__).parents[2] / "docs" / "pictures"


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pictures, drawn anew."""
    folder = tmp_path_factory.mktemp("pictures")
    draw(folder)
    return folder


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_looks_as_it_is_drawn_now(name: str, drawn: Path) -> None:
    difference = compare_images(str(SHOWN / name), str(drawn / name), tol=2)

    assert difference is None, f"run `make docs`: {difference}"


def test_no_picture_is_kept_that_is_not_drawn() -> None:
    assert {path.name for path in SHOWN.iterdir()} == set(PICTURES)
