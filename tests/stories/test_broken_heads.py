"""A repository whose HEAD is broken is not taken for one without a commit."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.stories.command import refused
from tests.stories.inputs import repository, study

pytestmark = pytest.mark.usefixtures("one_chart")


def a_pipe(head: Path) -> None:
    head.unlink()
    os.mkfifo(head)


def a_loop(head: Path) -> None:
    (head.parent / "refs" / "heads" / "main").write_text("ref: refs/heads/main\n")


def a_spoilt_branch(head: Path) -> None:
    (head.parent / "refs" / "heads" / "main").write_text("")


def garbage(head: Path) -> None:
    head.write_bytes(b"\x00\xff")


def a_way_out(head: Path) -> None:
    head.write_text("ref: ../../elsewhere\n")


@pytest.mark.parametrize("broken", [a_pipe, a_loop, a_spoilt_branch, garbage, a_way_out])
def test_a_broken_head_is_told(broken: Callable[[Path], None], tmp_path: Path) -> None:
    head = repository(tmp_path / "repo") / ".git" / "HEAD"
    study(tmp_path, "odd", repo=tmp_path / "repo")
    broken(head)

    error = refused("run", "odd", at=tmp_path)

    assert (error["code"], error["where"]) == ("head_broken", str(head))
