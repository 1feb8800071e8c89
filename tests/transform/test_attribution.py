"""Who wrote each version, and where each write landed."""

from typing import Any

import pandas as pd
import pytest

from pipeline.storage import checked
from pipeline.transform.attribution import attribute
from pipeline.transform.writes import memory_writes
from tests.transform import tiny
from tests.transform.tiny import moment

NOTE = "docs/memory/a.md"
PEOPLE = tiny.conversations(
    {"c": "a", "ordinal": 1, "at": moment(0)},
    {"c": "b", "ordinal": 2, "at": moment(0)},
    {"c": "s", "ordinal": None, "relation": "subagent", "parent": "a", "at": moment(0)},
)


def write(c: str, day: float, *, seconds: float = 0, path: str = NOTE, seq: int = 1) -> dict[str, Any]:
    return {"c": c, "seq": seq, "at": moment(day, seconds=seconds), "path": path}


def writers(versions: pd.DataFrame, *rows: dict[str, Any], **readings: Any) -> list[str]:
    found, _ = attribute(versions, tiny.writes(*rows), PEOPLE, tiny.readings(**readings))
    return found["written_by"].fillna("").tolist()


def test_a_version_belongs_to_who_last_wrote_the_file_before_the_commit() -> None:
    versions = tiny.versions({"path": NOTE, "at": moment(2)})

    assert writers(versions, write("a", 1), write("b", 1.5), write("a", 2.5, seq=2)) == ["b"]


def test_a_write_in_the_commits_own_second_is_before_it() -> None:
    versions = tiny.versions({"path": NOTE, "at": moment(2)})

    assert writers(versions, write("a", 2, seconds=0.9)) == ["a"]
    assert writers(versions, write("a", 2, seconds=1)) == [""]


@pytest.mark.parametrize(("days", "found"), [(2, "a"), (1, ""), (7, "a")])
def test_a_write_longer_ago_than_the_bound_is_not_believed(days: int, found: str) -> None:
    versions = tiny.versions({"path": NOTE, "at": moment(2)})

    assert writers(versions, write("a", 0), attribution_days=days) == [found]


def test_the_bound_is_met_to_the_second() -> None:
    versions = tiny.versions({"path": NOTE, "at": moment(2)})

    assert writers(versions, write("a", 0, seconds=-0.5)) == [""]
    assert writers(versions, write("a", 0, seconds=0.5)) == ["a"]


def test_another_file_is_another_matter() -> None:
    versions = tiny.versions({"path": NOTE, "at": moment(2)})

    assert writers(versions, write("a", 1, path="docs/memory/b.md")) == [""]


def test_every_axis_is_attributed_and_a_logged_write_keeps_its_writer() -> None:
    logged = {"path": NOTE, "at": moment(1), "axis": "worktree", "commit": None, "version": "write:b#1.0"}
    versions = tiny.versions(
        {"path": NOTE, "at": moment(2)},
        {"path": NOTE, "at": moment(2), "axis": "ancestry"},
        {**logged, "by": "b"},
    )

    assert writers(versions, write("a", 1)) == ["a", "a", "b"]


def test_dropped_subagents_leave_their_commits_without_a_known_writer() -> None:
    versions = tiny.versions({"path": NOTE, "at": moment(2)})
    rows = (write("b", 1), write("s", 1.5))

    found, kept = attribute(versions, tiny.writes(*rows), PEOPLE, tiny.readings(subagents="dropped"))

    assert found["written_by"].isna().all()
    assert kept["conversation_id"].tolist() == ["b"]
    assert writers(versions, *rows) == ["s"]


def test_a_write_lands_in_the_first_commit_at_or_after_it_within_the_bound() -> None:
    versions = tiny.versions({"path": NOTE, "at": moment(2)}, {"path": NOTE, "at": moment(3)})
    rows = (write("a", 1), write("a", 2, seconds=0.4, seq=2), write("b", 2.5), write("b", 9, seq=2))

    _, landed = attribute(versions, tiny.writes(*rows), PEOPLE, tiny.readings())

    assert landed["commit"].fillna("").tolist() == ["c0", "c0", "c1", ""]


def logged(**access: Any) -> pd.DataFrame:
    table = tiny.made(
        conversations=pd.concat(
            [PEOPLE, tiny.conversations({"c": "a#2", "ordinal": None, "excluded": "copy", "at": moment(0)})]
        ),
        tool_calls=tiny.calls(
            {"c": "a", "seq": 1, "at": moment(1)},
            {"c": "a", "seq": 2, "at": moment(1), "status": "error"},
            {"c": "a", "seq": 3, "status": "unknown"},
            {"c": "a#2", "seq": 1, "at": moment(1)},
        ),
        accesses=tiny.accesses({"c": "a", "seq": 1, "path": NOTE, "action": "write", **access}),
        memory_versions=tiny.versions({"path": NOTE, "at": moment(2), "file": "A"}),
    )
    return checked("memory_writes", memory_writes(table, tiny.section_of, tiny.readings()))


def test_a_write_that_made_a_file_is_of_that_file() -> None:
    assert logged()["file_id"].tolist() == ["A"]


def test_a_write_of_a_path_that_was_never_committed_has_no_file() -> None:
    assert logged(path="docs/memory/never.md")["file_id"].isna().all()


def test_moves_and_deletions_are_writes_and_reads_are_not() -> None:
    assert [len(logged(action=action)) for action in ("move", "delete", "read", "search")] == [1, 1, 0, 0]


def test_failed_calls_copies_and_paths_outside_memory_write_nothing() -> None:
    assert logged(seq=2).empty
    assert logged(c="a#2").empty
    assert logged(path="src/a.md").empty


def test_a_call_without_a_time_has_its_conversations_start() -> None:
    found = logged(seq=3).iloc[0]

    assert (found["at"], found["time_basis"]) == (moment(0), "session")
