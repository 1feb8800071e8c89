"""Characters of the main sections that conversations could read and did read, in order of their starts."""

import pandas as pd
from matplotlib.axes import Axes

from pipeline.figures import style
from pipeline.figures.chart import Chart, Drawing
from pipeline.figures.numbers import number
from pipeline.figures.page import nothing, page
from pipeline.figures.style import DRAWN, FIRST
from pipeline.figures.wording import count, said
from pipeline.measures import shares
from pipeline.measures.evidence import Evidence


def draw(evidence: Evidence, title: str) -> Drawing:
    """As the memory grows, do conversations read more of it?

    Table: one conversation with a starting memory: `ordinal`, `conversation_id`, `main_chars_available`,
    `main_chars_read` (characters of the main sections, each line once).
    """
    table, study = _table(evidence), evidence.study
    if table.empty:
        return nothing(study, title, "No conversation of this study starts with a memory file.", table)
    readers = int((table["main_chars_read"] > 0).sum())
    population = (
        f"{count(len(table), 'conversation')} with a starting memory, {readers:,} of them read any of it"
    )
    made = page(study, title, population, height=4.6, grid=(2, 1), ratios=(1.4, 1), share_x=True)
    above, below = made.panels
    _available(above, table)
    _read(above, table)
    style.key(above)
    _read(below, table)
    below.set_title("Read alone, on its own scale")
    below.set_xlabel("conversation, numbered by its start")
    style.counted(below.xaxis)
    first, last = (number(evidence, f"main_chars_available.{name}") for name in ("first", "median_late"))
    read = number(evidence, "main_chars_read.median_late")
    sees = f"The first conversation with a memory could read {said(first)} characters of the main sections, "
    sees += f"the last 30 a median of {said(last)}; they read a median of {said(read)}."
    alt = f"Two charts in order of conversations: characters available as a line, read as stems. {sees}"
    return Drawing(table, made.figure, sees, alt)


CHART = Chart(
    "main_over_time",
    "Main sections: available and read",
    draw,
    (
        "main_chars_available.first",
        "main_chars_available.median_late",
        "main_chars_read.median_late",
    ),
)


def _table(evidence: Evidence) -> pd.DataFrame:
    available, read = shares.main_chars_available(evidence).rows, shares.main_chars_read(evidence).rows
    return available[["ordinal", "conversation_id"]].assign(
        main_chars_available=available["number"].astype("int64"),
        main_chars_read=read["number"].astype("int64"),
    )


def _available(panel: Axes, table: pd.DataFrame) -> None:
    drawn = panel.step(
        table["ordinal"], table["main_chars_available"], where="mid", color=DRAWN[2].fill, linewidth=2.2,
        label="available at the start",
    )  # fmt: skip
    style.light(drawn[0], len(table))


def _read(panel: Axes, table: pd.DataFrame) -> None:
    stems = panel.vlines(
        table["ordinal"], 0, table["main_chars_read"], color=FIRST.fill, linewidth=1.2, label="read"
    )
    some = table[table["main_chars_read"] > 0]
    heads = panel.plot(
        some["ordinal"], some["main_chars_read"], "o", markersize=3, color=FIRST.fill, markeredgewidth=0
    )
    for layer in (stems, heads[0]):
        style.light(layer, len(table))
    panel.set_ylim(bottom=0)
    panel.set_ylabel("characters")
    style.counted(panel.yaxis)
    style.along_y(panel)
