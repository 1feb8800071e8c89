"""Which memory file lay at a path at an instant."""

import pandas as pd
from hypothesis import given
from hypothesis import strategies as st

from pipeline.transform.files_at import alive_files, files_at
from tests.transform import tiny
from tests.transform.tiny import moment

RENAMED = tiny.versions(
    {"path": "docs/memory/a.md", "at": moment(1), "until": moment(3), "file": "A", "change": "create"},
    {"path": "docs/memory/errors/b.md", "at": moment(3), "file": "A", "change": "rename"},
)


def texts(*values: str) -> "pd.Series[str]":
    return pd.Series(list(values), dtype="str")


def days(*values: float | None) -> "pd.Series[pd.Timestamp]":
    made = [None if value is None else moment(value) for value in values]
    return pd.Series(pd.to_datetime(made, utc=True)).astype("datetime64[us, UTC]")


def test_a_version_is_alive_from_its_instant_until_but_not_at_the_next() -> None:
    found = files_at(texts(*["docs/memory/a.md"] * 4), days(0.9, 1, 2.9, 3), RENAMED, "first-parent")

    assert found["alive"].tolist() == [False, True, True, False]
    assert found["blob"].fillna("").tolist() == ["", "b0", "b0", ""]


def test_the_file_outlives_its_renaming_at_either_path() -> None:
    paths = texts("docs/memory/a.md", "docs/memory/errors/b.md", "docs/memory/a.md")

    found = files_at(paths, days(2, 2, 9), RENAMED, "first-parent")

    assert found["file_id"].tolist() == ["A", "A", "A"]


def test_where_nothing_is_alive_the_next_file_of_the_path_speaks_before_the_last() -> None:
    path = "docs/memory/a.md"
    reused = tiny.versions(
        {"path": path, "at": moment(1), "until": moment(2), "file": "first"},
        {"path": path, "at": moment(2), "change": "delete", "file": "first"},
        {"path": path, "at": moment(5), "until": moment(6), "file": "second"},
        {"path": path, "at": moment(6), "change": "delete", "file": "second"},
    )

    found = files_at(texts(*[path] * 4), days(0, 3, 9, None), reused, "first-parent")

    assert found["file_id"].tolist() == ["first", "second", "second", "first"]
    assert not found["alive"].any()


def test_a_path_that_only_another_axis_knows_has_that_axiss_file_and_is_not_alive() -> None:
    aside = tiny.versions({"path": "docs/memory/x.md", "at": moment(1), "file": "X", "axis": "ancestry"})

    found = files_at(texts("docs/memory/x.md"), days(2), aside, "first-parent")

    assert found[["file_id", "alive"]].to_numpy().tolist() == [["X", False]]


def test_a_path_that_no_axis_knows_is_its_own_file() -> None:
    found = files_at(texts("docs/memory/new.md"), days(2), RENAMED, "first-parent")

    assert found["file_id"].tolist() == ["docs/memory/new.md"]


def test_of_versions_at_one_instant_the_later_in_the_chain_is_alive() -> None:
    path = "docs/memory/a.md"
    tied = tiny.versions(
        {"path": path, "at": moment(1), "position": 1, "blob": "new"},
        {"path": path, "at": moment(1), "until": moment(1), "position": 0, "blob": "old"},
    )

    assert files_at(texts(path), days(1), tied, "first-parent")["blob"].tolist() == ["new"]


def test_a_file_is_alive_at_whatever_path_and_in_that_paths_section() -> None:
    found = alive_files(texts("A", "A", "A", "B"), days(2, 4, 0, 4), RENAMED, "first-parent")

    assert found["alive"].tolist() == [True, True, False, False]
    assert found["section"].fillna("").tolist() == ["register", "errors", "", ""]


def test_no_file_is_alive_at_an_unknown_instant() -> None:
    assert not alive_files(texts("A"), days(None), RENAMED, "first-parent")["alive"].any()


@given(
    st.lists(st.tuples(st.sampled_from("ab"), st.integers(0, 9), st.booleans()), max_size=12),
    st.lists(st.tuples(st.sampled_from("abc"), st.integers(-1, 10)), min_size=1, max_size=12),
)
def test_a_plain_walk_through_the_chain_agrees(
    changes: list[tuple[str, int, bool]], asked: list[tuple[str, int]]
) -> None:
    chain = sorted(changes, key=lambda change: change[1])
    rows = []
    for place, (path, day, deleted) in enumerate(chain):
        later = [d for p, d, _ in chain[place + 1 :] if p == path]
        until = moment(later[0]) if later else None
        change = "delete" if deleted else "update"
        rows.append({"path": path, "at": moment(day), "until": until, "change": change})

    found = files_at(
        texts(*[p for p, _ in asked]), days(*[d for _, d in asked]), tiny.versions(*rows), "first-parent"
    )

    for (path, day), blob in zip(asked, found["blob"], strict=True):
        state = None
        for place, (changed, when, deleted) in enumerate(chain):
            if changed == path and when <= day:
                state = None if deleted else f"b{place}"
        assert (None if pd.isna(blob) else blob) == state
