"""Names that are no UTF-8 are read as any other, and shown so that a person and a program can read them."""

import os
import subprocess
from pathlib import Path

import pytest

from pipeline.storage import read_table
from pipeline.study import load
from tests.stories.command import reread
from tests.stories.inputs import repository, session

pytestmark = pytest.mark.usefixtures("one_chart")

SHOWN = "caf<byte E9>.jsonl"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A repository and two sessions about it; the name of the second's file is Latin-1."""
    repo = repository(tmp_path / "repo")
    session(tmp_path / "sessions", 1, root=str(repo))
    named = session(tmp_path / "sessions", 2, root=str(repo))
    os.rename(named, os.fsencode(tmp_path / "sessions") + b"/caf\xe9.jsonl")  # noqa: PTH104
    return tmp_path


def made(home: Path, *more: str) -> None:
    inputs = ("--repo", home / "repo", "--histories", home / "sessions")
    told = reread("new", "lumen", *inputs, *more, at=home / "work")
    assert told.code == 0, told


def test_a_listing_shows_each_byte_of_the_name_that_is_no_text(home: Path) -> None:
    told = reread("histories", home / "sessions", "--json")

    files = [one["source_file"] for one in told.document["conversations"]]
    assert files == ["00000001-0000-4000-8000-000000000001.jsonl", SHOWN]


def test_a_study_with_such_a_file_runs_twice(home: Path) -> None:
    made(home)

    told = reread("run", "--json", at=home / "work")

    assert told.code == 0
    assert told.document["stages"][0]["tables"]["conversations"] == 2
    kept = read_table(home / "work" / "data" / "derived" / "lumen", "conversations")
    assert SHOWN in set(kept["source_file"])
    again = reread("run", "--json", at=home / "work").document
    assert {stage["state"] for stage in again["stages"]} == {"current"}


def test_a_workspace_may_have_such_a_name(home: Path) -> None:
    made(home)
    work = Path(os.fsdecode(os.fsencode(home) + b"/w\xff"))
    (home / "work").rename(work)

    assert reread("run", at=work).code == 0
    again = reread("run", at=work)

    assert again.code == 0
    assert again.out.splitlines()[-1] == f"lumen  charts: {home}/w<byte FF>/reports/lumen/figures"
    assert reread("show", "lumen", "1", at=work).code == 0
    assert reread("measures", "lumen", at=work).code == 0


def test_such_a_file_is_frozen_under_its_own_name_and_checksum(home: Path) -> None:
    made(home, "--freeze")
    folder = home / "work" / "data" / "raw" / "lumen"

    checked = subprocess.run(["sha256sum", "-c", "SHA256SUMS"], cwd=folder, capture_output=True, check=False)

    assert checked.returncode == 0
    assert b"caf\xe9.jsonl: OK" in checked.stdout
    ran = reread("run", "--json", at=home / "work").document
    assert ran["stages"][0]["tables"]["conversations"] == 2


@pytest.mark.parametrize("more", [(), ("--freeze",)])
def test_of_a_store_in_such_a_folder_the_study_names_the_folder_above(
    home: Path, more: tuple[str, ...]
) -> None:
    (home / "all").mkdir()
    (home / "sessions").rename(os.fsdecode(os.fsencode(home / "all") + b"/n\xffn"))
    (home / "all").rename(home / "sessions")

    made(home, *more)

    study = load(home / "work" / "data" / "raw" / "lumen")
    live = study.frozen.histories if study.frozen else tuple(one.path for one in study.histories)
    assert live == (str((home / "sessions").resolve()),)
    ran = reread("run", "--json", at=home / "work").document
    assert ran["stages"][0]["tables"]["conversations"] == 2
    assert ran["moved_on"] == {"histories": False, "repository": False}
