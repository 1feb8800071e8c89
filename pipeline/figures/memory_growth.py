"""The memory's files and characters at each start, by section."""

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.dates import date2num
from matplotlib.patches import Patch

from pipeline.figures import style
from pipeline.figures.chart import Chart, Drawing
from pipeline.figures.dates import dated
from pipeline.figures.lettering import shortened
from pipeline.figures.numbers import whole
from pipeline.figures.page import nothing, page
from pipeline.figures.style import TONES
from pipeline.figures.wording import count
from pipeline.measures.evidence import Evidence

FINAL = "final"
"""The `conversation_id` of the rows for the end."""


def draw(evidence: Evidence, title: str) -> Drawing:
    """How did the memory grow, and in which sections?

    Table: one row a start (or `final`, the last commit) and section with a file alive: `conversation_id`,
    `ordinal`, `at`, `section`, `files`, `characters`. Where there are many sections, those with the fewest
    characters at the end are drawn as one.
    """
    table, study = _table(evidence), evidence.study
    if table.empty:
        return nothing(study, title, "No memory file is alive at any start of this study.", table)
    starts = table.loc[table["conversation_id"] != FINAL, "ordinal"].nunique()
    population = (
        f"{count(starts, 'start')} of independent conversations with memory, and the last commit; "
        "straight lines between them"
    )
    made = page(study, title, population, height=4.8, grid=(2, 1), share_x=True)
    names = _names(table)
    for panel, what in zip(made.panels, ("files", "characters"), strict=True):
        _stack(panel, _over_time(evidence, table, what, names), what)
    handles = [Patch(facecolor=t.fill, hatch=t.hatch, edgecolor=style.INK) for t in TONES]
    style.key(made.panels[0], list(zip(handles, dict.fromkeys(names.values()), strict=False)))
    dated(made.panels[1].xaxis, study.zone_of_days)
    sees = _grew(evidence)
    alt = f"Two stacked areas over time, files and characters of the memory by section. {sees} {_end(table)}"
    return Drawing(table, made.figure, sees, alt)


CHART = Chart(
    "memory_growth",
    "Growth of the memory",
    draw,
    tuple(f"growth.{what}_{point}" for what in ("files", "chars") for point in ("first", "final")),
)


def _table(evidence: Evidence) -> pd.DataFrame:
    growth = evidence.tables["growth"].rename(columns={"chars": "characters"})
    return growth.sort_values(["at", "ordinal", "section"], na_position="last").reset_index(drop=True)


def _grew(evidence: Evidence) -> str:
    first, last = (
        f"{count(whole(evidence, f'growth.files_{point}'), 'file')} "
        f"({count(whole(evidence, f'growth.chars_{point}'), 'character')})"
        for point in ("first", "final")
    )
    return f"The memory grew from {first} at the first start that had one to {last} at the end."


def _end(table: pd.DataFrame) -> str:
    last = table[table["conversation_id"] == FINAL].sort_values("characters", ascending=False)
    parts = [f"{name} {n:,}" for name, n in zip(last["section"], last["characters"], strict=True)]
    return f"Characters at the end: {', '.join(parts)}." if parts else "Nothing is left at the end."


def _names(table: pd.DataFrame) -> dict[str, str]:
    """The name under which each section is drawn, the largest at the end first."""
    last = table[table["conversation_id"] == FINAL].set_index("section")["characters"]
    sizes = last.reindex(sorted(table["section"].unique())).fillna(0)
    sections = [str(name) for name in sizes.sort_values(ascending=False, kind="stable").index]
    own = sections if len(sections) <= len(TONES) else sections[: len(TONES) - 1]
    others = f"{len(sections) - len(own)} other sections"
    return {section: shortened(section) if section in own else others for section in sections}


def _over_time(evidence: Evidence, table: pd.DataFrame, what: str, names: dict[str, str]) -> pd.DataFrame:
    """One column a name, one row an instant in order; zero at a start without memory.

    Instants between two others with the same numbers are left out: a line through them is the same.
    """
    drawn = table.assign(name=table["section"].map(names))
    sums = drawn.groupby(["at", "conversation_id", "name"], sort=True)[what].sum().unstack("name")
    own = evidence.independent()
    starts = pd.MultiIndex.from_arrays([own["started_at"], own["conversation_id"]])
    whole_time = sums.index.union(starts, sort=False).sort_values()
    # As floats: a missing integer is equal to anything, and the first and the last row would be lost.
    wide = sums.reindex(whole_time).fillna(0).astype(float)[list(dict.fromkeys(names.values()))]
    corner = wide.ne(wide.shift()).any(axis=1) | wide.ne(wide.shift(-1)).any(axis=1)
    return wide[corner]


def _stack(panel: Axes, wide: pd.DataFrame, what: str) -> None:
    at = date2num(wide.index.get_level_values(0).to_numpy(dtype="datetime64[us]"))
    tones = TONES[: wide.shape[1]]
    layers = panel.stackplot(
        at,
        *(wide[name].to_numpy(dtype=float) for name in wide),
        colors=[tone.fill for tone in tones],
        hatch=[tone.hatch for tone in tones],
        edgecolor=style.INK,
        linewidth=0.5,
    )
    for layer in layers:
        style.light(layer, len(wide))
    panel.margins(x=0)
    panel.set_ylim(bottom=0)
    panel.set_ylabel(what)
    style.counted(panel.yaxis)
    style.along_y(panel)
