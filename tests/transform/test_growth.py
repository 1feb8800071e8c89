"""The memory section by section over time."""

from typing import Any

import pandas as pd
from hypothesis import given
from hypothesis import strategies as st

from pipeline import tables
from pipeline.storage import checked
from pipeline.transform.growth import growth
from tests.transform import tiny
from tests.transform.tiny import moment


def commits(*days: float) -> pd.DataFrame:
    rows = [
        {"axis": "first-parent", "commit": f"c{n}", "position": n, "at": moment(day),
         "believed_at": moment(day), "believed": True, "source_lines": None}
        for n, day in enumerate(days)
    ]  # fmt: skip
    return tables.frame("repository", rows)


def shown(people: pd.DataFrame, versions: pd.DataFrame, last: pd.DataFrame) -> list[list[Any]]:
    table = checked("growth", growth(people, versions, last, "first-parent"))
    return table[["conversation_id", "section", "files", "chars"]].to_numpy().tolist()


def test_each_start_and_the_end_have_a_row_for_each_section_with_a_file_alive() -> None:
    people = tiny.conversations(
        {"c": "early", "ordinal": 1, "at": moment(0)},
        {"c": "a", "ordinal": 2, "at": moment(1)},
        {"c": "b", "ordinal": 3, "at": moment(3)},
        {"c": "fork", "ordinal": None, "at": moment(3)},
    )
    path = "docs/memory/a.md"
    versions = tiny.versions(
        {"path": path, "at": moment(1), "until": moment(2), "chars": 10},
        {"path": path, "at": moment(2), "chars": 15},
        {"path": "docs/memory/errors/e.md", "at": moment(2), "until": moment(4), "chars": None},
        {"path": "docs/memory/errors/e.md", "at": moment(4), "change": "delete"},
    )

    assert shown(people, versions, commits(1, 2, 4)) == [
        ["a", "register", 1, 10],
        ["b", "errors", 1, 0],
        ["b", "register", 1, 15],
        ["final", "register", 1, 15],
    ]


def test_no_versions_and_no_commits_give_an_empty_table() -> None:
    people = tiny.conversations({"c": "a", "ordinal": 1, "at": moment(1)})

    assert shown(people, tables.empty("memory_versions"), tables.empty("repository")) == []


SPANS = st.lists(st.tuples(st.integers(0, 8), st.integers(0, 8), st.integers(0, 50)), max_size=10)


@given(SPANS, st.lists(st.integers(0, 9), min_size=1, max_size=5))
def test_sums_agree_with_a_plain_count(spans: list[tuple[int, int, int]], starts: list[int]) -> None:
    versions = tiny.versions(
        *(
            {"path": f"docs/memory/{n}.md", "at": moment(a), "until": moment(a + length), "chars": chars}
            for n, (a, length, chars) in enumerate(spans)
        )
    )
    people = tiny.conversations(
        *({"c": f"c{n}", "ordinal": n + 1, "at": moment(day)} for n, day in enumerate(sorted(starts)))
    )

    found = {row[0]: row[2:] for row in shown(people, versions, tables.empty("repository"))}

    for n, day in enumerate(sorted(starts)):
        alive = [chars for a, length, chars in spans if a <= day < a + length]
        assert found.get(f"c{n}", [0, 0]) == [len(alive), sum(alive)]
