"""Charts can be read in grey and by those who see colours otherwise."""

import io
from collections.abc import Callable
from itertools import combinations

import pytest
from PIL import Image, ImageStat

from pipeline.figures.saving import png
from pipeline.figures.style import FAINT, INK, TONES
from tests.figures.conftest import Drawn

APART = 20
"""Least distance of two fills, of 255 greys."""


def grey(colour: str) -> int:
    return Image.new("RGB", (1, 1), colour).convert("L").getpixel((0, 0))


def seen(colour: str, matrix: tuple[tuple[float, ...], ...]) -> int:
    """The grey of a colour as an eye without one kind of cone sees it (linear, Viénot and others 1999)."""
    rgb = [channel / 255 for channel in Image.new("RGB", (1, 1), colour).getpixel((0, 0))]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in rgb]
    mixed = [min(max(sum(m * c for m, c in zip(row, linear, strict=True)), 0), 1) for row in matrix]
    back = [c * 12.92 if c <= 0.0031308 else 1.055 * c ** (1 / 2.4) - 0.055 for c in mixed]
    channels = tuple(round(255 * c) for c in back)
    return Image.new("RGB", (1, 1), channels).convert("L").getpixel((0, 0))


EYES = {
    "red-blind": ((0.11238, 0.88762, 0.0), (0.11238, 0.88762, 0.0), (0.00401, -0.00401, 1.0)),
    "green-blind": ((0.29275, 0.70725, 0.0), (0.29275, 0.70725, 0.0), (-0.02234, 0.02234, 1.0)),
}


def test_any_two_fills_differ_in_grey() -> None:
    greys = [grey(tone.fill) for tone in TONES]

    assert min(abs(one - other) for one, other in combinations(greys, 2)) >= APART


@pytest.mark.parametrize("eye", EYES)
def test_any_two_fills_differ_for_an_eye_without_one_cone(eye: str) -> None:
    greys = [seen(tone.fill, EYES[eye]) for tone in TONES]

    assert min(abs(one - other) for one, other in combinations(greys, 2)) >= APART


@pytest.mark.parametrize("part", ["hatch", "marker", "line"])
def test_pattern_marker_and_line_tell_any_two_tones_apart_without_colour(part: str) -> None:
    assert len({str(getattr(tone, part)) for tone in TONES}) == len(TONES)


@pytest.mark.parametrize("colour", [INK, FAINT])
def test_letters_stand_out_from_white_by_four_and_a_half_to_one(colour: str) -> None:
    channels = [channel / 255 for channel in Image.new("RGB", (1, 1), colour).getpixel((0, 0))]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    assert 1.05 / (luminance + 0.05) >= 4.5


def test_the_layers_of_a_drawn_chart_differ_when_the_picture_is_made_grey(
    drawn: Callable[[str], Drawn],
) -> None:
    chart = drawn("memory_growth")
    picture = Image.open(io.BytesIO(png(chart.drawing.figure))).convert("L")
    legend = chart.panels[0].get_legend()
    assert legend is not None
    greys = []
    for patch in legend.legend_handles:
        box = patch.get_window_extent().padded(-2)
        top, bottom = picture.height - box.y1, picture.height - box.y0
        inside = picture.crop((round(box.x0), round(top), round(box.x1), round(bottom)))
        greys.append(ImageStat.Stat(inside).mean[0])

    assert len(greys) == 6
    assert min(abs(one - other) for one, other in combinations(greys, 2)) >= APART / 2, greys
