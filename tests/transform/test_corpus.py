"""The tables of what the histories hold."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pandas as pd
import pytest

from pipeline.extract.histories.records import Access, Attachment, Call, Conversation, Gap, Message, Reading
from pipeline.storage import checked
from pipeline.transform.corpus import corpus
from tests.transform import tiny

NOON = datetime(2026, 2, 3, 12, tzinfo=UTC)


def conversation(name: str = "a", **changed: Any) -> Conversation:
    plain = {
        "source": "cursor",
        "source_file": "state.vscdb",
        "started_at": NOON,
        "time_basis": "message",
        "events": [Message("human", "Fix it.", NOON, "message")],
    }
    return Conversation(name, **{**plain, **changed})


def row(found: Conversation, **study: Any) -> "pd.Series[Any]":
    return corpus(Reading([found]), tiny.study(**study))["conversations"].iloc[0]


def test_every_table_keeps_its_contract_also_when_empty() -> None:
    for reading in (Reading(), Reading([conversation()], [Gap("a", "b")])):
        for name, frame in corpus(reading, tiny.study()).items():
            checked(name, frame)


def test_independent_conversations_are_numbered_by_start_and_ties_by_id() -> None:
    found = [
        conversation("late", started_at=NOON + timedelta(hours=1)),
        conversation("b"),
        conversation("fork", excluded_because="fork"),
        conversation("a"),
    ]

    table = corpus(Reading(found), tiny.study())["conversations"]

    assert table["conversation_id"].tolist() == ["late", "b", "fork", "a"]
    assert table["ordinal"].fillna(0).tolist() == [3, 2, 0, 1]


def test_a_first_message_more_than_a_minute_before_the_store_was_made_gives_way() -> None:
    found = row(conversation(created_at=NOON + timedelta(seconds=61)))

    assert (found["started_at"], found["time_basis"]) == (NOON + timedelta(seconds=61), "session")


def test_a_first_message_a_minute_before_or_any_time_after_stands() -> None:
    for made in (NOON + timedelta(seconds=60), NOON - timedelta(days=3)):
        found = row(conversation(created_at=made))

        assert (found["started_at"], found["time_basis"]) == (NOON, "message")


@pytest.mark.parametrize("basis", ["file", "none"])
def test_a_files_time_is_no_start(basis: str) -> None:
    found = row(conversation(time_basis=basis))

    assert found["started_at"] is pd.NaT
    assert (found["excluded_because"], found["time_basis"]) == ("no_time", "none")


def test_the_stores_own_stamp_takes_the_place_of_a_missing_start() -> None:
    found = row(conversation(started_at=None, time_basis="none", created_at=NOON))

    assert (found["started_at"], found["time_basis"]) == (NOON, "session")


def test_the_end_is_the_last_event_with_a_time_of_its_own() -> None:
    events = [
        Message("human", "x", NOON, "message"),
        Call("read", "read", "ok", NOON + timedelta(minutes=5), "tool"),
        Message("agent", "y", NOON + timedelta(minutes=9), "neighbour"),
    ]

    assert row(conversation(events=events))["ended_at"] == NOON + timedelta(minutes=5)


def test_the_end_is_unknown_where_no_event_has_a_time_of_its_own_or_all_lie_before_the_start() -> None:
    early = [Message("human", "x", NOON - timedelta(hours=4), "message")]

    assert row(conversation(events=[Message("human", "x", NOON, "session")]))["ended_at"] is pd.NaT
    assert row(conversation(events=early))["ended_at"] is pd.NaT


def test_the_window_counts_dates_in_the_studys_zone_with_both_ends() -> None:
    window = {"since": "2026-02-04", "until": "2026-02-04"}
    evening = conversation(started_at=datetime(2026, 2, 3, 23, 30, tzinfo=UTC))

    assert row(evening, window=window, zone="Europe/Berlin")["independent"]
    assert row(evening, window=window)["excluded_because"] == "outside_window"


def test_what_the_histories_show_comes_before_what_the_study_says() -> None:
    found = row(conversation(excluded_because="subagent", started_at=None, time_basis="none"))

    assert found["excluded_because"] == "subagent"


def test_a_study_that_lists_histories_decides_where_a_format_names_no_folder() -> None:
    listed = {"histories": [{"path": "exports"}]}
    silent = {"excluded_because": "no_workspace"}

    assert row(conversation(names_folder=False, **silent), **listed)["independent"]
    assert not row(conversation(names_folder=True, **silent), **listed)["independent"]
    assert not row(conversation(names_folder=False, **silent))["independent"]


def test_calls_are_uncounted_where_the_format_holds_none() -> None:
    assert row(conversation())["tool_calls"] == 0
    assert row(conversation(holds_calls=False))["tool_calls"] is pd.NA


def test_events_keep_their_place_and_accesses_theirs_in_the_call() -> None:
    call = Call(
        "run", "shell", "ok", NOON, "tool",
        [Access("read", "docs/memory/a.md", flags=("merged_ranges", "glob")), Access("write", None)],
        hits=("docs/memory/b.md",),
    )  # fmt: skip
    found = conversation(
        events=[Message("human", "x", NOON, "message"), call], attachments=[Attachment("r.mdc", "rule", 1)]
    )

    made = corpus(Reading([found]), tiny.study())

    assert made["messages"]["seq"].tolist() == [0]
    assert made["tool_calls"][["seq", "hits"]].to_numpy().tolist() == [[1, ["docs/memory/b.md"]]]
    assert made["accesses"]["nth"].tolist() == [0, 1]
    assert made["accesses"]["flags"].tolist() == ["merged_ranges glob", ""]
    assert made["attachments"][["seq", "at"]].to_numpy().tolist() == [[1, NOON]]


def test_lone_surrogates_count_one_and_are_stored_as_the_replacement_character() -> None:
    found = conversation(events=[Message("human", "a\ud800b", NOON, "message")])

    message = corpus(Reading([found]), tiny.study())["messages"].iloc[0]

    assert (message["text"], message["chars"]) == ("a�b", 3)


def test_equal_gaps_are_numbered() -> None:
    made = corpus(Reading([], [Gap("k", "null"), Gap("k", "null"), Gap("j", "null")]), tiny.study())

    assert made["skipped_inputs"]["nth"].tolist() == [0, 1, 0]
