"""The memory alive at each conversation's start, summed."""

from typing import Any

import numpy as np
import pandas as pd
from hypothesis import given
from hypothesis import strategies as st

from pipeline import tables
from pipeline.storage import checked
from pipeline.transform.snapshots import SUMS, snapshots
from pipeline.transform.start_set import start_files
from tests.transform import tiny
from tests.transform.tiny import moment

STATUS, LOGS = "docs/memory/STATUS.md", "docs/memory/dialogs"


def chain(*rows: tuple[str, float, str]) -> pd.DataFrame:
    """(commit, day, axis), in order."""
    return tables.frame(
        "repository",
        [
            {"axis": axis, "commit": commit, "position": place, "at": moment(day), "believed_at": moment(day),
             "believed": True, "source_lines": None}
            for place, (commit, day, axis) in enumerate(rows)
        ],
    )  # fmt: skip


def begun(**days: float | None) -> pd.DataFrame:
    rows = [{"c": c, "at": None if day is None else moment(day), "ordinal": n}
            for n, (c, day) in enumerate(days.items(), 1)]  # fmt: skip
    return tiny.conversations(*rows)


def summed(made: dict[str, pd.DataFrame], axis: str = "first-parent", **study: Any) -> pd.DataFrame:
    table = checked("snapshots", snapshots(made, lambda name: name != "dialogs", tiny.study(**study)))
    return table[table["axis"] == axis].set_index("conversation_id")


def values(row: "pd.Series[Any]", *names: str) -> list[Any]:
    return [None if pd.isna(row[name]) else row[name] for name in names]


TWO = tiny.versions(
    {"path": STATUS, "at": moment(1), "until": moment(3), "chars": 10, "commit": "first"},
    {"path": f"{LOGS}/1.md", "at": moment(1), "chars": 7, "commit": "first"},
    {"path": STATUS, "at": moment(3), "until": moment(5), "chars": 100, "commit": "third"},
    {"path": STATUS, "at": moment(5), "change": "delete", "commit": "fifth"},
)
CHAIN = chain(*[(name, day, "first-parent") for name, day in
                [("zeroth", 0), ("first", 1), ("second", 2), ("third", 3), ("fifth", 5)]])  # fmt: skip


def test_a_snapshot_holds_what_is_alive_at_the_start_and_names_the_commit_in_force() -> None:
    made = tiny.made(conversations=begun(a=1, b=2.5, c=3, d=9), memory_versions=TWO, repository=CHAIN)

    rows = summed(made)

    names = ("commit", "files", "chars", "main_files", "main_chars")
    assert values(rows.loc["a"], *names) == ["first", 2, 17, 1, 10]
    assert values(rows.loc["b"], *names) == ["second", 2, 17, 1, 10]
    assert values(rows.loc["c"], *names) == ["third", 2, 107, 1, 100]
    assert values(rows.loc["d"], *names) == ["fifth", 1, 7, 0, 0]


def test_before_the_first_commit_with_memory_and_at_no_time_there_is_none() -> None:
    made = tiny.made(conversations=begun(a=0.5, b=None), memory_versions=TWO, repository=CHAIN)

    rows = summed(made)

    assert rows[["commit", *SUMS]].isna().all(axis=None)


def test_memory_that_was_deleted_is_a_snapshot_without_files() -> None:
    gone = tiny.versions(
        {"path": STATUS, "at": moment(1), "until": moment(2), "chars": 10},
        {"path": STATUS, "at": moment(2), "change": "delete"},
    )

    rows = summed(tiny.made(conversations=begun(a=3), memory_versions=gone, repository=CHAIN))

    assert values(rows.loc["a"], "files", "chars") == [0, 0]


def test_an_unknown_text_is_a_file_without_characters() -> None:
    pointer = tiny.versions({"path": STATUS, "at": moment(1), "chars": None})

    rows = summed(tiny.made(conversations=begun(a=3), memory_versions=pointer, repository=CHAIN))

    assert values(rows.loc["a"], "files", "chars") == [1, 0]


def test_of_the_commits_before_a_start_the_last_in_topological_order_is_in_force() -> None:
    aside = tiny.versions({"path": STATUS, "at": moment(1), "axis": "ancestry"})
    commits = chain(("early", 1, "ancestry"), ("late", 3, "ancestry"), ("behind", 2, "ancestry"))

    rows = summed(
        tiny.made(conversations=begun(a=1.5, b=2.5, c=3.5), memory_versions=aside, repository=commits),
        "ancestry",
    )

    assert rows["commit"].tolist() == ["early", "behind", "behind"]


def test_a_version_that_came_after_a_later_one_of_its_path_was_never_alive() -> None:
    dominated = tiny.versions(
        {"path": STATUS, "at": moment(3), "until": moment(2), "chars": 1, "position": 0},
        {"path": STATUS, "at": moment(2), "chars": 20, "position": 1},
    )

    rows = summed(tiny.made(conversations=begun(a=2.5, b=9), memory_versions=dominated))

    assert rows["chars"].tolist() == [20, 20]


