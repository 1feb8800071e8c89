"""The tables under the charts of the planted study hold what was worked out by hand (ARITHMETIC.md)."""

import csv
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.figures.conftest import Drawn

Draw = Callable[[str], Drawn]
HAND = Path(__file__).parents[1] / "twin" / "planted" / "expected_tables"


def by_hand(name: str) -> list[dict[str, str]]:
    with (HAND / f"{name}.csv").open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def test_first_requests_are_counted_by_kind_and_by_what_work_retells(drawn: Draw) -> None:
    assert drawn("first_requests").rows("kind", "recap", "conversations") == [
        ("work", None, 31),
        ("informational", None, 2),
        ("administrative", None, 1),
        ("work", "none", 27),
        ("work", "link", 2),
        ("work", "brief", 1),
        ("work", "detailed", 1),
    ]


def test_active_days_are_counted_by_their_work_conversations(drawn: Draw) -> None:
    assert drawn("work_per_day").rows("days_with", "new_work", "days") == [
        ("exactly", 1, 12),
        ("exactly", 2, 7),
        ("exactly", 3, 0),
        ("exactly", 4, 0),
        ("exactly", 5, 1),
        ("at least", 2, 8),
        ("at least", 3, 1),
        ("at least", 5, 1),
    ]


def test_the_calendar_has_each_of_the_26_days_of_the_study(drawn: Draw) -> None:
    rows = drawn("work_calendar").rows("date", "new_work")
    known = {row["date"]: int(row["new_work"]) for row in by_hand("activity")}

    assert [date for date, _ in rows] == [f"2026-01-{day:02d}" for day in range(5, 31)]
    assert dict(rows) == {date: known.get(str(date), 0) for date, _ in rows}


def test_growth_has_the_memory_of_each_start_and_of_the_end(drawn: Draw) -> None:
    table = drawn("memory_growth").drawing.table
    sums = table.groupby("conversation_id")[["files", "characters"]].sum()
    starts = by_hand("reads_by_conversation")
    ids = {row["ordinal"]: row["conversation_id"] for row in by_hand("conversations")}
    right = {
        ids[row["ordinal"]]: (int(row["files_available"]), int(row["chars_available"]))
        for row in starts
        if row["files_available"]
    }

    assert dict(zip(sums.index, zip(sums["files"], sums["characters"], strict=True), strict=True)) == {
        **right,
        "final": (9, 270),
    }


def test_the_end_of_the_growth_is_told_by_section(drawn: Draw) -> None:
    rows = drawn("memory_growth").rows("conversation_id", "section", "files", "characters")

    assert [row[1:] for row in rows if row[0] == "final"] == [
        ("decisions", 3, 70),
        ("dialogs", 1, 30),
        ("errors", 2, 70),
        ("register", 1, 40),
        ("rules", 1, 20),
        ("status", 1, 40),
    ]


def test_shares_are_those_of_the_33_conversations_with_a_memory(drawn: Draw) -> None:
    rows = drawn("share_read").rows("ordinal", "share_read", "early", "late")
    right = [
        (int(row["ordinal"]), int(row["files_read"]) / int(row["files_available"]))
        for row in by_hand("reads_by_conversation")
        if row["files_available"]
    ]

    assert [(ordinal, pytest.approx(share)) for ordinal, share, _, _ in rows] == right
    assert [ordinal for ordinal, _, early, _ in rows if early] == list(range(2, 21))
    assert [ordinal for ordinal, _, _, late in rows if late] == list(range(5, 35))


@pytest.mark.parametrize("name", ["main_over_time", "main_scatter"])
def test_main_characters_available_and_read_are_those_of_each_conversation(name: str, drawn: Draw) -> None:
    right = [
        (int(row["ordinal"]), int(row["main_chars_available"]), int(row["main_chars_read"]))
        for row in by_hand("reads_by_conversation")
        if row["main_chars_available"]
    ]

    assert drawn(name).rows("ordinal", "main_chars_available", "main_chars_read") == right


def test_distances_in_conversations_are_counted_and_summed_up(drawn: Draw) -> None:
    rows = drawn("distance_conversations").rows("distance_conversations", "reads", "reads_at_most")
    counted = [(1, 6), (2, 5), (3, 5), (4, 4), (5, 1), (6, 1), (7, 3), (8, 2)]
    right = counted + [(distance, 1) for distance in range(9, 22)]

    assert [row[:2] for row in rows] == right
    assert [row[2] for row in rows] == [6, 11, 16, 20, 21, 22, 25, *range(27, 41)]


def test_distances_in_days_are_counted_and_their_share_reaches_all(drawn: Draw) -> None:
    chart = drawn("distance_days")

    assert chart.rows("distance_days", "reads", "reads_at_most") == [
        (0, 13, 13), (1, 6, 19), (2, 7, 26), (3, 2, 28), (4, 5, 33), (5, 4, 37), (6, 2, 39), (7, 4, 43),
        (8, 3, 46), (9, 2, 48), (10, 2, 50), (11, 2, 52), (12, 1, 53),
    ]  # fmt: skip
    assert [share for (share,) in chart.rows("share_at_most")] == [
        pytest.approx(n / 53) for (n,) in chart.rows("reads_at_most")
    ]


def test_reads_of_errors_and_decisions_and_their_records(drawn: Draw) -> None:
    assert drawn("kinds_read").rows("section", "reads", "records", "reads_of_unknown_text") == [
        ("errors", 7, 7, 1),
        ("decisions", 6, 5, 1),
    ]


def test_reads_are_counted_by_how_the_note_was_found(drawn: Draw) -> None:
    assert drawn("found_by").rows("found_by", "reads") == [
        ("start_set", 40), ("link", 2), ("search", 1), ("named", 1), ("attached", 1), ("unknown", 9),
    ]  # fmt: skip


def test_a_case_counted_from_the_introduction_runs_from_the_first_update_to_the_read(drawn: Draw) -> None:
    rows = drawn("case_error-read-again").rows("event", "at", "ordinal")

    assert [(event, f"{at:%dT%H:%M}", ordinal) for event, at, ordinal in rows] == [
        ("updates of the note", "07T09:10", 4),
        ("conversations begin", "07T22:30", 5),
        ("conversations begin", "08T09:00", 6),
        ("reads of the note", "08T09:02", 6),
        ("conversations begin", "09T09:00", 7),
        ("conversations begin", "10T12:00", 8),
        ("reads of the note", "10T12:03", 8),
        ("conversations begin", "12T09:00", 9),
        ("conversations begin", "13T09:00", 10),
        ("conversations begin", "14T10:00", 11),
        ("reads of the note", "14T10:00", 11),
    ]


def test_a_case_counted_from_the_last_update_begins_there(drawn: Draw) -> None:
    rows = drawn("case_choice-read-again").rows("event", "at", "ordinal")

    assert [(event, f"{at:%dT%H:%M}", ordinal) for event, at, ordinal in rows] == [
        ("updates of the note", "12T09:05", 9),
        ("conversations begin", "13T09:00", 10),
        ("reads of the note", "13T09:01", 10),
        ("conversations begin", "14T10:00", 11),
        ("reads of the note", "14T10:00", 11),
        ("conversations begin", "15T09:00", 12),
        ("reads of the note", "15T09:00", 12),
    ]
