"""Names are bytes: whatever a file of memory is called, moved to or linked from, it is the file it is."""

from pathlib import Path

import pytest

from tests.extract.memory.read import files, memory, names, paths, versions
from tests.stories.inputs import commit, empty_repository, git

ODD: dict[str, bytes] = {
    "a quote": b'docs/memory/a "quoted" name.md',
    "a line break": b"docs/memory/new\nline.md",
    "a line break and a colon": b"docs/memory/new\n:100644 line.md",
    "a tab": b"docs/memory/tab\there.md",
    "a leading dash": b"docs/memory/-dash.md",
    "a leading space": b"docs/memory/ lead.md",
    "a colon of a pathspec": b"docs/memory/:(top)colon.md",
    "a star": b"docs/memory/star*.md",
    "a backslash": b"docs/memory/back\\slash.md",
    "another script": "docs/memory/решения.md".encode(),
    "a letter in two parts": "docs/memory/e\u0301.md".encode(),
    "a pictogram": "docs/memory/\U0001f4d3.md".encode(),
    "a control character": b"docs/memory/\x01\x1b[31m.md",
    "spaces that look like a diff": b"docs/memory/x b/docs/memory/y.md",
}


@pytest.mark.parametrize("kind", ODD)
def test_a_name_with(kind: str, tmp_path: Path) -> None:
    repo, name = empty_repository(tmp_path / "repo"), ODD[kind]
    commit(repo, {name: "one\n"})
    commit(repo, {name: "one\ntwo\n"})

    path = name.decode()
    assert versions(repo) == [(path, "create", 4), (path, "update", 8)]
    assert paths(repo) == [path]


def test_a_name_that_is_no_text_has_a_readable_one_of_its_own(tmp_path: Path) -> None:
    repo = empty_repository(tmp_path / "repo")
    commit(repo, {b"docs/memory/caf\xe9.md": "a\n", "docs/memory/café.md": "bb\n"})

    assert paths(repo) == ["docs/memory/caf<byte E9>.md", "docs/memory/café.md"]


def test_a_name_cannot_pass_for_another_s_readable_form(tmp_path: Path) -> None:
    repo = empty_repository(tmp_path / "repo")
    commit(repo, {b"docs/memory/\xe9.md": "a\n", b"docs/memory/<byte E9>.md": "bb\n"})
    commit(repo, {b"docs/memory/\xe9<byte E9>.md": "ccc\n", b"docs/memory/<byte E9>\xe9.md": "dddd\n"})

    assert len(set(paths(repo))) == 4


def test_names_that_differ_in_case_alone_are_two_files(tmp_path: Path) -> None:
    repo = empty_repository(tmp_path / "repo")
    commit(repo, {"docs/memory/Status.md": "one\n", "docs/memory/status.md": "one\ntwo\n"})
    commit(repo, {"docs/memory/status.md": "three\n", "DOCS/memory/status.md": "elsewhere\n"})

    assert versions(repo) == [
        ("docs/memory/Status.md", "create", 4),
        ("docs/memory/status.md", "create", 8),
        ("docs/memory/status.md", "update", 6),
    ]


def test_a_change_of_case_is_a_rename(tmp_path: Path) -> None:
    repo = empty_repository(tmp_path / "repo")
    commit(repo, {"docs/memory/Status.md": "one\n"})
    commit(repo, {"docs/memory/Status.md": None, "docs/memory/status.md": "one\n"})

    assert versions(repo)[1:] == [
        ("docs/memory/Status.md", "delete", None),
        ("docs/memory/status.md", "rename", 4),
    ]


def test_a_file_keeps_its_identity_through_renames_and_changes(tmp_path: Path) -> None:
    repo = empty_repository(tmp_path / "repo")
    commit(repo, {"docs/memory/a.md": "one\n"})
    commit(repo, {"docs/memory/a.md": None, "docs/memory/old/b.md": "one\n"})
    commit(repo, {"docs/memory/old/b.md": "two\n"})
    commit(repo, {"docs/memory/old/b.md": None, "docs/memory/c.md": "two\n"})

    assert {file for _, file in files(repo)} == {"docs/memory/a.md"}


def test_a_move_with_a_change_in_one_commit_is_another_file(tmp_path: Path) -> None:
    repo = empty_repository(tmp_path / "repo")
    commit(repo, {"docs/memory/a.md": "one\n" * 100})
    commit(repo, {"docs/memory/a.md": None, "docs/memory/b.md": "one\n" * 100 + "two\n"})

    assert [file for _, file in files(repo)] == ["docs/memory/a.md", "docs/memory/a.md", "docs/memory/b.md"]


