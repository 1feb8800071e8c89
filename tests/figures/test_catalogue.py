"""Every chart is declared once, with a question, and tells what it shows in words."""

import re
from importlib import import_module

import pytest

from pipeline.figures import numbers
from pipeline.figures.catalogue import COMMON, charts
from pipeline.figures.chart import Chart
from pipeline.measures.catalogue import declared
from pipeline.measures.evidence import Evidence
from pipeline.measures.registry import Declared
from tests.evidence import a_study
from tests.figures.conftest import draw

CASES = [{"name": "a", "path": "memory/a.md", "reader": 1}, {"name": "b", "path": "memory/b.md", "reader": 2}]
ALL = charts(a_study(cases=CASES))


def test_names_are_given_once_and_are_names_of_files() -> None:
    names = [chart.name for chart in ALL]

    assert len(set(names)) == len(names)
    assert [name for name in names if not re.fullmatch(r"[a-z0-9_-]+", name)] == []


@pytest.mark.parametrize("chart", ALL, ids=lambda chart: chart.name)
def test_a_chart_asks_a_question_and_says_what_is_in_its_table(chart: Chart) -> None:
    assert re.fullmatch(r"[A-Z][^.?]+\?", chart.question)
    assert "\nTable: " in (chart.draw.__doc__ or "").replace("    ", "")


@pytest.mark.parametrize("chart", COMMON, ids=lambda chart: chart.name)
def test_a_chart_stands_in_the_file_of_its_name(chart: Chart) -> None:
    module = import_module(f"pipeline.figures.{chart.name}")

    assert module.CHART is chart


def test_each_case_of_the_study_file_has_a_chart_of_its_own() -> None:
    assert [chart.name for chart in ALL[len(COMMON) :]] == ["case_a", "case_b"]
    assert [chart.title for chart in ALL[len(COMMON) :]] == ["Case a", "Case b"]


@pytest.mark.usefixtures("fixed")
def test_each_chart_says_in_one_sentence_what_to_see_and_more_to_those_who_do_not_see_it(
    planted_evidence: Evidence,
) -> None:
    for chart in charts(planted_evidence.study):
        drawing = draw(chart, planted_evidence)
        assert re.fullmatch(r"[A-Z0-9].*\.", drawing.sees), chart.name
        assert len(drawing.alt) > len(drawing.sees), chart.name


@pytest.mark.usefixtures("fixed")
def test_a_chart_declares_the_measures_that_it_shows(
    planted_evidence: Evidence, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken: set[str] = set()

    class Noted(dict[str, Declared]):
        def __getitem__(self, name: str) -> Declared:
            taken.add(name)
            return super().__getitem__(name)

    monkeypatch.setattr(numbers, "declared", lambda study: Noted(declared(study)))
    for chart in charts(planted_evidence.study):
        taken.clear()
        draw(chart, planted_evidence)
        assert taken == set(chart.measures), chart.name


@pytest.mark.usefixtures("fixed")
def test_each_axis_with_numbers_is_named(planted_evidence: Evidence) -> None:
    bare = []
    for chart in charts(planted_evidence.study):
        panels = draw(chart, planted_evidence).figure.axes
        for panel in panels if chart.name != "work_calendar" else ():
            beside = not any(other.get_shared_x_axes().joined(panel, other) for other in panels[-1:])
            if not panel.get_xlabel() and (beside or panel is panels[-1]):
                bare.append((chart.name, "x"))
            if not panel.get_ylabel() and not panel.get_title() and not named(panel):
                bare.append((chart.name, "y"))

    assert bare == []


def named(panel: object) -> bool:
    """Whether the y axis has words in place of numbers."""
    return any(re.search("[a-z]{3}", label.get_text()) for label in panel.get_yticklabels())


WORDS = {
    "first_requests": (
        "91.2 % of the conversations begin with work; 87.1 % of those requests retell nothing of the past."
    ),
    "work_per_day": (
        "Half of the active days have 1 new work conversation or fewer, 40.0 % have two "
        "or more, and the busiest has 5."
    ),
    "work_calendar": ("Work begins on 20 of 26 days; the busiest is 2026-01-20 with 5."),
    "memory_growth": (
        "The memory grew from 2 files (50 characters) at the first start that had one to "
        "9 files (270 characters) at the end."
    ),
    "share_read": (
        "Half of the conversations read 11.1 % of their memory files or less, one in ten more than 41.0 %."
    ),
    "main_over_time": (
        "The first conversation with a memory could read 50 characters of the main "
        "sections, the last 30 a median of 240; they read a median of 40."
    ),
    "main_scatter": (
        "Between characters available and read, Pearson's coefficient is 0.355, Spearman's 0.209."
    ),
    "distance_conversations": (
        "Half of the reads are of notes last updated 4.5 conversations before or less, "
        "one in ten more than 17.1 conversations; the largest distance is 21 "
        "conversations."
    ),
    "distance_days": (
        "Half of the reads are of notes last updated 3 days before or less, one in ten "
        "more than 9 days; the largest distance is 12 days."
    ),
    "kinds_read": ("7 reads of errors held 7 records and 6 reads of decisions held 5 records."),
    "found_by": (
        "The most usual known way to a note is “in the start set”: 74.1 % of 54 reads; of"
        " 16.7 % the way is unknown."
    ),
    "case_error-read-again": ("The note was introduced 7 full days and 6 conversations before it was read."),
    "case_choice-read-again": (
        "The note was last updated 2 full days and 2 conversations before it was read."
    ),
}


@pytest.mark.usefixtures("fixed")
def test_what_to_see_in_the_planted_study_is_what_was_worked_out_by_hand(planted_evidence: Evidence) -> None:
    found = {chart.name: draw(chart, planted_evidence).sees for chart in charts(planted_evidence.study)}

    assert found == WORDS
