"""What lay on the disk, committed or not."""

from typing import Any

import pandas as pd

from pipeline.storage import checked
from pipeline.transform.worktree import with_worktree
from tests.transform import tiny
from tests.transform.tiny import moment

A, B = "docs/memory/a.md", "docs/memory/errors/b.md"
CHAIN = (
    {"path": A, "at": moment(1), "until": moment(5), "chars": 10, "change": "create"},
    {"path": A, "at": moment(5), "chars": 20},
)


def laid(
    *written: dict[str, Any], chain: tuple[dict[str, Any], ...] = CHAIN, chars: dict[int, int] | None = None
) -> list[tuple[Any, ...]]:
    """(version, path, from, until, change) on the worktree axis in its order."""
    writes = tiny.writes(*({"c": "w", "path": A, "seq": n, **row} for n, row in enumerate(written)))
    writes["chars"] = pd.array([(chars or {}).get(n) for n in range(len(writes))], dtype="Int64")
    versions = checked("memory_versions", with_worktree(tiny.versions(*chain), writes, tiny.section_of))
    rows = versions[versions["axis"] == "worktree"].sort_values("position")
    columns = rows[["version", "path", "valid_from", "valid_to", "change"]].itertuples(index=False, name=None)
    return [(v, p, day(begin), day(end), change) for v, p, begin, end, change in columns]


def day(at: pd.Timestamp) -> float | None:
    return None if pd.isna(at) else round((at - moment(0)) / pd.Timedelta(days=1), 6)


def test_a_write_lies_over_the_chain_until_its_path_is_committed_next() -> None:
    assert laid({"at": moment(2)}) == [
        ("c0", A, 1, 2, "create"),
        ("write:w#0.0", A, 2, 5, "update"),
        ("c1", A, 5, None, "update"),
    ]


def test_each_write_lies_until_the_next_one() -> None:
    assert laid({"at": moment(6)}, {"at": moment(7)}) == [
        ("c0", A, 1, 5, "create"),
        ("c1", A, 5, 6, "update"),
        ("write:w#0.0", A, 6, 7, "update"),
        ("write:w#1.0", A, 7, None, "update"),
    ]


def test_a_file_never_committed_lies_from_its_first_write() -> None:
    assert laid({"at": moment(2), "path": B, "file": None})[1] == ("write:w#0.0", B, 2, None, "create")


def test_a_deleted_file_lies_no_more_until_it_is_committed_again() -> None:
    assert laid({"at": moment(2), "action": "delete"})[:2] == [
        ("c0", A, 1, 2, "create"),
        ("write:w#0.0", A, 2, 5, "delete"),
    ]


def test_what_is_written_after_a_deletion_is_created() -> None:
    assert laid({"at": moment(2), "action": "delete"}, {"at": moment(3)})[1:3] == [
        ("write:w#0.0", A, 2, 3, "delete"),
        ("write:w#1.0", A, 3, 5, "create"),
    ]


def test_a_move_takes_away_what_lay_there_and_what_it_became_is_written() -> None:
    moves = [
        {"at": moment(2), "action": "move", "seq": 4, "nth": 0},
        {"at": moment(2), "action": "write", "seq": 4, "nth": 1, "path": B},
    ]

    assert laid(*moves)[1:3] == [("write:w#4.0", A, 2, 5, "delete"), ("write:w#4.1", B, 2, None, "create")]


def test_two_moves_of_one_call_take_both_away() -> None:
    """`mv a b && mv b c` leaves c alone."""
    moves = [
        {"at": moment(2), "action": "move", "seq": 4, "nth": 0},
        {"at": moment(2), "action": "write", "seq": 4, "nth": 1, "path": B},
        {"at": moment(2), "action": "move", "seq": 4, "nth": 2, "path": B},
        {"at": moment(2), "action": "write", "seq": 4, "nth": 3, "path": "docs/memory/c.md"},
    ]

    alive = [row[:2] for row in laid(*moves) if row[4] != "delete" and row[2] == 2 and row[3] is None]

    assert alive == [("write:w#4.3", "docs/memory/c.md")]


def test_a_move_where_nothing_lies_puts_nothing_down() -> None:
    assert laid({"at": moment(2), "action": "move", "path": B})[1:2] == [
        ("write:w#0.0", B, 2, None, "delete")
    ]


def test_a_write_in_the_second_of_a_commit_was_in_that_commit() -> None:
    assert [row[0] for row in laid({"at": moment(5, seconds=0.4)})] == ["c0", "c1"]


def test_a_path_renamed_away_by_a_commit_ends_what_was_written_to_it() -> None:
    chain = (
        {"path": A, "at": moment(1), "until": moment(5), "file": "A", "change": "create"},
        {"path": B, "at": moment(5), "file": "A", "change": "rename"},
    )

    assert laid({"at": moment(2)}, chain=chain) == [
        ("c0", A, 1, 2, "create"),
        ("write:w#0.0", A, 2, 5, "update"),
        ("c1", B, 5, None, "rename"),
    ]


def test_a_write_without_a_time_lies_nowhere() -> None:
    assert [row[0] for row in laid({"at": None})] == ["c0", "c1"]


def test_characters_are_those_of_the_log_else_unknown() -> None:
    writes = tiny.writes(
        {"c": "w", "path": A, "seq": 0, "at": moment(2)}, {"c": "w", "path": A, "seq": 1, "at": moment(3)}
    )
    writes["chars"] = pd.array([None, 33], dtype="Int64")

    versions = with_worktree(tiny.versions(*CHAIN), writes, tiny.section_of)

    rows = versions[versions["version"].str.startswith("write:")]
    assert rows["chars"].tolist() == [pd.NA, 33]
    assert rows["text_unknown_because"].fillna("").tolist() == ["not_logged", ""]
    assert rows["written_by"].tolist() == ["w", "w"]
