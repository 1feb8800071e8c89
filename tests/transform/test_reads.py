"""Reads of memory files."""

from typing import Any

import pandas as pd
import pytest

from pipeline.storage import checked
from pipeline.transform.reads import memory_reads
from tests.transform import tiny
from tests.transform.tiny import moment

NOTE = "docs/memory/a.md"
TEXT = "first\nsecond\nthird\n"


def tables(*rows: dict[str, Any], **changed: Any) -> dict[str, pd.DataFrame]:
    """Conversation `r` (ordinal 2, from day 3) makes call 1 at day 4; `rows` are its accesses."""
    given = {
        "conversations": tiny.conversations(
            {"c": "w", "ordinal": 1, "at": moment(0)},
            {"c": "r", "ordinal": 2, "at": moment(3)},
            {"c": "s", "ordinal": None, "relation": "subagent", "parent": "r", "at": moment(3.5)},
            {"c": "r#2", "ordinal": None, "excluded": "copy", "at": moment(3)},
        ),
        "tool_calls": tiny.calls(*({"c": c, "seq": 1, "at": moment(4)} for c in ("r", "s", "r#2"))),
        "accesses": tiny.accesses(*({"c": "r", "seq": 1, "path": NOTE, **row} for row in rows)),
        "memory_versions": tiny.versions({"path": NOTE, "at": moment(1), "file": "A"}),
        "memory_blobs": tiny.blobs(b0=TEXT),
    }
    return tiny.made(**{**given, **changed})


def read(made: dict[str, pd.DataFrame], **readings: Any) -> pd.DataFrame:
    found = memory_reads(made, tiny.section_of, tiny.readings(**readings), tiny.start_files())
    return checked("memory_reads", found)


def one(made: dict[str, pd.DataFrame], **readings: Any) -> "pd.Series[Any]":
    found = read(made, **readings)
    assert len(found) == 1
    return found.iloc[0]


def test_a_read_knows_its_file_section_version_and_reader() -> None:
    row = one(tables({}))

    assert (row["file_id"], row["section"], row["blob"]) == ("A", "register", "b0")
    assert (row["ordinal"], row["at"], row["time_basis"]) == (2, moment(4), "tool")
    assert not row["not_in_snapshot"]


def test_the_logs_text_speaks_for_the_characters_before_the_version() -> None:
    row = one(tables({"chars": 7, "basis": "log-stripped", "lines": (1, 2)}))

    assert (row["chars_read"], row["chars_basis"]) == (7, "log-stripped")


def test_without_the_logs_text_the_lines_asked_for_speak_and_then_the_whole_version() -> None:
    ranged, whole = one(tables({"lines": (2, 3)})), one(tables({}))

    assert (ranged["chars_read"], ranged["chars_basis"]) == (13, "range")
    assert (whole["chars_read"], whole["chars_basis"]) == (len(TEXT), "version")


def test_with_neither_the_characters_are_unknown_and_not_zero() -> None:
    row = one(tables({"path": "docs/memory/new.md"}))

    assert row["chars_read"] is pd.NA
    assert (row["chars_basis"], row["records_read"] is pd.NA, row["not_in_snapshot"]) == ("none", True, True)


@pytest.mark.parametrize(
    ("access", "text", "reads"),
    [
        ({"chars": 0}, TEXT, 0),
        ({"chars": 0}, "", 1),
        ({"chars": 0, "path": "docs/memory/new.md"}, TEXT, 1),
        ({"chars": None}, TEXT, 1),
        ({"counts": False}, TEXT, 0),
    ],
)
def test_a_read_that_returned_nothing_of_a_text_that_is_not_empty_is_none(
    access: dict[str, Any], text: str, reads: int
) -> None:
    assert len(read(tables(access, memory_blobs=tiny.blobs(b0=text)))) == reads


@pytest.mark.parametrize(
    ("status", "reads"), [("ok", 1), ("unknown", 1), ("error", 0), ("cancelled", 0), ("pending", 0)]
)
def test_calls_count_when_they_may_have_succeeded(status: str, reads: int) -> None:
    calls = tiny.calls({"c": "r", "seq": 1, "at": moment(4), "status": status})

    found = read(tables({}, tool_calls=calls))

    assert found["status"].tolist() == [status] * reads


