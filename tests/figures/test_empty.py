"""A chart without data says in words why it is empty."""

import warnings

import pandas as pd
import pytest

from pipeline import tables
from pipeline.figures.catalogue import charts
from pipeline.figures.saving import png, svg
from tests.evidence import a_study, evidence_of
from tests.figures.conftest import conversations, draw, words

CASE = {"name": "c", "title": "A case", "path": "memory/a.md", "reader": 1}
STUDY = a_study(cases=[CASE])
WHY = {
    "first_requests": "This study has no independent conversation.",
    "work_per_day": "No work conversation begins in this study.",
    "work_calendar": "No work conversation begins in this study.",
    "memory_growth": "No memory file is alive at any start of this study.",
    "share_read": "No conversation of this study starts with a memory file.",
    "main_over_time": "No conversation of this study starts with a memory file.",
    "main_scatter": "This study has no conversation with a starting memory.",
    "distance_conversations": ("This study has no cross-conversation read with a distance in conversations."),
    "distance_days": "This study has no cross-conversation read with a distance in days.",
    "kinds_read": "This study has no section named errors or decisions, since it has no memory.",
    "found_by": "No independent conversation of this study reads memory.",
    "case_c": "This study has no conversation that the case names as its reader. The note: memory/a.md",
}


def case(**known: object) -> pd.DataFrame:
    row = dict.fromkeys(tables.table("cases").names)
    row |= {"case": "c", "path": "memory/a.md", "counted_from": "introduction"}
    return tables.frame("cases", [row | known])


@pytest.mark.usefixtures("fixed")
@pytest.mark.parametrize("chart", charts(STUDY), ids=lambda chart: chart.name)
def test_a_chart_of_a_study_without_anything_tells_why_it_is_empty(chart: object) -> None:
    evidence = evidence_of(STUDY, cases=case(undetermined_because="no_such_reader"))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        drawing = draw(chart, evidence)
        assert png(drawing.figure)
        assert svg(drawing.figure, chart.name, chart.title)

    assert drawing.sees == WHY[chart.name]
    assert WHY[chart.name] in words(drawing)
    assert drawing.alt == f"An empty chart titled “{chart.title}”. {WHY[chart.name]}"
    assert list(drawing.table.columns)


@pytest.mark.usefixtures("fixed")
@pytest.mark.parametrize(
    ("because", "why"),
    [
        ("not_read", "The conversation that the case names never read the note."),
        ("no_update", "No update of the note is known before the read."),
        (None, "The log does not tell when the note was read."),
    ],
)
def test_a_case_tells_what_is_not_known(because: str | None, why: str) -> None:
    *_, chart = charts(STUDY)

    drawing = draw(chart, evidence_of(STUDY, cases=case(undetermined_because=because)))

    assert drawing.sees == f"{why} The note: memory/a.md"


@pytest.mark.usefixtures("fixed")
def test_a_study_with_other_sections_names_them() -> None:
    (chart,) = (one for one in charts(STUDY) if one.name == "kinds_read")
    row = dict.fromkeys(tables.table("memory_versions").names)
    row |= {"axis": "first-parent", "position": 0, "change": "create", "version": "1", "path": "a"}
    row |= {"valid_from": pd.Timestamp("2026-03-01", tz="UTC"), "file_id": "a"}
    versions = [row | {"section": name, "path": name} for name in ("rules", "status")]

    drawing = draw(chart, evidence_of(STUDY, memory_versions=tables.frame("memory_versions", versions)))

    assert drawing.sees == (
        "This study has no section named errors or decisions; its sections are: rules and status."
    )


@pytest.mark.usefixtures("fixed")
def test_a_study_without_work_still_shows_what_was_asked() -> None:
    (chart, *_) = charts(STUDY)

    drawing = draw(chart, evidence_of(STUDY, **conversations(["informational", "administrative", None])))

    assert drawing.sees == "0 % of the conversations begin with work."
    assert list(drawing.table["kind"].head(4)) == ["work", "informational", "administrative", "no label"]
    assert list(drawing.table["conversations"].head(4)) == [0, 1, 1, 1]
