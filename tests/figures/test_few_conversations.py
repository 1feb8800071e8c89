"""Axes of numbers of things have whole ticks, each once, however few conversations a study has."""

import pandas as pd
import pytest
from matplotlib.axis import Axis

from pipeline import tables
from pipeline.figures.catalogue import charts
from pipeline.figures.chart import Drawing
from tests.evidence import a_study, evidence_of
from tests.figures.conftest import conversations, draw, reads_by_conversation

STUDY = a_study()


def on_days_of_their_own(number: int) -> dict[str, pd.DataFrame]:
    """Tables with one work conversation a day, each of which reads all of its main sections."""
    made = conversations(["work"] * number)
    made["conversations"]["started_at"] += pd.to_timedelta(range(number), unit="D")
    days = [(f"2026-03-{day + 2:02}", 1, 0, 0) for day in range(number)]
    made["activity"] = tables.frame("activity", days)
    made["reads_by_conversation"] = reads_by_conversation([(1, 1)] * number)
    return made


def drawn(name: str, number: int) -> Drawing:
    (chart,) = (one for one in charts(STUDY) if one.name == name)
    drawing = draw(chart, evidence_of(STUDY, **on_days_of_their_own(number)))
    drawing.figure.draw_without_rendering()
    return drawing


def ticks(axis: Axis) -> list[str]:
    """The words at the ticks within the ends of an axis."""
    low, high = sorted(axis.get_view_interval())
    return [tick.label1.get_text() for tick in axis.get_major_ticks() if low <= tick.get_loc() <= high]


@pytest.mark.usefixtures("fixed")
@pytest.mark.parametrize("number", [1, 2, 3])
def test_days_with_one_conversation_each_have_one_tick(number: int) -> None:
    exactly, _ = drawn("work_per_day", number).figure.axes

    assert ticks(exactly.xaxis) == ["1"]
    assert ticks(exactly.yaxis) == [str(days) for days in range(number + 1)]


@pytest.mark.usefixtures("fixed")
@pytest.mark.parametrize("number", [1, 2, 3])
@pytest.mark.parametrize("name", ["share_read", "main_over_time"])
def test_each_conversation_has_one_tick(name: str, number: int) -> None:
    panel = drawn(name, number).figure.axes[-1]

    assert ticks(panel.xaxis) == [str(ordinal + 1) for ordinal in range(number)]


@pytest.mark.usefixtures("fixed")
@pytest.mark.parametrize("number", [1, 2, 3])
@pytest.mark.parametrize("chart", charts(STUDY), ids=lambda chart: chart.name)
def test_no_axis_of_any_chart_repeats_a_tick(chart: object, number: int) -> None:
    for panel in (panel for panel in drawn(chart.name, number).figure.axes if panel.axison):
        for axis in (panel.xaxis, panel.yaxis):
            assert len(set(ticks(axis))) == len(ticks(axis))