def test_listings_searches_other_folders_and_unnamed_files_are_no_reads() -> None:
    for row in ({"action": "list"}, {"action": "search"}, {"path": "src/a.md"}, {"path": None}):
        assert read(tables(row)).empty


def test_a_pattern_reads_every_file_alive_by_its_version() -> None:
    row = one(tables({"path": "docs/memory/*.md", "flags": "glob"}))

    assert (row["path"], row["chars_read"], row["chars_basis"]) == (NOTE, len(TEXT), "version")


def test_a_file_made_after_the_start_is_not_in_the_snapshot() -> None:
    versions = tiny.versions({"path": NOTE, "at": moment(3.5), "file": "A"})

    assert one(tables({}, memory_versions=versions))["not_in_snapshot"]


def test_a_file_renamed_since_the_start_is_in_the_snapshot() -> None:
    versions = tiny.versions(
        {"path": "docs/memory/old.md", "at": moment(1), "until": moment(3.5), "file": "A"},
        {"path": NOTE, "at": moment(3.5), "file": "A", "change": "rename"},
    )

    assert not one(tables({}, memory_versions=versions))["not_in_snapshot"]


def test_the_reading_of_the_axis_decides_what_was_alive() -> None:
    versions = tiny.versions(
        {"path": NOTE, "at": moment(3.5), "file": "A"},
        {"path": NOTE, "at": moment(2), "file": "A", "axis": "ancestry", "blob": "side"},
    )
    made = tables({}, memory_versions=versions, memory_blobs=tiny.blobs(b0=TEXT, side="side\n"))

    chain, ancestry = one(made), one(made, time_axis="ancestry")

    assert (chain["blob"], chain["not_in_snapshot"]) == ("b0", True)
    assert (ancestry["blob"], ancestry["not_in_snapshot"], ancestry["chars_read"]) == ("side", False, 5)


def test_copies_read_nothing() -> None:
    assert read(tables({"c": "r#2"})).empty


def test_a_subagents_reads_are_apart_its_parents_or_dropped() -> None:
    made = tables({"c": "s"})

    apart, parent = one(made), one(made, subagents="parent")

    assert (apart["conversation_id"], apart["ordinal"] is pd.NA) == ("s", True)
    assert (parent["conversation_id"], parent["ordinal"]) == ("s", 2)
    assert read(made, subagents="dropped").empty


def rules(**event: Any) -> dict[str, pd.DataFrame]:
    given = tiny.attachments({"c": "r", "path": NOTE, "how": event.pop("how", "rule"), "seq": event["seq"]})
    said = tiny.messages(("r", 0, "Go.", moment(3)), ("r", 2, "Rule.", moment(5), "agent"))
    return tables(attachments=given, messages=said)


@pytest.mark.parametrize(
    ("event", "reads"),
    [({"seq": 1}, 1), ({"seq": 2}, 1), ({"seq": 0}, 0), ({"seq": 1, "how": "injected"}, 0)],
)
def test_rules_fetched_by_name_are_reads_only_where_the_study_says_so(
    event: dict[str, Any], reads: int
) -> None:
    made = rules(**event)

    assert read(made).empty
    found = read(made, rules_fetched="read")
    assert found["chars_basis"].tolist() == ["version"] * reads


def test_last_updates_and_distances_are_on_every_row() -> None:
    made = tables(
        {}, memory_writes=tiny.writes({"c": "w", "seq": 1, "at": moment(2), "path": NOTE, "file": "A"})
    )

    row = one(made)

    assert (row["cross"], row["distance_conversations"], row["distance_days"]) == (True, 1, 2)


def test_a_read_without_a_time_or_a_start_is_kept() -> None:
    made = tables(
        {},
        conversations=tiny.conversations({"c": "r", "ordinal": None}),
        tool_calls=tiny.calls({"c": "r", "seq": 1}),
    )

    row = one(made)

    assert (row["time_basis"], row["file_id"], row["not_in_snapshot"]) == ("none", "A", True)
