"""The share of its memory files that each conversation read."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import FixedLocator

from pipeline.figures import style
from pipeline.figures.chart import Chart, Drawing
from pipeline.figures.numbers import number, taken
from pipeline.figures.page import nothing, page
from pipeline.figures.style import FIRST
from pipeline.figures.wording import count, percent
from pipeline.measures import shares
from pipeline.measures.evidence import Evidence
from pipeline.measures.series import EARLY, LATE, Stretch

TICKS = (0, 0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 1)


def draw(evidence: Evidence, title: str) -> Drawing:
    """How large a part of the memory files that it could read did each conversation read?

    Table: one conversation with a starting memory: `ordinal`, `conversation_id`, `kind`, `share_read` (from 0
    to 1), `early` and `late` (whether it lies in that stretch).
    """
    table, study = _table(evidence), evidence.study
    if table.empty:
        return nothing(study, title, "No conversation of this study starts with a memory file.", table)
    n, median, p90 = len(table), *(number(evidence, f"share_read.{name}") for name in ("median", "p90"))
    zeros = int((table["share_read"] == 0).sum())
    population = (
        f"{count(n, 'conversation')} with a starting memory, {zeros:,} of them read none of its files"
    )
    made = page(study, title, population, height=3.5)
    (panel,) = made.panels
    points = panel.plot(
        table["ordinal"], table["share_read"], linestyle="none", marker="o", markersize=4, color=FIRST.fill,
        alpha=0.75, markeredgewidth=0, clip_on=False, zorder=3, label="a conversation",
    )  # fmt: skip
    style.light(points[0], n)
    panel.axhline(median or 0, color=style.INK, label=f"median of all: {percent(median)}")
    panel.axhline(p90 or 0, color=style.INK, linestyle="--", label=f"90th percentile of all: {percent(p90)}")
    _stretch(panel, evidence, EARLY, "share_read.median_early", style.DRAWN[1])
    _stretch(panel, evidence, LATE, "share_read.median_late", style.DRAWN[2])
    _scale(panel)
    style.key(panel, columns=2)
    early, late = (number(evidence, f"share_read.median_{name}") for name in ("early", "late"))
    part = f"{percent(median)} of their memory files or less" if median else "none of their memory files"
    sees = f"Half of the conversations read {part}, one in ten more than {percent(p90)}."
    alt = f"One point a conversation in order of their starts. {sees} Median of {EARLY.sentence} "
    alt += f"{percent(early)}, of {LATE.sentence} {percent(late)}."
    return Drawing(table, made.figure, sees, alt)


CHART = Chart(
    "share_read",
    "Share of memory files read by conversation",
    draw,
    tuple(f"share_read.{name}" for name in ("median", "p90", "median_early", "median_late")),
)


def _table(evidence: Evidence) -> pd.DataFrame:
    rows = shares.share_read(evidence).rows
    table = rows[["ordinal", "conversation_id", "kind"]].assign(share_read=rows["number"])
    for name, stretch in (("early", EARLY), ("late", LATE)):
        table[name] = table["ordinal"].isin(stretch.ordinals(evidence))
    return table


def _stretch(panel: Axes, evidence: Evidence, stretch: Stretch, name: str, tone: style.Tone) -> None:
    ordinals = stretch.ordinals(evidence)
    value = taken(evidence, name).value
    if value is None or not ordinals:
        return
    median = float(value)
    said = f"median of {stretch.sentence}: {percent(median)}"
    panel.plot(
        [min(ordinals), max(ordinals)], [median, median], color=tone.fill, linestyle=tone.line, linewidth=2.6,
        marker=tone.marker, markersize=7, markeredgecolor=style.INK, clip_on=False, label=said,
    )  # fmt: skip


def _scale(panel: Axes) -> None:
    """A square-root scale, since most shares are small and a few are whole."""
    panel.set_yscale("function", functions=(lambda share: np.sqrt(np.maximum(share, 0)), np.square))
    panel.yaxis.set_major_locator(FixedLocator(TICKS))
    panel.yaxis.set_major_formatter(lambda share, _: f"{100 * share:.0f} %")
    panel.set_ylim(-0.0004, 1.04)
    panel.set_ylabel("share of files read (square-root scale)")
    panel.set_xlabel("conversation, numbered by its start")
    style.counted(panel.xaxis)
