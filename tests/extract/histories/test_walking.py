"""Where histories are looked for."""

from pathlib import Path

from pipeline.extract.histories.walking import files_of, folders_of, start, walk


def put(folder: Path, *names: str) -> None:
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(b"x")


def test_repositories_and_installed_packages_are_left_out(tmp_path: Path) -> None:
    put(tmp_path, "b/2.md", "a/1.md", "c.md", ".git/x.md", "a/node_modules/y.md")

    found = [path.relative_to(tmp_path).as_posix() for path in files_of(tmp_path, {".md"}, lambda _: True)]

    assert found == ["c.md", "a/1.md", "b/2.md"]


def test_a_file_that_is_given_may_have_any_name(tmp_path: Path) -> None:
    put(tmp_path, "notes.bak")

    assert list(files_of(tmp_path / "notes.bak", {".md"}, lambda _: True)) == [tmp_path / "notes.bak"]
    assert list(files_of(tmp_path, {".md"}, lambda _: True)) == []
    assert list(folders_of(tmp_path / "notes.bak", {".md"}, lambda _: False)) == []


def test_links_to_folders_are_not_followed_and_broken_ones_are_no_files(tmp_path: Path) -> None:
    put(tmp_path, "real/a.md")
    (tmp_path / "loop").symlink_to(tmp_path)
    (tmp_path / "gone.md").symlink_to(tmp_path / "nowhere.md")

    assert list(folders_of(tmp_path, {".md"}, lambda _: True)) == [tmp_path / "real"]


def test_a_walk_may_be_cut(tmp_path: Path) -> None:
    put(tmp_path, "a/b/c.md")
    seen = []

    for folder, below, _ in walk(tmp_path):
        seen.append(folder.name)
        below.clear()

    assert seen == [tmp_path.name]


def test_the_start_of_what_cannot_be_read_is_nothing(tmp_path: Path) -> None:
    put(tmp_path, "a")

    assert (start(tmp_path / "a", 9), start(tmp_path / "gone", 9), start(tmp_path, 9)) == (b"x", b"", b"")
