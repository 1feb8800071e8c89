"""How many work conversations begin on a day: the distribution over active days."""

import pandas as pd
from matplotlib.axes import Axes

from pipeline.figures import style
from pipeline.figures.bars import labelled
from pipeline.figures.chart import Chart, Drawing
from pipeline.figures.numbers import number, whole
from pipeline.figures.page import nothing, page
from pipeline.figures.style import DRAWN, FIRST
from pipeline.figures.wording import count, percent, quantity, said
from pipeline.measures import activity
from pipeline.measures.evidence import Evidence

BOUNDS = (2, 3, 5)
"""Numbers of conversations a day for which the share of days with that many or more is shown."""


def draw(evidence: Evidence, title: str) -> Drawing:
    """On a day with work, how many new work conversations begin?

    Table: `days_with` (exactly, at least), `new_work` (conversations), `days`. An active day is a date of the
    study's zone with one or more.
    """
    table, study = _table(evidence), evidence.study
    n = whole(evidence, "activity.active_days")
    if n == 0:
        return nothing(study, title, "No work conversation begins in this study.", table)
    mean, median = number(evidence, "activity.new_work_mean"), number(evidence, "activity.new_work_median")
    begun = whole(evidence, "activity.new_work_sum")
    population = f"{count(n, 'active day')} with {count(begun, 'new work conversation')}"
    population += f"; zone {study.zone_of_days.key}"
    made = page(study, title, population, height=2.9, grid=(1, 2), ratios=(2.4, 1))
    left, right = made.panels
    exactly, at_least = (table[table["days_with"] == words] for words in ("exactly", "at least"))
    _exactly(left, exactly, median or 0, mean or 0)
    shares = [number(evidence, f"activity.share_{bound}") or 0 for bound in BOUNDS]
    labelled(right, [f"{bound} or more" for bound in BOUNDS], list(at_least["days"]), shares, "days")
    right.set_title("Days with")
    most = number(evidence, "activity.new_work_max") or 0
    sees = (
        f"Half of the active days have {quantity(median, 'new work conversation')} or fewer, "
        f"{percent(shares[0])} have two or more, and the busiest has {said(most)}."
    )
    held = zip(exactly["new_work"], exactly["days"], strict=True)
    days = ", ".join(f"{begun:,} on {count(days, 'day')}" for begun, days in held if days)
    alt = (
        f"Bar chart of active days by new work conversations: {days}. "
        f"Median {said(median)}, mean {said(mean)}."
    )
    return Drawing(table, made.figure, sees, alt)


CHART = Chart(
    "work_per_day",
    "New work conversations per active day",
    draw,
    (
        "activity.active_days",
        "activity.new_work_mean",
        "activity.new_work_median",
        "activity.new_work_sum",
        "activity.new_work_max",
        *(f"activity.{what}_{bound}" for what in ("days", "share") for bound in BOUNDS),
    ),
)


def _table(evidence: Evidence) -> pd.DataFrame:
    numbers = activity.new_work(evidence).rows["number"].astype(int)
    counts = numbers.value_counts()
    rows = [
        ("exactly", n, int(counts.get(n, 0))) for n in range(1, int(numbers.max()) + 1 if len(numbers) else 1)
    ]
    rows += [("at least", bound, whole(evidence, f"activity.days_{bound}")) for bound in BOUNDS]
    return pd.DataFrame(rows, columns=["days_with", "new_work", "days"])


def _exactly(panel: Axes, exactly: pd.DataFrame, median: float, mean: float) -> None:
    made = panel.bar(exactly["new_work"], exactly["days"], width=0.7, color=FIRST.fill)
    if len(exactly) <= 25:
        panel.bar_label(made, [f"{n:,}" if n else "" for n in exactly["days"]], padding=2, fontsize=8)
    style.pointer(panel, median, f"median {said(median)}", FIRST)
    style.pointer(panel, mean, f"mean {said(mean)}", DRAWN[2])
    panel.set_xlabel("new work conversations on the day")
    panel.set_ylabel("days")
    panel.set_ylim(0, max(exactly["days"]) * 1.2)
    style.counted(panel.xaxis)
    style.counted(panel.yaxis)
    style.along_y(panel)
    style.key(panel)
