"""Several studies at once: a broken one is told, and the others' results are there."""

from pathlib import Path

import pytest

from tests.stories.command import refused, reread
from tests.stories.inputs import repository, session, study

pytestmark = pytest.mark.usefixtures("one_chart")


def workspace_of(tmp_path: Path, count: int) -> list[str]:
    """So many small studies of one repository, each with its own session; the second has a broken file."""
    repo = repository(tmp_path / "repo")
    names = [f"s{number:02d}" for number in range(1, count + 1)]
    for number, name in enumerate(names, 1):
        session(tmp_path / "sessions" / name, number)
        study(tmp_path, name, repo=repo, histories=(tmp_path / "sessions" / name,))
    broken = tmp_path / "data" / "raw" / names[1] / "study.toml"
    broken.write_text(broken.read_text().replace('name = "s02"', 'nmae = "s02"'))
    return names


def checked(tmp_path: Path, names: list[str]) -> None:
    error = refused("run", at=tmp_path)

    assert (error["code"], error["message"]) == ("study_value", "study s02: name: Field required")
    for number, name in enumerate(names, 1):
        derived = tmp_path / "data" / "derived" / name
        if number == 2:
            assert not list(derived.rglob("*.parquet"))
            continue
        shown = reread("show", name, "1", "--json", at=tmp_path)
        assert shown.code == 0
        assert shown.document["conversation"]["first_request"] == f"Read the note, please ({number})."
        assert (tmp_path / "reports" / name / "figures" / "figures.json").is_file()


def test_one_of_several_studies_is_broken(tmp_path: Path) -> None:
    checked(tmp_path, workspace_of(tmp_path, 3))


@pytest.mark.slow
def test_one_of_fifty_studies_is_broken(tmp_path: Path) -> None:
    checked(tmp_path, workspace_of(tmp_path, 50))


def test_of_several_studies_the_sound_ones_are_shown_and_the_broken_one_is_said_to_have_failed(
    tmp_path: Path,
) -> None:
    workspace_of(tmp_path, 2)

    told = reread("run", at=tmp_path)

    assert told.code == 2
    lines = told.out.splitlines()
    assert {line.split()[0] for line in lines} == {"s01"}
    assert lines[-1] == f"s01  charts: {tmp_path / 'reports' / 's01' / 'figures'}"
    ended = [line.split(" (")[0] for line in told.err.splitlines()]
    assert sorted(ended[:2]) == ["s01 is done", "s02 failed"]
    assert ended[2] == "reread: study s02: name: Field required"


def test_a_study_named_twice_is_run_once(tmp_path: Path) -> None:
    workspace_of(tmp_path, 2)

    assert reread("run", "s01", "s01", "--json", at=tmp_path).document["study"] == "s01"


def test_a_broken_study_does_not_hinder_the_one_that_is_asked_for(tmp_path: Path) -> None:
    workspace_of(tmp_path, 2)

    assert reread("run", "s01", at=tmp_path).code == 0
    assert refused("run", "s02", at=tmp_path)["code"] == "study_value"