START = {"files": [STATUS], "newest": {"glob": f"{LOGS}/*.md", "n": 2}}
GROWING = tiny.versions(
    {"path": STATUS, "at": moment(1), "chars": 1000, "blob": "s"},
    {"path": f"{LOGS}/b.md", "at": moment(1), "chars": 1, "blob": "x"},
    {"path": f"{LOGS}/a.md", "at": moment(1), "until": moment(4), "chars": 10, "blob": "y"},
    {"path": f"{LOGS}/c.md", "at": moment(1), "chars": 100, "blob": "z"},
    {"path": f"{LOGS}/d.md", "at": moment(2), "until": moment(3), "chars": 5, "blob": "d"},
    {"path": f"{LOGS}/d.md", "at": moment(3), "change": "delete"},
    {"path": f"{LOGS}/a.md", "at": moment(4), "chars": 20, "blob": "y2"},
)


def test_the_newest_are_those_last_changed_and_ties_go_by_path() -> None:
    made = tiny.made(conversations=begun(one=1, two=2, three=3, four=4), memory_versions=GROWING)

    rows = summed(made, start_set=START)

    assert rows["start_files"].tolist() == [3, 3, 3, 3]
    assert rows["start_chars"].tolist() == [1011, 1015, 1011, 1021]


def test_the_files_of_the_start_set_are_named_for_each_conversation() -> None:
    made = tiny.made(conversations=begun(one=1, two=2, four=4, none=None), memory_versions=GROWING)

    found = start_files(made, tiny.study(start_set=START))

    names = {c: sorted(p.rsplit("/", 1)[1] for p in rows["file_id"])
             for c, rows in found.groupby("conversation_id")}  # fmt: skip
    assert names == {
        "one": ["STATUS.md", "a.md", "b.md"],
        "two": ["STATUS.md", "a.md", "d.md"],
        "four": ["STATUS.md", "a.md", "b.md"],
    }
    assert set(found["axis"]) == {"first-parent"}


def test_a_file_named_twice_by_the_start_set_is_in_it_once_and_takes_a_place_of_the_newest() -> None:
    twice = {"files": [f"{LOGS}/a.md"], "newest": {"glob": f"{LOGS}/*.md", "n": 1}}

    rows = summed(tiny.made(conversations=begun(one=1), memory_versions=GROWING), start_set=twice)

    assert values(rows.loc["one"], "start_files", "start_chars") == [1, 10]


def test_tokens_are_summed_and_unknown_where_a_text_was_not_counted() -> None:
    texts = tiny.blobs(s="", x="", y="", z="", d="", y2="").assign(tokens=[500, 1, 10, 100, None, 20])
    made = tiny.made(
        conversations=begun(one=1, two=2),
        memory_versions=GROWING,
        memory_blobs=tables.frame("memory_blobs", texts),
    )

    rows = summed(made, start_set=START)

    assert values(rows.loc["one"], "start_tokens") == [511]
    assert values(rows.loc["two"], "start_tokens") == [None]


def test_a_study_without_a_start_set_has_no_sums_of_it() -> None:
    rows = summed(tiny.made(conversations=begun(one=1), memory_versions=GROWING))

    assert values(rows.loc["one"], "start_files", "start_chars", "start_tokens") == [None] * 3


@given(
    st.lists(st.tuples(st.sampled_from("abcd"), st.integers(0, 9), st.booleans()), max_size=14),
    st.lists(st.integers(-1, 10), min_size=1, max_size=6),
    st.integers(1, 3),
)
def test_a_plain_walk_through_the_chain_agrees(
    changes: list[tuple[str, int, bool]], days: list[int], n: int
) -> None:
    walked = sorted(changes, key=lambda change: change[1])
    rows = []
    for place, (name, day, deleted) in enumerate(walked):
        later = [d for p, d, _ in walked[place + 1 :] if p == name]
        rows.append(
            {"path": f"{LOGS}/{name}.md", "at": moment(day), "until": moment(later[0]) if later else None,
             "change": "delete" if deleted else "update", "chars": 2**place}
        )  # fmt: skip
    asked = {f"c{number}": day for number, day in enumerate(days)}
    made = tiny.made(conversations=begun(**asked), memory_versions=tiny.versions(*rows))

    found = summed(made, start_set={"newest": {"glob": f"{LOGS}/*.md", "n": n}})

    for conversation, day in asked.items():
        alive: dict[str, tuple[int, int]] = {}
        for place, (name, when, deleted) in enumerate(walked):
            if when <= day:
                alive.pop(name, None)
                alive.update({} if deleted else {name: (when, 2**place)})
        newest = sorted(alive, key=lambda name: (-alive[name][0], name))[:n]
        some = any(when <= day for _, when, _ in walked)
        chars = sum(size for _, size in alive.values())
        start = sum(alive[name][1] for name in newest)
        expected = [len(alive), chars, len(newest), start] if some else [None] * 4
        assert values(found.loc[conversation], "files", "chars", "start_files", "start_chars") == expected


def test_many_conversations_are_answered_in_their_own_order() -> None:
    days = {f"c{n}": float(day) for n, day in enumerate(np.random.default_rng(1).uniform(0, 6, 50))}

    rows = summed(tiny.made(conversations=begun(**days), memory_versions=TWO, repository=CHAIN))

    assert rows.index.tolist() == list(days)
    assert rows["files"].isna().tolist() == [day < 1 for day in days.values()]
