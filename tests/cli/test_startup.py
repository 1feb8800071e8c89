"""What only looks and lists starts without the packages of the extras, even where they are installed."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from pipeline.cli.extras import STUDY
from pipeline.cli.group import COMMANDS


def imported(*arguments: str) -> set[str]:
    """The top-level packages that a run of `reread` imports."""
    command = [sys.executable, "-X", "importtime", "-m", "pipeline", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return set(re.findall(r"^import time:.*\| +([\w]+)", done.stderr, re.MULTILINE))


def test_the_list_of_commands_needs_click_and_nothing_of_the_extras() -> None:
    found = imported("--help")

    assert "click" in found
    assert found & (STUDY | {"git", "pydantic", "msgspec"}) == set()


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_a_command_needs_nothing_of_the_extras(name: str) -> None:
    assert imported(name, "--help") & STUDY == set()


def test_showing_histories_needs_nothing_of_the_extras(specimens: Path) -> None:
    found = imported("histories", str(specimens))

    assert "msgspec" in found
    assert found & STUDY == set()
