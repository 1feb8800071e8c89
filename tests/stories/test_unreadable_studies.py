"""A study file or a folder of studies that is there and cannot be read is not told as one that is missing."""

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.extract.histories import rights
from tests.stories.command import refused, reread
from tests.stories.inputs import study

ODD: dict[str, Callable[[Path], None]] = {
    "a pipe": os.mkfifo,
    "a folder": Path.mkdir,
    "a device": lambda path: path.symlink_to(os.devnull),
}
COMMANDS = (("run",), ("run", "odd"), ("measures", "odd"), ("show", "odd", "1"))


@contextmanager
def another_user(command: tuple[str, ...], workspace: Path) -> Iterator[None]:
    """Within it a file's rights hold, for root too; what the command imports is imported before."""
    reread(*command, at=workspace)
    with rights.another_user():
        yield


@pytest.fixture
def workspace() -> Iterator[Path]:
    """A workspace that any user may look into, with one study."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        study(Path(folder), "odd", repo="repo")
        yield Path(folder)


@pytest.mark.parametrize("kind", ODD)
@pytest.mark.parametrize("command", COMMANDS)
def test_a_study_file_that_is_no_plain_file_is_told_and_never_opened(
    command: tuple[str, ...], kind: str, workspace: Path
) -> None:
    file = workspace / "data" / "raw" / "odd" / "study.toml"
    file.unlink()
    ODD[kind](file)

    error = refused(*command, at=workspace)

    assert (error["code"], error["message"]) == ("study_unreadable", "the study file is no plain file")
    assert error["where"] == str(file)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_study_file_that_may_not_be_read_is_told(command: tuple[str, ...], workspace: Path) -> None:
    file = workspace / "data" / "raw" / "odd" / "study.toml"
    file.chmod(0)

    with another_user(command, workspace):
        error = refused(*command, at=workspace)

    assert error["code"] == "study_unreadable"
    assert error["message"] == "the study file cannot be read: Permission denied"
    assert error["where"] == str(file)


@pytest.mark.parametrize("closed", ["data/raw", "data/raw/odd"])
@pytest.mark.parametrize("command", COMMANDS)
def test_a_folder_that_may_not_be_looked_into_is_told(
    command: tuple[str, ...], closed: str, workspace: Path
) -> None:
    (workspace / closed).chmod(0)

    with another_user(command, workspace):
        error = refused(*command, at=workspace)

    (workspace / closed).chmod(0o755)
    assert (error["code"], error["message"]) == ("machine", "the system says: Permission denied")
    assert error["where"].startswith(str(workspace / closed))
