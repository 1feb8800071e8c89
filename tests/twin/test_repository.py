"""The planted repository is one that Git accepts, with the memory the plan says."""

import subprocess
from pathlib import Path

import pytest

from pipeline.errors import RereadError
from pipeline.twin.plan import Commit
from pipeline.twin.planted_commits import COMMITS
from pipeline.twin.repository import write_repository


def git(folder: Path, *arguments: str) -> list[str]:
    asked = ["git", "-C", str(folder / "repo"), *arguments]
    return subprocess.run(asked, capture_output=True, check=True).stdout.decode().splitlines()


def test_git_finds_no_fault(planted: Path) -> None:
    assert git(planted, "fsck", "--strict", "--no-dangling") == []
    assert git(planted, "status", "--porcelain") == []


def test_the_chain_of_main_leaves_the_side_branch_out(planted: Path) -> None:
    assert len(git(planted, "rev-list", "main")) == len(COMMITS)
    assert len(git(planted, "rev-list", "--first-parent", "main")) == len(COMMITS) - 1


def test_every_commit_is_signed_as_synthetic(planted: Path) -> None:
    signed = set(git(planted, "log", "--format=%an <%ae> %cn <%ce>", "main"))
    assert signed == {"Synthetic <synthetic@example.invalid> Synthetic <synthetic@example.invalid>"}


def test_a_rename_keeps_the_text(planted: Path) -> None:
    changed = git(planted, "log", "-1", "--format=", "--name-status", "-M100%", "--grep=Rename", "main")
    assert changed == ["R100\tdocs/memory/errors/e2.md\tdocs/memory/errors/old2.md"]


def test_one_clock_lies_in_the_future(planted: Path) -> None:
    years = [line[:4] for line in git(planted, "log", "--format=%cI", "main")]
    assert years.count("2027") == 1


@pytest.mark.parametrize(
    ("path", "chars", "size"),
    [
        ("docs/memory/errors/e1.md", 50, 55),
        ("docs/memory/decisions/d1.md", 30, 32),
        ("docs/memory/errors/old2.md", 20, 20),
        ("docs/memory/status/now.md", 40, 40),
        ("docs/memory/REGISTER.md", 40, 40),
        ("docs/memory/dialogs/l2.md", 30, 30),
    ],
)
def test_notes_have_the_characters_that_were_counted(planted: Path, path: str, chars: int, size: int) -> None:
    content = (planted / "repo" / path).read_bytes()
    assert len(content) == size
    assert len(content.decode()) == chars


def test_memory_has_the_counted_size_after_each_commit_of_the_chain(planted: Path) -> None:
    sizes = []
    for commit in reversed(git(planted, "rev-list", "--first-parent", "main")):
        paths = git(planted, "ls-tree", "-r", "--name-only", commit, "docs/memory", ".cursor")
        shown = [subprocess.run(
            ["git", "-C", str(planted / "repo"), "show", f"{commit}:{path}"], capture_output=True, check=True
        ).stdout.decode() for path in paths]  # fmt: skip
        sizes.append((len(shown), sum(map(len, shown))))
    assert sizes == [
        (0, 0), (2, 50), (4, 100), (5, 150), (7, 190), (7, 190), (8, 210), (8, 210), (9, 230), (9, 230),
        (9, 250), (9, 260), (8, 240), (9, 270), (9, 270),
    ]  # fmt: skip


def test_a_folder_that_holds_another_history_is_refused_in_words(tmp_path: Path) -> None:
    with pytest.raises(RereadError, match="fast-import failed"):
        write_repository(tmp_path, [Commit(1, "01-05 08:00", (9,), (), "An unknown parent")])
