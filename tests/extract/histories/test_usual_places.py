"""The places in which histories of a repository usually lie."""

import os
from pathlib import Path

from pipeline.extract.histories.usual_places import usual_places


def test_folders_of_specstory_are_found_below_the_repository(tmp_path: Path) -> None:
    for name in (".specstory/history", "b/c/.specstory/history", ".git/.specstory/history", "a/.specstory"):
        (tmp_path / name).mkdir(parents=True)

    found = usual_places(tmp_path, tmp_path / "home")

    assert found == [tmp_path / ".specstory/history", tmp_path / "b/c/.specstory/history"]


def test_folders_deeper_than_can_be_looked_into_are_left_out(tmp_path: Path) -> None:
    (tmp_path / ".specstory/history").mkdir(parents=True)
    deep = tmp_path
    while len(str(deep)) < 3800:
        deep /= "n" * 200
    deep.mkdir(parents=True)
    here = os.open(deep, os.O_RDONLY)
    os.mkdir("n" * 200, dir_fd=here)
    below = os.open("n" * 200, os.O_RDONLY, dir_fd=here)
    os.mkdir("n" * 200, dir_fd=below)
    os.close(below)

    try:
        assert usual_places(tmp_path, tmp_path / "home") == [tmp_path / ".specstory/history"]
    finally:
        below = os.open("n" * 200, os.O_RDONLY, dir_fd=here)
        os.rmdir("n" * 200, dir_fd=below)
        os.rmdir("n" * 200, dir_fd=here)
        os.close(below)
        os.close(here)
