"""Drawing distances from an update to a read: their distribution, and how many lie at most so far."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import NullLocator

from pipeline.figures import style
from pipeline.figures.chart import Drawing
from pipeline.figures.numbers import number, whole
from pipeline.figures.page import nothing, page
from pipeline.figures.style import DRAWN, FIRST
from pipeline.figures.wording import count, listed, quantity, said
from pipeline.measures.evidence import Evidence
from pipeline.measures.series import Numbers, Series

_WHY = {
    "outside_conversations": "last updated outside conversations",
    "excluded_thread": "by an excluded thread",
    "later_conversation": "by a later conversation",
    "no_update": "never updated",
}
WIDE = 40
"""Largest distance up to which each has a bar of its own."""


def distances(evidence: Evidence, title: str, scale: str, series: Series) -> Drawing:
    """The distances of a series on one scale, `conversations` or `days`.

    Table: one distance that occurs: `distance_SCALE`, `reads` at it, `reads_at_most` up to it,
    `share_at_most` of all.
    """
    table, study = _table(series, scale), evidence.study
    because = listed([f"{n:,} {_WHY[reason]}" for reason, n in sorted(series.undetermined.items())])
    if table.empty:
        why = f"This study has no cross-conversation read with a distance in {scale}"
        return nothing(study, title, f"{why}: {because}." if because else f"{why}.", table)
    n = whole(evidence, f"cross_distance_{scale}.n")
    population = f"{count(n, 'cross-conversation read')} with a distance in {scale}"
    population += f"; without one: {because}" if because else ""
    made = page(study, title, population, height=3.1, grid=(1, 2))
    left, right = made.panels
    _distribution(left, table, scale)
    _cumulative(right, table, scale)
    median, p90, most = (
        number(evidence, f"cross_distance_{scale}.{name}") for name in ("median", "p90", "max")
    )
    pointed = (("median", median), ("90th percentile", p90), ("largest", most))
    for (name, value), tone in zip(pointed, DRAWN, strict=True):
        style.pointer(left, value or 0, f"{name} {said(value)}", tone)
    style.key(left, columns=2)
    unit = scale.removesuffix("s")
    sees = f"Half of the reads are of notes last updated {quantity(median, unit)} before or less, one in ten "
    sees += f"more than {quantity(p90, unit)}; the largest distance is {quantity(most, unit)}."
    alt = f"Bar chart of reads by distance in {scale}, and the cumulative share as a rising line. {sees}"
    return Drawing(table, made.figure, sees, alt)


def _table(series: Series, scale: str) -> pd.DataFrame:
    counts = series.rows["number"].astype("int64").value_counts().sort_index()
    table = counts.rename_axis(f"distance_{scale}").rename("reads").reset_index()
    table["reads_at_most"] = table["reads"].cumsum()
    table["share_at_most"] = table["reads_at_most"] / table["reads"].sum()
    return table


def _distribution(panel: Axes, table: pd.DataFrame, scale: str) -> None:
    at, reads = table[f"distance_{scale}"].to_numpy(), table["reads"].to_numpy()
    edges = _edges(int(at.min()), int(at.max()))
    heights, _ = np.histogram(at, edges, weights=reads)
    gap = 0.07 * np.diff(edges)
    panel.bar(edges[:-1] + gap, heights, np.diff(edges) - 2 * gap, align="edge", color=FIRST.fill)
    panel.set_ylabel("reads in the range of a bar" if at.max() > WIDE else "reads")
    panel.set_ylim(0, heights.max() * 1.1)
    _along(panel, int(at.min()), int(at.max()), scale)
    style.counted(panel.yaxis)
    style.along_y(panel)


def _edges(least: int, most: int) -> Numbers:
    """The ends of the bars: one distance each, or where the range is wide each twice as many as the last."""
    if most <= WIDE:
        return np.arange(min(least, 0), most + 2, dtype=np.float64) - 0.5
    doubling = [2**power for power in range(most.bit_length() + 1) if 2**power < 2 * most]
    return np.array([min(least, 0) - 1, 0, *doubling], dtype=np.float64) + 0.5


def _along(panel: Axes, least: int, most: int, scale: str) -> None:
    """The axis of distances: even where the range is narrow, else by powers."""
    panel.set_xlabel(f"{scale} from the last update to the read")
    style.counted(panel.xaxis)
    if most > WIDE:
        panel.set_xlabel(f"{scale} from the last update to the read (logarithmic)")
        panel.set_xscale("symlog", linthresh=2, linscale=0.7)
        steps = (1, 3) if most < 1000 else (1,)
        ticks = [0, *(n * 10**power for power in range(len(str(most))) for n in steps)]
        panel.set_xticks([tick for tick in ticks if tick <= most])
        panel.xaxis.set_major_formatter("{x:,.0f}")
        panel.xaxis.set_minor_locator(NullLocator())
    edges = _edges(least, most)
    panel.set_xlim(edges[0] - 0.2, edges[-1] * 1.02 + 0.2)


def _cumulative(panel: Axes, table: pd.DataFrame, scale: str) -> None:
    at, share = table[f"distance_{scale}"].to_numpy(dtype=float), table["share_at_most"].to_numpy()
    x, y = np.concatenate([[min(at[0], 0)], at]), np.concatenate([[0], share])
    (line,) = panel.step(x, y, where="post", color=FIRST.fill, linewidth=2)
    style.light(line, len(x))
    for level in (0.5, 0.9):
        panel.axhline(level, color=style.INK, linestyle="--", linewidth=1)
    panel.set_title("Reads at most so far")
    panel.set_ylabel("share of reads")
    panel.set_ylim(0, 1.02)
    panel.set_yticks([0, 0.25, 0.5, 0.75, 0.9, 1], ["0 %", "25 %", "50 %", "75 %", "90 %", "100 %"])
    _along(panel, int(at.min()), int(at.max()), scale)
