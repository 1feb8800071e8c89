"""What each conversation had and what it read of it."""

from typing import Any

import pandas as pd

from pipeline import tables
from pipeline.storage import checked
from pipeline.transform.reads import memory_reads
from pipeline.transform.reads_by_conversation import reads_by_conversation
from tests.transform import tiny
from tests.transform.tiny import moment

STATUS, LOG, ERROR = "docs/memory/STATUS.md", "docs/memory/dialogs/1.md", "docs/memory/errors/e.md"
TEXTS = tiny.blobs(b0="one\ntwo\nthree\n", b1="log\n", b2="error\n")
VERSIONS = tiny.versions(
    {"path": STATUS, "at": moment(1)},
    {"path": LOG, "at": moment(1)},
    {"path": ERROR, "at": moment(5)},
)


def snapshot(axis: str, files: int, chars: int, main_files: int, main_chars: int) -> dict[str, Any]:
    sums = {"files": files, "chars": chars, "main_files": main_files, "main_chars": main_chars}
    start = {"start_files": 0, "start_chars": 0, "start_tokens": None}
    return {"axis": axis, "conversation_id": "r", "commit": "c0", **sums, **start}


def made(*rows: dict[str, Any], **changed: pd.DataFrame) -> dict[str, pd.DataFrame]:
    """Conversation `r` begins on day 3; access `n` of the rows is its call `n`, at day 6."""
    told = [{"c": "r", "path": STATUS, "at": moment(6), **row, "seq": n} for n, row in enumerate(rows)]
    given = {
        "conversations": tiny.conversations(
            {"c": "w", "ordinal": 1, "at": moment(0)},
            {"c": "r", "ordinal": 2, "at": moment(3)},
            {"c": "s", "ordinal": None, "relation": "subagent", "parent": "r", "at": moment(3)},
        ),
        "tool_calls": tiny.calls(*({key: row[key] for key in ("c", "seq", "at")} for row in told)),
        "accesses": tiny.accesses(*told),
        "memory_versions": VERSIONS,
        "memory_blobs": TEXTS,
        "snapshots": tables.frame("snapshots", [snapshot("first-parent", 2, 18, 1, 14)]),
        "requests": tiny.requests(w="work", r="informational"),
    }
    return tiny.made(**{**given, **changed})


def rows_of(made: dict[str, pd.DataFrame], study: dict[str, Any], **readings: Any) -> pd.DataFrame:
    chosen = tiny.study(readings=readings, **study)
    reads = memory_reads(made, tiny.section_of, chosen.readings, tiny.start_files())
    begun = tiny.start_files(("r", STATUS))
    table = reads_by_conversation(
        {**made, "memory_reads": reads}, lambda name: name != "dialogs", chosen, begun
    )
    return checked("reads_by_conversation", table)


def row(made: dict[str, pd.DataFrame], axis: str = "first-parent", **readings: Any) -> "pd.Series[Any]":
    table = rows_of(made, {}, **readings)
    return table[(table["axis"] == axis) & (table["conversation_id"] == "r")].iloc[0]


def test_every_independent_conversation_has_a_row_on_every_axis() -> None:
    table = rows_of(made({}), {})

    assert table[["axis", "conversation_id"]].to_numpy().tolist() == [
        [axis, conversation] for axis in tables.AXES for conversation in ("w", "r")
    ]


def test_the_share_is_of_distinct_files_of_the_starting_snapshot() -> None:
    found = row(made({}, {}, {"path": ERROR}))

    assert (found["files_available"], found["files_read"], found["share_read"]) == (2, 1, 0.5)
    assert (found["memory_reads"], found["reads_not_in_snapshot"]) == (3, 1)
    assert (found["kind"], found["ordinal"]) == ("informational", 2)


def test_a_conversation_that_reads_nothing_has_a_share_of_zero() -> None:
    found = row(made())

    assert (found["share_read"], found["chars_read"], found["cross_reads"]) == (0, 0, 0)


def test_without_a_snapshot_or_with_an_empty_one_the_share_is_undefined() -> None:
    empty = tables.frame("snapshots", [snapshot("first-parent", 0, 0, 0, 0)])
    found, none = row(made({}, snapshots=empty)), row(made({}), axis="ancestry")

    for each in (found, none):
        assert each["share_read"] is pd.NA
        assert not each["has_snapshot"]
    assert (found["files_available"], none["files_available"] is pd.NA) == (0, True)


def test_main_sections_stand_beside_the_whole() -> None:
    found = row(made({}, {"path": LOG}))

    assert (found["files_read"], found["main_files_read"]) == (2, 1)
    assert (found["chars_read"], found["main_chars_read"]) == (18, 14)
    assert (found["chars_available"], found["main_chars_available"]) == (18, 14)


