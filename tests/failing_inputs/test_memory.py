"""Repositories that made other tools lose, double or misdate versions of files."""

import subprocess
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from tests.derived import Derived, run_study

STUDY = """name = "{name}"

[[repositories]]
path = "{repository}"

[[memory]]
glob = "docs/memory/**/*.md"
"""
Right = dict[str, Any]


def derived(repository: Path, folder: Path) -> Derived:
    """The tables of a study whose only input is the repository, run where the repository lies."""
    study = folder / "lumen"
    study.mkdir()
    (study / "study.toml").write_text(STUDY.format(name=study.name, repository=repository))
    return run_study(study)


def trunk(found: Derived, table: str = "memory_versions") -> pd.DataFrame:
    rows = found.table(table)
    return rows[rows["axis"] == "first-parent"]


def alive(found: Derived, at: str) -> pd.DataFrame:
    """The versions alive at an instant."""
    rows, moment = trunk(found), pd.Timestamp(at)
    ended = rows["valid_to"].notna() & (rows["valid_to"] <= moment)
    return rows[(rows["valid_from"] <= moment) & ~ended & (rows["change"] != "delete")]


def at_the_end(found: Derived) -> pd.DataFrame:
    rows = trunk(found)
    return rows[rows["valid_to"].isna() & (rows["change"] != "delete")]


@pytest.fixture(scope="module")
def odd_names(failing_inputs: Path, tmp_path_factory: pytest.TempPathFactory) -> Derived:
    return derived(failing_inputs / "C1/repo", tmp_path_factory.mktemp("odd"))


def test_names_that_git_quotes_are_read_as_they_are(odd_names: Derived, failing_right: Right) -> None:
    right = failing_right["C1"]["right"]

    assert sorted(at_the_end(odd_names)["path"]) == sorted(right["paths"])
    assert len(at_the_end(odd_names)) == right["files_at_end"]


def test_no_version_of_an_oddly_named_file_is_lost(odd_names: Derived, failing_right: Right) -> None:
    right = failing_right["C1"]["right"]

    assert len(trunk(odd_names)) == right["versions"]
    assert at_the_end(odd_names)["chars"].sum() == right["chars_at_end"]


@pytest.fixture(scope="module")
def back_dated(failing_inputs: Path, tmp_path_factory: pytest.TempPathFactory) -> Derived:
    return derived(failing_inputs / "C2/repo", tmp_path_factory.mktemp("back"))


def test_a_commit_dated_before_its_parent_takes_the_parents_time(
    back_dated: Derived, failing_right: Right
) -> None:
    right = failing_right["C2"]["right"]["repo"]
    found = trunk(back_dated)

    assert list(trunk(back_dated, "repository")["commit"]) == right["commits"]
    assert dict(zip(found["commit"], found["valid_from"], strict=True)) == {
        commit: pd.Timestamp(at) for commit, at in right["valid_from"].items()
    }


def test_what_is_alive_follows_the_history_not_the_dates(back_dated: Derived, failing_right: Right) -> None:
    right = failing_right["C2"]["right"]["repo"]

    for at, commit in right["alive"].items():
        assert list(alive(back_dated, at)["commit"]) == ([] if commit is None else [commit])


def test_a_window_sees_every_commit_that_it_believes_inside(
    back_dated: Derived, failing_right: Right
) -> None:
    commits = trunk(back_dated, "repository")
    inside = commits[commits["believed_at"] >= pd.Timestamp("2026-03-15T00:00:00Z")]

    assert len(inside) == failing_right["C2"]["right"]["repo"]["window_from_2026-03-15_sees"]


def test_a_commit_dated_2099_is_named_and_hides_nothing(
    failing_inputs: Path, failing_right: Right, tmp_path: Path
) -> None:
    right = failing_right["C2"]["right"]["future"]

    found = derived(failing_inputs / "C2/future", tmp_path)

    assert list(trunk(found, "repository")["commit"]) == right["commits"]
    assert list(alive(found, "2026-03-11T00:00:00Z")["commit"]) == [right["alive_2026-03-11"]]
    assert found.skipped == [
        {"source": "repository", "where": right["commits"][1], "reason": "clock_runs_backwards"}
    ]


@pytest.fixture(scope="module")
def merged(failing_inputs: Path, tmp_path_factory: pytest.TempPathFactory) -> Derived:
    return derived(failing_inputs / "C3/repo", tmp_path_factory.mktemp("merged"))


def test_what_a_merge_changes_is_a_version_of_the_merge(merged: Derived, failing_right: Right) -> None:
    right = failing_right["C3"]["right"]
    rows = trunk(merged)[["path", "commit", "chars"]]

    assert list(trunk(merged, "repository")["commit"]) == right["first_parent"]
    assert sorted(rows.itertuples(index=False, name=None)) == sorted(
        (told["path"], told["commit"], told["chars"]) for told in right["versions"]
    )


def test_a_side_commit_is_not_alive_before_its_merge(merged: Derived, failing_right: Right) -> None:
    right = failing_right["C3"]["right"]
    before = alive(merged, "2026-03-04T00:00:00Z").set_index("path")

    assert before.loc["docs/memory/decisions.md", "chars"] == len("d0\n")
    assert right["never_alive"] not in set(trunk(merged)["path"])
    assert right["side_commit"] not in set(trunk(merged)["commit"])


def test_the_side_commit_is_known_where_every_commit_counts(merged: Derived, failing_right: Right) -> None:
    commits = merged.table("repository")
    every = commits[commits["axis"] == "ancestry"]

    assert set(every["commit"]) == {
        *failing_right["C3"]["right"]["first_parent"], failing_right["C3"]["right"]["side_commit"],
    }  # fmt: skip


def test_a_repositorys_settings_change_nothing_and_run_nothing(
    failing_inputs: Path, failing_right: Right, tmp_path: Path
) -> None:
    """The planted programs leave a file as soon as anything runs them."""
    right = failing_right["C4"]["right"]
    planted = failing_inputs / right["must_not_exist"]
    planted.unlink(missing_ok=True)

    found = derived(failing_inputs / "C4/repo", tmp_path)

    rows = trunk(found).sort_values("position")
    assert [
        (path, chars, f"{at:%Y-%m-%dT%H:%M:%SZ}")
        for path, chars, at in rows[["path", "chars", "valid_from"]].itertuples(index=False, name=None)
    ] == [(told["path"], told["chars"], told["valid_from"]) for told in right["versions"]]
    assert rows["commit"].iloc[-1] == right["versions"][-1]["commit"]
    assert not planted.exists()


def test_the_planted_program_would_have_been_seen(failing_inputs: Path, failing_right: Right) -> None:
    """Git itself, asked in the repository, runs it."""
    planted = failing_inputs / failing_right["C4"]["right"]["must_not_exist"]
    asked = ["git", "-C", str(failing_inputs / "C4/repo"), "log", "-1", "--format=%H"]

    subprocess.run(asked, check=False, capture_output=True)

    assert planted.exists()
    planted.unlink()
