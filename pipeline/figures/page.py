"""The page that every chart is drawn on: title, population, panels, and the study it belongs to."""

from dataclasses import dataclass

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine

from pipeline.figures import style
from pipeline.figures.chart import Drawing
from pipeline.figures.wrapping import wrapped
from pipeline.study import Study

MARGIN = 0.12
"""On each side of the texts, in inches."""
INNER = style.WIDTH - 2 * MARGIN
TITLE, SMALL = 12.0, 8.0
SYNTHETIC = "SYNTHETIC DATA"
_BADGE = 1.35
"""Width kept free beside the title for the words that mark synthetic data, in inches."""


@dataclass(frozen=True, slots=True)
class Page:
    """A figure with its panels in order, from left to right and from top to bottom."""

    figure: Figure
    panels: tuple[Axes, ...]


@dataclass(frozen=True, slots=True)
class _Line:
    text: str
    size: float
    weight: str = "normal"
    colour: str = style.INK

    @property
    def height(self) -> float:
        return self.size * 1.35 / 72


def page(
    study: Study,
    title: str,
    population: str,
    *,
    height: float = 3.6,
    grid: tuple[int, int] = (1, 1),
    ratios: tuple[float, ...] | None = None,
    share_x: bool = False,
) -> Page:
    """A page with a grid of panels (rows, columns), `height` inches in all; long texts make it higher.

    `ratios` are the widths of the columns of one row, else the heights of the rows. The head tells the title
    and the population, the foot the study; a synthetic one is marked beside the title.
    """
    above, below = _head(study, title, population), _foot(study)
    top, bottom = _height(above), _height(below)
    total = top + height + bottom
    layout = ConstrainedLayoutEngine(
        rect=(0, bottom / total, 1, height / total), w_pad=MARGIN, h_pad=0.04, wspace=0.04, hspace=0.06
    )
    figure = Figure(figsize=(style.WIDTH, total), dpi=style.DPI, layout=layout)
    _write(figure, above, total)
    _write(figure, below, bottom)
    if study.synthetic:
        _mark(figure, total)
    side = "width_ratios" if grid[0] == 1 else "height_ratios"
    spacing = {side: ratios} if ratios else {}
    made = figure.subplots(*grid, squeeze=False, sharex=share_x, gridspec_kw=spacing)
    return Page(figure, tuple(made.ravel()))


def nothing(study: Study, title: str, why: str, table: pd.DataFrame) -> Drawing:
    """A chart that says in words why it is empty."""
    made = page(study, title, "", height=1.4)
    (panel,) = made.panels
    panel.set_axis_off()
    said = "\n".join(wrapped(why, 11, INNER * 0.8))
    panel.text(0.5, 0.5, said, ha="center", va="center", fontsize=11, transform=panel.transAxes)
    return Drawing(table, made.figure, why, f"An empty chart titled “{title}”. {why}")


def _head(study: Study, title: str, population: str) -> list[_Line]:
    width = INNER - (_BADGE if study.synthetic else 0)
    titles = [_Line(text, TITLE, "bold") for text in wrapped(title, TITLE, width, "bold")]
    return titles + [_Line(text, 9, colour=style.FAINT) for text in wrapped(population, 9, INNER)]


def _foot(study: Study) -> list[_Line]:
    named = f"{study.title} ({study.name})" if study.title not in {"", study.name} else study.name
    return [_Line(text, SMALL, colour=style.FAINT) for text in wrapped(f"Study: {named}", SMALL, INNER)]


def _height(lines: list[_Line]) -> float:
    return sum(line.height for line in lines) + 2 * MARGIN * 0.6


def _write(figure: Figure, lines: list[_Line], top: float) -> None:
    total = figure.get_figheight()
    at = top - MARGIN * 0.6
    for line in lines:
        figure.text(
            MARGIN / style.WIDTH,
            at / total,
            line.text,
            fontsize=line.size,
            fontweight=line.weight,
            color=line.colour,
            va="top",
        )
        at -= line.height


def _mark(figure: Figure, total: float) -> None:
    figure.text(
        1 - MARGIN / style.WIDTH,
        (total - MARGIN) / total,
        SYNTHETIC,
        fontsize=SMALL,
        fontweight="bold",
        ha="right",
        va="top",
        bbox={"boxstyle": "square,pad=0.35", "facecolor": "white", "edgecolor": style.INK},
    )
