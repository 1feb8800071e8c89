"""A contributor adds a history format by the page docs/adding-a-format.md and nothing else."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parents[2]
PAGE = (CHECKOUT / "docs" / "adding-a-format.md").read_text("utf-8")
READER = "pipeline/extract/histories/chat_log.py"
TEST = "tests/extract/histories/test_chat_log.py"
HISTORY = "meeting.jsonl"


def named_blocks() -> dict[str, str]:
    """The fenced blocks of the page that follow the name of the file they are."""
    return dict(re.findall(r"^`([^`\n]+)`:\n\n```\w+\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL))


def contents(folder: Path) -> Mapping[str, bytes]:
    found = (path for path in folder.rglob("*") if path.is_file() and path.suffix != ".pyc")
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


def run(folder: Path, *arguments: str, code: int = 0) -> str:
    """What Python prints in a folder, with the package that lies there and no other."""
    environment = {**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, *arguments]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package and its settings, as a contributor finds them."""
    folder = tmp_path_factory.mktemp("before")
    shutil.copytree(CHECKOUT / "pipeline", folder / "pipeline", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copyfile(CHECKOUT / "pyproject.toml", folder / "pyproject.toml")
    (folder / HISTORY).write_text(named_blocks()[HISTORY], "utf-8")
    return folder


@pytest.fixture(scope="module")
def after(before: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The copy after the contributor has done what the page says."""
    folder = tmp_path_factory.mktemp("after") / "checkout"
    shutil.copytree(before, folder)
    for name in (READER, TEST):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(named_blocks()[name], "utf-8")
    (patch,) = re.findall(r"^```diff\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    applied = subprocess.run(
        ["git", "apply", "--whitespace=error", "-"],
        cwd=folder, input=patch, text=True, capture_output=True, check=False,
        env={**os.environ, "GIT_CEILING_DIRECTORIES": str(folder.parent)},
    )  # fmt: skip
    assert applied.returncode == 0, applied.stderr
    return folder


def test_before_the_change_nobody_reads_the_history(before: Path) -> None:
    told = json.loads(run(before, "-m", "pipeline", "histories", HISTORY, "--json", code=2))

    assert told["error"]["code"] == "no_history"


def test_after_the_change_the_history_is_read(after: Path) -> None:
    told = json.loads(
        run(after, "-m", "pipeline", "histories", HISTORY, "--root", "/srv/lumen", "--json"),
    )
    (conversation,) = told["conversations"]
    (call,) = conversation["tool_calls"]

    assert told["not_understood"] == []
    assert (conversation["conversation_id"], conversation["source"]) == ("meeting", "chat-log")
    assert (conversation["independent"], conversation["human_messages"]) == (True, 1)
    assert conversation["started_at"] == "2026-03-02T09:00:00.000Z"
    assert (call["at"], call["status"]) == ("2026-03-02T09:00:05.000Z", "ok")
    assert call["accesses"] == [
        {
            "action": "read", "path": "docs/memory/decisions.md", "line_from": 1, "line_to": 2,
            "chars": 28, "chars_basis": "log",
        }
    ]  # fmt: skip


def test_the_change_is_one_new_file_of_the_package_and_one_changed_declaration(
    before: Path, after: Path
) -> None:
    old, new = contents(before / "pipeline"), contents(after / "pipeline")

    assert set(new) - set(old) == {READER.removeprefix("pipeline/")}
    assert [name for name in old if old[name] != new[name]] == ["extract/histories/catalogue.py"]


def test_the_tests_that_the_page_gives_pass(after: Path) -> None:
    assert "5 passed" in run(after, "-m", "pytest", "-p", "no:cacheprovider", TEST)


def test_the_code_that_the_page_gives_keeps_the_style(after: Path) -> None:
    run(after, "-m", "ruff", "check", "--no-cache", READER, TEST)
    run(after, "-m", "ruff", "format", "--no-cache", "--check", READER, TEST)
