"""Accesses that name their files by a pattern."""

import pandas as pd
import pytest

from pipeline.transform.expansion import expanded, matcher
from pipeline.transform.memory_accesses import memory_accesses
from tests.transform import tiny
from tests.transform.tiny import moment

TREE = tiny.versions(
    {"path": "docs/memory/a.md", "at": moment(1)},
    {"path": "docs/memory/b.md", "at": moment(1), "until": moment(2)},
    {"path": "docs/memory/errors/e.md", "at": moment(1)},
)


def shown(day: float, *rows: dict[str, object]) -> list[list[object]]:
    table = tiny.made(
        conversations=tiny.conversations({"c": "a", "ordinal": 1, "at": moment(0)}),
        tool_calls=tiny.calls({"c": "a", "seq": 1, "at": moment(day)}),
        accesses=tiny.accesses(*({"c": "a", "seq": 1, **row} for row in rows)),
        memory_versions=TREE,
    )
    found = expanded(memory_accesses(table, tiny.section_of, ("read",)), TREE, "first-parent")
    return found[["nth", "path", "section"]].to_numpy().tolist()


def test_a_pattern_becomes_one_access_for_each_file_alive_then() -> None:
    one = {"path": "docs/memory/*.md", "flags": "glob"}

    assert shown(1.5, one) == [[0, "docs/memory/a.md", "register"], [1, "docs/memory/b.md", "register"]]
    assert shown(3, one) == [[0, "docs/memory/a.md", "register"]]
    assert shown(0.5, one) == []


def test_the_numbers_of_new_accesses_follow_the_last_of_the_call() -> None:
    rows = shown(
        1.5,
        {"path": "docs/memory/*.md", "flags": "glob", "nth": 0},
        {"path": "docs/memory/errors/e.md", "nth": 1},
    )

    assert [row[:2] for row in rows] == [
        [0, "docs/memory/a.md"],
        [1, "docs/memory/errors/e.md"],
        [2, "docs/memory/b.md"],
    ]


def test_the_text_of_several_files_together_is_nobodys() -> None:
    table = tiny.made(
        conversations=tiny.conversations({"c": "a", "ordinal": 1, "at": moment(0)}),
        tool_calls=tiny.calls({"c": "a", "seq": 1, "at": moment(1.5)}),
        accesses=tiny.accesses({"c": "a", "seq": 1, "path": "docs/memory/*", "flags": "glob", "chars": 90}),
    )
    found = expanded(memory_accesses(table, tiny.section_of, ("read",)), TREE, "first-parent")

    assert found["chars"].isna().all()
    assert found["chars_basis"].tolist() == ["none"] * 3


def test_without_a_time_a_pattern_matches_nothing() -> None:
    table = tiny.made(
        conversations=tiny.conversations({"c": "a", "ordinal": None}),
        tool_calls=tiny.calls({"c": "a", "seq": 1}),
        accesses=tiny.accesses({"c": "a", "seq": 1, "path": "docs/memory/*", "flags": "glob"}),
    )

    assert expanded(memory_accesses(table, tiny.section_of, ("read",)), TREE, "first-parent").empty


@pytest.mark.parametrize(
    ("pattern", "path", "matches"),
    [
        ("docs/*.md", "docs/a.md", True),
        ("docs/*.md", "docs/x/a.md", False),
        ("docs/**/*.md", "docs/x/y/a.md", True),
        ("docs/**/*.md", "docs/a.md", True),
        ("docs/?.md", "docs/a.md", True),
        ("docs/?.md", "docs/ab.md", False),
        ("docs/[ab].md", "docs/b.md", True),
        ("docs/[!ab].md", "docs/b.md", False),
        ("docs/{a,b}.md", "docs/b.md", True),
        ("docs/memory", "docs/memory/x/a.md", True),
        ("docs/memory/", "docs/memory/a.md", True),
        ("docs/mem", "docs/memory/a.md", False),
        ("docs/a.md", "docs/axmd", False),
    ],
)
def test_patterns_mean_what_a_shell_means(pattern: str, path: str, matches: bool) -> None:
    assert (matcher(pattern).fullmatch(path) is not None) is matches


def test_accesses_without_a_pattern_stay_as_they_are() -> None:
    assert pd.DataFrame(shown(9, {"path": "docs/memory/gone.md"}))[1].tolist() == ["docs/memory/gone.md"]
