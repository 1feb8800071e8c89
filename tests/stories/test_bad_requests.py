"""A request that cannot be met ends with 2 and one sentence; a document goes to standard output alone."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.stories.command import refused, reread
from tests.stories.inputs import ROOT, commit, repository, session, study

pytestmark = pytest.mark.usefixtures("one_chart")


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    """A workspace with one study that has been run."""
    repo = repository(tmp_path / "repo")
    commit(repo, {b"docs/memory/latin.md": b"caf\xe9\n"})
    session(tmp_path / "sessions", 1)
    study(tmp_path, "small", repo=repo, histories=(tmp_path / "sessions",))
    assert reread("run", at=tmp_path).code == 0
    return tmp_path


USAGE = {
    ("hsitories",): "No such command 'hsitories'",
    ("histories",): "Missing argument 'PATH'",
    ("histories", ""): "Invalid value for 'PATH': an empty path names nothing; `.` is the current folder",
    ("new", "name", "--repo", ""): "Invalid value for '--repo': an empty path names nothing",
    ("histories", "a", "b"): "Got unexpected extra argument (b)",
    ("histories", ".", "--unzoned-file-names", "Mars/Base"): "Invalid value for '--unzoned-file-names'",
    ("measures",): "Missing argument 'STUDY'",
    ("measures", "small", "--definition"): "No such option",
    ("show", "small"): "Missing argument 'CONVERSATION'",
    ("run", "--studies", "nowhere"): "Invalid value for '--studies'",
    ("new", "name"): "Missing option '--repo'",
}


@pytest.mark.parametrize("arguments", USAGE)
def test_a_request_that_is_not_understood(arguments: tuple[str, ...]) -> None:
    error = refused(*arguments)

    assert error["code"] == "usage"
    assert error["message"].startswith(USAGE[arguments])
    assert error["remedy"].startswith("see `reread")


def test_what_is_not_there_is_told_with_what_to_do(workspace: Path) -> None:
    def told(*arguments: str) -> tuple[str, str]:
        error = refused(*arguments, at=workspace)
        return error["code"], error["message"]

    assert refused("histories", workspace / "gone")["code"] == "histories_missing"
    for wanted in ("9", "0", "one", "", "1 ", "²", "9" * 5000):
        assert told("show", "small", wanted) == (
            "conversation_unknown",
            f"there is no conversation {wanted!r}",
        )
    for path in ("docs/memory/gone.md", "", "../../etc/passwd", "/etc/passwd", "src/lamp.py"):
        assert told("show", "small", "1", "--text", path) == (
            "note_unknown",
            f"there was no {path!r} in the memory at the start of 1",
        )
    assert told("show", "small", "1", "--text", "docs/memory/latin.md") == (
        "text_unknown",
        "the text of 'docs/memory/latin.md' is unknown: undecodable",
    )
    assert told("run", "--dask", "tcp://127.0.0.1:1")[0] in {"dask_missing", "dask_unreachable"}


def test_a_study_that_has_not_been_run_says_so(workspace: Path) -> None:
    study(workspace, "later", repo=workspace / "repo")

    for arguments in (("measures", "later"), ("show", "later", "1")):
        assert refused(*arguments, at=workspace)["remedy"] == "run `reread run` first"


def test_a_repository_that_went_after_the_run_is_told(workspace: Path) -> None:
    (workspace / "repo").rename(workspace / "moved")

    assert reread("measures", "small", at=workspace).code == 0
    for arguments in (("run",), ("show", "small", "1", "--text", "docs/memory/status.md")):
        assert refused(*arguments, at=workspace)["code"] == "repository_missing"


def test_standard_output_holds_the_document_alone_as_ascii(workspace: Path) -> None:
    """Through a real process: progress and words stand in standard error."""
    (workspace / "sessions").rename(workspace / "ses\u00efons")
    for arguments, code in (
        (("histories", str(workspace / "ses\u00efons"), "--root", ROOT), 0),
        (("run", "small", "--workspace", str(workspace)), 2),
        (("measures", "small", "--workspace", str(workspace)), 0),
        (("show", "small", "1", "--workspace", str(workspace)), 0),
    ):
        done = subprocess.run(
            [sys.executable, "-m", "pipeline", *arguments, "--json"],
            capture_output=True, check=False, cwd=Path(__file__).parents[2], env={"LC_ALL": "C"},
        )  # fmt: skip
        assert done.returncode == code, done.stderr
        assert isinstance(json.loads(done.stdout.decode("ascii")), dict)
        assert b"Traceback" not in done.stderr


def test_a_reader_that_closes_the_pipe_is_no_fault(workspace: Path) -> None:
    command = f"{sys.executable} -m pipeline measures small --workspace {workspace} | head -n 1"
    done = subprocess.run(
        ["/bin/sh", "-c", command], capture_output=True, text=True, check=False, cwd=Path(__file__).parents[2]
    )

    assert done.returncode == 0
    assert len(done.stdout.splitlines()) == 1
    assert done.stderr == ""


@pytest.mark.parametrize(
    "words", ["--help", "measures small --workspace {}", "run nope --json --workspace {}"]
)
def test_a_pipe_that_is_closed_already_gives_no_traceback(words: str, workspace: Path) -> None:
    command = f"{sys.executable} -m pipeline {words.format(workspace)}"
    done = subprocess.run(
        ["/bin/sh", "-c", f"exec 3>&1; {{ sleep 1; {command}; echo $? >&3; }} | true"],
        capture_output=True, text=True, check=False, cwd=Path(__file__).parents[2],
    )  # fmt: skip

    assert int(done.stdout) == (2 if "nope" in words else 141)
    assert "Traceback" not in done.stderr


def test_without_a_command_the_help_is_shown() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pipeline"],
        capture_output=True, text=True, check=False, cwd=Path(__file__).parents[2],
    )  # fmt: skip

    assert done.returncode == 2
    assert done.stderr.startswith("Usage:")
    assert "Commands:\n" in done.stderr
