"""What commands print of one thing is said of one, and what is named twice is done once."""

from pathlib import Path

import pytest

from tests.stories.command import reread
from tests.stories.inputs import ROOT, repository, session, study

pytestmark = pytest.mark.usefixtures("one_chart")


def test_one_of_a_thing_is_not_many(tmp_path: Path) -> None:
    session(tmp_path / "sessions", 1)
    repo = repository(tmp_path / "repo")

    seen = reread("histories", tmp_path / "sessions", "--root", ROOT).out
    made = reread(
        "new", "one", "--repo", repo, "--alias", ROOT, "--histories", tmp_path / "sessions", at=tmp_path
    ).out

    assert seen.splitlines()[-1] == "1 conversation, 1 of them independent."
    assert made.splitlines()[0] == "Histories: 1 store"
    assert "1 conversation, 1 of this repository" in made


def test_what_holds_or_not_is_yes_or_no(tmp_path: Path) -> None:
    session(tmp_path / "sessions", 1)
    study(tmp_path, "a", repo=repository(tmp_path / "repo"), histories=(tmp_path / "sessions",))
    reread("run", "a", at=tmp_path)

    shown = reread("show", "a", "1", at=tmp_path).out

    assert {"True", "False"}.isdisjoint(shown.split())
    assert "independent       yes" in shown.splitlines()


def test_a_study_named_twice_is_run_once_and_an_undefined_measure_has_no_unit(tmp_path: Path) -> None:
    study(tmp_path, "a", repo=repository(tmp_path / "repo"))

    told = reread("run", "a", "a", "--json", at=tmp_path)

    assert told.document["study"] == "a"
    lines = [line for line in reread("measures", "a", at=tmp_path).out.splitlines() if "undefined" in line]
    values = {line.split(maxsplit=1)[1] for line in lines if not line.startswith(" ")}
    assert "undefined   n = 0" in values
    assert all(value.startswith("undefined   n = ") for value in values)
