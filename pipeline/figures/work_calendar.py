"""New work conversations on each day of the study, as a calendar."""

from datetime import date, timedelta

import numpy as np
import numpy.typing as npt
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap

from pipeline.figures import style
from pipeline.figures.chart import Chart, Drawing
from pipeline.figures.numbers import taken, whole
from pipeline.figures.page import INNER, nothing, page
from pipeline.figures.style import FIRST
from pipeline.figures.wording import count
from pipeline.measures import activity
from pipeline.measures.evidence import Evidence

WEEKS = 53
"""In one band of the calendar."""
BANDS = 6
"""At most; of a longer study the last weeks are drawn and the table holds all."""
Band = npt.NDArray[np.float64]
"""Conversations by weekday and week; not a number outside the study."""
_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_SCALE = LinearSegmentedColormap.from_list("days", ["#d9e6ee", FIRST.fill])


def draw(evidence: Evidence, title: str) -> Drawing:
    """On which days does work begin, and on which not?

    Table: `date` (in the study's zone, every day of the study), `new_work` (conversations begun on it).
    """
    table, study = _table(evidence), evidence.study
    if not table["new_work"].any():
        return nothing(study, title, "No work conversation begins in this study.", table)
    active, days = whole(evidence, "activity.active_days"), count(len(table), "day")
    first, last = table["date"].iloc[0], table["date"].iloc[-1]
    span = (date.fromisoformat(first), date.fromisoformat(last))
    begun = count(whole(evidence, "activity.new_work_sum"), "new work conversation")
    zone = study.zone_of_days.key
    population = f"{begun} on {active:,} of {days}, {first} to {last}; zone {zone}"
    bands = _bands(table)
    width = max(band.shape[1] for _, band in bands)
    cell = min(0.27, (INNER - 0.6) / width)
    made = page(study, title, population, height=len(bands) * (7 * cell + 0.42), grid=(len(bands), 1))
    most = int(table["new_work"].max())
    for panel, (monday, band) in zip(made.panels, bands, strict=True):
        _band(panel, band, monday, span, width=width, most=max(most, 2))
    busiest = table["date"].iloc[int(table["new_work"].to_numpy().argmax())]
    sees = f"Work begins on {active:,} of {days}; the busiest is {busiest} with {most:,}."
    alt = (
        "Calendar with a column a week and a square a day, darker and with a higher number the more work "
        f"conversations began. {sees}"
    )
    return Drawing(table, made.figure, sees, alt)


CHART = Chart(
    "work_calendar",
    "Days on which work conversations begin",
    draw,
    (
        "study_window.first_day",
        "study_window.last_day",
        "activity.active_days",
        "activity.new_work_sum",
    ),
)


def _table(evidence: Evidence) -> pd.DataFrame:
    first = taken(evidence, "study_window.first_day").value
    last = taken(evidence, "study_window.last_day").value
    rows = activity.new_work(evidence).rows
    known = dict(zip(rows["date"], rows["number"].astype(int), strict=True))
    if first is None or last is None:
        return pd.DataFrame({"date": pd.Series(dtype=str), "new_work": pd.Series(dtype=int)})
    start, end = date.fromisoformat(str(first)), date.fromisoformat(str(last))
    days = [(start + timedelta(days=n)).isoformat() for n in range((end - start).days + 1)]
    return pd.DataFrame({"date": days, "new_work": [known.get(day, 0) for day in days]})


def _bands(table: pd.DataFrame) -> list[tuple[date, Band]]:
    first = date.fromisoformat(table["date"].iloc[0])
    before = first.weekday()
    weeks = -(-(before + len(table)) // 7)
    grid = np.full(weeks * 7, np.nan)
    grid[before : before + len(table)] = table["new_work"]
    columns = grid.reshape(weeks, 7).T
    begin = max(0, weeks - WEEKS * BANDS)
    return [
        (first + timedelta(days=7 * at - before), columns[:, at : at + WEEKS])
        for at in range(begin, weeks, WEEKS)
    ]


def _band(panel: Axes, band: Band, monday: date, days: tuple[date, date], *, width: int, most: int) -> None:
    shown = np.ma.masked_invalid(np.where(band == 0, np.nan, band))
    panel.pcolormesh(shown, cmap=_SCALE, vmin=1, vmax=most, edgecolors="white", linewidth=1.2)
    panel.set(xlim=(0, width), ylim=(7, 0), aspect="equal", anchor="W")
    for (row, column), value in np.ndenumerate(band):
        if np.isnan(value):
            continue
        dark = value > most / 2
        words = f"{value:.0f}" if value else "·"
        colour = "white" if dark else style.INK
        panel.text(column + 0.5, row + 0.5, words, ha="center", va="center", color=colour, fontsize=6.5)
    panel.set_yticks(np.arange(7) + 0.5, _DAYS, fontsize=6.5)
    for at, name in _months(monday, band.shape[1], days, near=max(1, width // 13)):
        panel.text(at, -0.3, name, fontsize=7)
    panel.set_xticks([])
    panel.grid(False)
    panel.tick_params(length=0)
    panel.spines[:].set_visible(False)


def _months(monday: date, weeks: int, days: tuple[date, date], near: int) -> list[tuple[int, str]]:
    """The week in which each month begins, and the first week; the year where it is new.

    A first month whose name would touch the next one, `near` weeks on or less, is left out. `days` are the
    first and the last of the study.
    """
    sundays = [monday + timedelta(days=7 * at + 6) for at in range(weeks)]
    begun = [(at, day.replace(day=1)) for at, day in enumerate(sundays) if at and day.day <= 7]
    begun = [(at, day) for at, day in begun if day <= days[1]]
    alone = not begun or begun[0][0] > near
    found = [*([(0, max(monday, days[0]))] if alone else []), *begun]
    return [
        (at, f"{day:%m}" if nth and day.month > 1 else f"{day:%Y-%m}") for nth, (at, day) in enumerate(found)
    ]