def test_a_name_used_again_is_another_file_and_so_is_one_that_returns(tmp_path: Path) -> None:
    repo = empty_repository(tmp_path / "repo")
    first = commit(repo, {"docs/memory/a.md": "one\n"})
    commit(repo, {"docs/memory/a.md": None, "docs/memory/b.md": "one\n"})
    again = commit(repo, {"docs/memory/a.md": "other\n"})
    commit(repo, {"docs/memory/a.md": None})
    back = commit(repo, {"docs/memory/a.md": "other\n"})

    table = memory(repo).frames["committed_versions"]
    told = table[table["axis"] == "first-parent"][["path", "change", "file_id"]]
    made = [f"docs/memory/a.md@{name[:12]}" for name in (first, again, back)]
    assert list(told.itertuples(index=False, name=None)) == [
        ("docs/memory/a.md", "create", made[0]),
        ("docs/memory/a.md", "delete", made[0]),
        ("docs/memory/b.md", "rename", made[0]),
        ("docs/memory/a.md", "create", made[1]),
        ("docs/memory/a.md", "delete", made[1]),
        ("docs/memory/a.md", "create", made[2]),
    ]


def test_two_files_that_change_places_are_updates(tmp_path: Path) -> None:
    repo = empty_repository(tmp_path / "repo")
    commit(repo, {"docs/memory/a.md": "one\n", "docs/memory/b.md": "two two\n"})
    commit(repo, {"docs/memory/a.md": "two two\n", "docs/memory/b.md": "one\n"})

    assert versions(repo)[2:] == [("docs/memory/a.md", "update", 8), ("docs/memory/b.md", "update", 4)]


def test_equal_texts_are_renamed_one_to_one_by_base_name_first(tmp_path: Path) -> None:
    repo = empty_repository(tmp_path / "repo")
    commit(repo, {"docs/memory/a/x.md": "same\n", "docs/memory/b/y.md": "same\n"})
    commit(
        repo,
        {"docs/memory/a/x.md": None, "docs/memory/b/y.md": None}
        | {"docs/memory/c/y.md": "same\n", "docs/memory/d/z.md": "same\n", "docs/memory/e/w.md": "same\n"},
    )

    assert files(repo)[-3:] == [
        ("docs/memory/c/y.md", "docs/memory/b/y.md"),
        ("docs/memory/d/z.md", "docs/memory/a/x.md"),
        ("docs/memory/e/w.md", "docs/memory/e/w.md"),
    ]


def test_a_file_moved_into_memory_begins_there_and_one_moved_out_ends(tmp_path: Path) -> None:
    repo = empty_repository(tmp_path / "repo")
    commit(repo, {"notes/a.md": "one\n"})
    commit(repo, {"notes/a.md": None, "docs/memory/a.md": "one\n"})
    commit(repo, {"docs/memory/a.md": None, "notes/b.md": "one\n"})

    assert versions(repo) == [("docs/memory/a.md", "create", 4), ("docs/memory/a.md", "delete", None)]


def test_a_change_of_mode_is_no_update(tmp_path: Path) -> None:
    repo = empty_repository(tmp_path / "repo")
    commit(repo, {"docs/memory/a.md": "one\n"})
    git(repo, "update-index", "--chmod=+x", "docs/memory/a.md")
    git(repo, "commit", "-q", "-m", "mode")

    assert versions(repo) == [("docs/memory/a.md", "create", 4)]


def test_a_link_is_another_name_and_no_file(tmp_path: Path) -> None:
    repo = empty_repository(tmp_path / "repo")
    commit(repo, {"docs/memory/a.md": "one\n"})
    for name, target in {
        "docs/memory/link.md": "a.md", "NOTES.md": "docs/memory/a.md", "bank": "docs/memory",
        "docs/memory/out.md": "/etc/passwd", "docs/memory/up.md": "../../../../etc/passwd",
        "docs/memory/self.md": "self.md",
    }.items():  # fmt: skip
        (repo / name).symlink_to(target)
    commit(repo, {})

    assert versions(repo) == [("docs/memory/a.md", "create", 4)]
    assert names(repo) == {
        "docs/memory/link.md": "docs/memory/a.md",
        "NOTES.md": "docs/memory/a.md",
        "bank": "docs/memory",
    }


def test_a_link_that_becomes_a_file_is_made_and_a_file_that_becomes_a_link_goes(tmp_path: Path) -> None:
    repo = empty_repository(tmp_path / "repo")
    commit(repo, {"docs/memory/a.md": "one\n"})
    (repo / "docs/memory/b.md").symlink_to("a.md")
    commit(repo, {})
    (repo / "docs/memory/b.md").unlink()
    commit(repo, {"docs/memory/b.md": "two two\n"})
    (repo / "docs/memory/b.md").unlink()
    (repo / "docs/memory/b.md").symlink_to("a.md")
    commit(repo, {})

    assert versions(repo) == [
        ("docs/memory/a.md", "create", 4),
        ("docs/memory/b.md", "create", 8),
        ("docs/memory/b.md", "delete", None),
    ]


def test_a_folder_that_becomes_a_file_takes_its_files_away(tmp_path: Path) -> None:
    repo = empty_repository(tmp_path / "repo")
    commit(repo, {"docs/memory/x.md/a.md": "one\n"})
    (repo / "docs/memory/x.md/a.md").unlink()
    (repo / "docs/memory/x.md").rmdir()
    commit(repo, {"docs/memory/x.md": "two two\n"})

    assert sorted(versions(repo)) == [
        ("docs/memory/x.md", "create", 8),
        ("docs/memory/x.md/a.md", "create", 4),
        ("docs/memory/x.md/a.md", "delete", None),
    ]
