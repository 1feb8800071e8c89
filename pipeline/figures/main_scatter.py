"""Characters of the main sections read against those available, with both coefficients."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from pipeline.figures import style
from pipeline.figures.chart import Chart, Drawing
from pipeline.figures.numbers import number
from pipeline.figures.page import nothing, page
from pipeline.figures.style import FIRST
from pipeline.figures.wording import count
from pipeline.measures.correlation import pairs
from pipeline.measures.evidence import Evidence

SIZE = 24.0
"""Area of the circle of one conversation; that of several grows with the root of their number."""
_POPULATIONS = {
    "with snapshot": "with a starting memory",
    "readers only": "that read any of the main sections",
    "work only": "that begin with work and have a starting memory",
}


def draw(evidence: Evidence, title: str) -> Drawing:
    """Do conversations that could read more of the main sections read more?

    Table: one conversation of the population that the reading `correlation_population` names: `ordinal`,
    `conversation_id`, `kind`, `main_chars_available`, `main_chars_read`.
    """
    study = evidence.study
    found = pairs(evidence)
    table = found[["ordinal", "conversation_id", "kind", "main_chars_available", "main_chars_read"]]
    who = _POPULATIONS[study.readings.correlation_population]
    if table.empty:
        return nothing(study, title, f"This study has no conversation {who}.", table)
    population = f"{count(len(table), 'conversation')} {who}; a larger circle stands for several"
    made = page(study, title, population, height=3.9)
    (panel,) = made.panels
    _points(panel, table)
    pearson, spearman = (
        _coefficient(number(evidence, f"main_available_vs_read.{name}")) for name in ("pearson", "spearman")
    )
    words = f"Pearson {pearson}\nSpearman {spearman}\nn = {len(table):,}"
    panel.text(
        0.015, 0.97, words, transform=panel.transAxes, va="top",
        bbox={"facecolor": "white", "edgecolor": style.RULE, "boxstyle": "square,pad=0.4"},
    )  # fmt: skip
    sees = (
        f"Between characters available and read, Pearson's coefficient is {pearson}, Spearman's {spearman}."
    )
    alt = f"Scatter of {count(len(table), 'point')}: characters read against characters available. {sees}"
    return Drawing(table, made.figure, sees, alt)


CHART = Chart(
    "main_scatter",
    "Main sections: read against available",
    draw,
    ("main_available_vs_read.pearson", "main_available_vs_read.spearman"),
)


def _points(panel: Axes, table: pd.DataFrame) -> None:
    at = (
        table.groupby(["main_chars_available", "main_chars_read"])
        .size()
        .rename("conversations")
        .reset_index()
    )
    read = at["main_chars_read"] > 0
    for kept, face, name in ((read, FIRST.fill, "read some"), (~read, "none", "read nothing")):
        drawn = panel.scatter(
            at.loc[kept, "main_chars_available"].astype("int64"),
            at.loc[kept, "main_chars_read"].astype("int64"),
            s=SIZE * np.sqrt(at.loc[kept, "conversations"]),
            facecolors=face,
            edgecolors=FIRST.fill,
            alpha=0.8,
            clip_on=False,
        )
        style.light(drawn, len(at))
        panel.plot([], [], "o", color=FIRST.fill, markerfacecolor=face, label=name)
    panel.set_xlabel("characters of the main sections available at the start")
    panel.set_ylabel("characters of them read")
    panel.set_xlim(left=0)
    panel.set_ylim(bottom=0)
    style.counted(panel.xaxis)
    style.counted(panel.yaxis)
    style.key(panel)


def _coefficient(value: float | None) -> str:
    return "undefined" if value is None else f"{value:.3f}".replace("-", "−")
