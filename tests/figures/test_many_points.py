"""Layers of many points are pixels, so that an SVG stays small."""

import pytest

from pipeline.figures.catalogue import COMMON
from pipeline.figures.saving import svg
from pipeline.figures.style import MANY
from tests.evidence import a_study, evidence_of
from tests.figures.conftest import conversations, draw, reads_by_conversation


def drawn(name: str, n: int) -> bytes:
    (chart,) = (one for one in COMMON if one.name == name)
    pairs = [(1000 + at, at % 997) for at in range(n)]
    frames = conversations(["work"] * n) | {"reads_by_conversation": reads_by_conversation(pairs)}
    return svg(draw(chart, evidence_of(a_study(), **frames)).figure, name, chart.title)


@pytest.mark.usefixtures("fixed")
@pytest.mark.parametrize("name", ["share_read", "main_over_time", "main_scatter"])
def test_a_layer_beyond_five_thousand_points_is_an_image_inside_the_svg(name: str) -> None:
    few, many = drawn(name, 200), drawn(name, MANY + 1)

    assert b"<image" not in few
    assert b"<image" in many
    assert len(many) < 1_000_000
