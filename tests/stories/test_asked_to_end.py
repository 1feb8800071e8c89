"""A run that the system asks to end leaves nothing behind in the folder for what is made for a while."""

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.stories.inputs import repository, study
from tests.stories.installing import CHECKOUT


def slow_git(folder: Path) -> str:
    """A path on which Git takes its time."""
    folder.mkdir()
    (folder / "git").write_text(f'#!/bin/sh\nsleep 2\nexec "{shutil.which("git")}" "$@"\n')
    (folder / "git").chmod(0o755)
    return f"{folder}{os.pathsep}{os.environ['PATH']}"


def until_there(folder: Path, pattern: str, number: int, process: "subprocess.Popen[bytes]") -> None:
    while len(list(folder.glob(pattern))) < number:
        assert process.poll() is None, process.communicate()
        time.sleep(0.01)


@pytest.mark.parametrize("names", [("one",), ("one", "two")], ids=["one study", "two studies"])
def test_a_run_asked_to_end_clears_its_folders_away(names: tuple[str, ...], tmp_path: Path) -> None:
    repo = repository(tmp_path / "repo")
    for name in names:
        study(tmp_path, name, repo=repo)
    brief = tmp_path / "brief"
    brief.mkdir()
    environment = {**os.environ, "PATH": slow_git(tmp_path / "bin"), "TMPDIR": str(brief)}
    process = subprocess.Popen(
        [sys.executable, "-m", "pipeline", "run", *names, "--workspace", str(tmp_path)],
        cwd=CHECKOUT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    until_there(brief, "reread-git-*", 1, process)

    process.send_signal(signal.SIGTERM)
    out, err = process.communicate(timeout=60)

    assert (process.returncode, out) == (143, b"")
    assert b"Traceback" not in err
    assert list(brief.iterdir()) == []