def test_each_line_counts_once_unless_accesses_are_summed() -> None:
    tables_made = made({"lines": (1, 2)}, {"lines": (2, 3)}, {"lines": (2, 2)})

    assert row(tables_made)["main_chars_read"] == 14
    assert row(tables_made, chars_read="per access")["main_chars_read"] == 8 + 10 + 4


def test_files_outside_the_starting_snapshot_count_only_where_the_study_says_so() -> None:
    tables_made = made({}, {"path": ERROR})

    assert row(tables_made)["main_chars_read"] == 14
    assert row(tables_made, chars_of="any memory file")["main_chars_read"] == 20
    assert row(tables_made, chars_of="any memory file")["files_read"] == 1


def test_a_line_counts_with_the_text_in_which_it_was_first_read() -> None:
    versions = tiny.versions(
        {"path": STATUS, "at": moment(1), "until": moment(6.5)},
        {"path": STATUS, "at": moment(6.5), "blob": "new"},
    )
    texts = tiny.blobs(b0="one\ntwo\n", new="ONE!!\ntwo\nthree\n")

    found = row(made({"at": moment(6)}, {"at": moment(7)}, memory_versions=versions, memory_blobs=texts))

    assert found["chars_read"] == 4 + 4 + 6


def test_where_no_text_is_known_the_longest_text_of_the_log_for_each_range_speaks() -> None:
    found = row(
        made(
            {"chars": 5, "lines": (1, 2)}, {"chars": 7, "lines": (1, 2)}, {"chars": 3}, {},
            memory_blobs=tiny.blobs(),
        )
    )  # fmt: skip

    assert found["chars_read"] == 7 + 3


def test_a_subagents_reads_count_as_its_parents_only_in_that_reading() -> None:
    tables_made = made({"c": "s"})

    assert row(tables_made)["files_read"] == 0
    assert row(tables_made, subagents="parent")["files_read"] == 1


def test_cross_reads_are_counted_beside_those_with_a_distance() -> None:
    write = {"c": "w", "seq": 1, "at": moment(2), "path": STATUS}
    found = row(made({}, {"path": LOG}, memory_writes=tiny.writes(write)))

    assert (found["cross_reads"], found["cross_reads_with_distance"]) == (2, 1)


PROTOCOL = {
    "start_set": {"files": ["docs/memory/STATUS.md"], "states_protocol": True},
    "end_set": {"groups": [["docs/memory/dialogs/*.md"], ["STATUS.md", "docs/memory/DECISIONS.md"]]},
}


def protocol(made: dict[str, pd.DataFrame], column: str, **study: Any) -> Any:
    table = rows_of(made, {**PROTOCOL, **study})
    return table[(table["axis"] == "first-parent") & (table["conversation_id"] == "r")][column].iloc[0]


def test_the_start_set_is_obeyed_where_each_file_was_read_whole_before_the_first_write() -> None:
    write = tiny.writes({"c": "r", "seq": 1, "at": moment(6), "path": LOG})

    assert protocol(made({}), "start_set_read")
    assert protocol(made({"lines": (1, 1)}, {"lines": (2, 9)}), "start_set_read")
    assert not protocol(made({"lines": (1, 2)}), "start_set_read")
    assert not protocol(made({"path": LOG}), "start_set_read")
    assert protocol(made({}, memory_writes=write), "start_set_read")
    assert not protocol(made({"path": LOG}, {}, memory_writes=write), "start_set_read")


def test_a_whole_read_of_an_unknown_text_is_whole() -> None:
    unknown = tiny.blobs()

    assert protocol(made({"chars": 3}, memory_blobs=unknown), "start_set_read")
    assert not protocol(made({"chars": 3, "lines": (1, 2)}, memory_blobs=unknown), "start_set_read")


def test_the_end_set_is_obeyed_where_a_file_of_every_group_was_written() -> None:
    log = {"c": "r", "seq": 1, "at": moment(6), "path": LOG}
    status = {"c": "s", "seq": 2, "at": moment(6), "path": STATUS}

    assert protocol(made(memory_writes=tiny.writes(log, status)), "end_set_written")
    assert not protocol(made(memory_writes=tiny.writes(log)), "end_set_written")
    assert not protocol(made(memory_writes=tiny.writes({**log, "c": "w"}, status)), "end_set_written")


def test_obedience_is_undefined_for_a_study_that_states_no_protocol() -> None:
    silent = {"start_set": {"files": ["docs/memory/STATUS.md"]}}

    assert protocol(made({}), "start_set_read", **silent) is pd.NA
    assert protocol(made({}), "end_set_written", **silent) is pd.NA
    assert protocol(made({}), "end_set_written", end_set={"groups": []}) is pd.NA
