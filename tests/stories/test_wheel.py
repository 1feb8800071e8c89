"""A person installs Reread from its wheel, in a folder that is no checkout of it."""

import json
import subprocess
import sysconfig
from pathlib import Path
from zipfile import ZipFile

import pytest

from pipeline.cli.group import COMMANDS
from pipeline.stages.catalogue import STAGES
from tests.stories.installing import CHECKOUT, build_wheel, install, link_base_dependencies, run, show


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_wheel(tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def whole(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An installation that sees every package of this one."""
    folder = tmp_path_factory.mktemp("whole")
    reread = install(wheel, folder / "environment")
    show(folder / "environment", Path(sysconfig.get_path("purelib")))
    return reread


@pytest.fixture(scope="module")
def small(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An installation that sees the base dependencies alone."""
    folder = tmp_path_factory.mktemp("small")
    reread = install(wheel, folder / "environment")
    link_base_dependencies(folder / "base")
    show(folder / "environment", folder / "base")
    return reread


def test_the_wheel_holds_every_file_of_the_package_and_nothing_beside_it(wheel: Path) -> None:
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "pipeline"],
        cwd=CHECKOUT, capture_output=True, check=True, text=True,
    )  # fmt: skip
    with ZipFile(wheel) as held:
        names = {name for name in held.namelist() if ".dist-info/" not in name}

    assert names == set(listed.stdout.split("\0")) - {""}


def test_the_synthetic_study_runs_in_an_empty_folder(whole: Path, tmp_path: Path) -> None:
    planted = run(whole, "twin", "planted", folder=tmp_path)
    ran = run(whole, "run", "--json", folder=tmp_path)
    taken = run(whole, "measures", "planted", "--json", folder=tmp_path)

    assert [done.returncode for done in (planted, ran, taken)] == [0, 0, 0], ran.stderr
    stages = json.loads(ran.stdout)["stages"]
    assert [(one["name"], one["state"]) for one in stages] == [(one.name, "ran") for one in STAGES]
    assert json.loads(taken.stdout)["measures"]["study_window.calendar_days"]["value"] == 26
    assert {path.name for path in tmp_path.iterdir()} == {"data", "reports"}


def test_every_command_shows_its_help_with_the_base_dependencies_alone(small: Path, tmp_path: Path) -> None:
    top = run(small, "--help", folder=tmp_path)
    shown = {name: run(small, name, "--help", folder=tmp_path) for name in COMMANDS}

    assert [name for name in COMMANDS if f"  {name} " not in top.stdout] == []
    assert {name: (said.returncode, said.stderr) for name, said in shown.items()} == dict.fromkeys(
        COMMANDS, (0, "")
    )


def test_histories_are_shown_and_a_study_is_made_with_the_base_dependencies_alone(
    small: Path, tmp_path: Path
) -> None:
    run(small, "twin", "planted", folder=tmp_path)
    raw = "data/raw/planted"

    shown = run(small, "histories", f"{raw}/history", "--root", "/srv/planted", "--json", folder=tmp_path)
    made = run(
        small, "new", "mine", "--repo", f"{raw}/repo", "--histories", f"{raw}/history",
        "--alias", "/srv/planted", "--json", folder=tmp_path,
    )  # fmt: skip

    assert (shown.returncode, made.returncode) == (0, 0), shown.stderr + made.stderr
    assert len(json.loads(shown.stdout)["conversations"]) > 30
    assert json.loads(made.stdout)["study"] == "mine"


def test_a_command_whose_packages_were_left_out_says_what_to_install(small: Path, tmp_path: Path) -> None:
    run(small, "twin", "planted", folder=tmp_path)

    told = run(small, "run", folder=tmp_path)
    told_as_json = run(small, "measures", "planted", "--json", folder=tmp_path)

    assert told.returncode == told_as_json.returncode == 2
    assert told.stderr.splitlines()[-1] == (
        "reread: this needs the package pandas, which is not installed: run `pip install 'reread[study]'`"
    )
    assert "Traceback" not in told.stderr
    assert json.loads(told_as_json.stdout)["error"]["code"] == "extra_missing"
