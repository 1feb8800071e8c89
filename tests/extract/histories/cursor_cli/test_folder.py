"""The folder of a conversation: the one it names, else the repository's place whose hash it lies under."""

import shutil
from pathlib import Path

import pytest

from pipeline.extract.histories.collection import collect
from pipeline.extract.histories.formats import Context
from pipeline.extract.paths import Locator
from tests.extract.histories.cursor_cli.chats import (
    LUMEN,
    asked,
    blob_of,
    called,
    conversation,
    field,
    root_of,
    write_chat,
)

TALK = [asked("Go on.")]


def test_the_file_beside_the_store_speaks_before_the_root(tmp_path: Path) -> None:
    store = write_chat(tmp_path, TALK, folder="/srv/old", beside={"cwd": "/srv/work/lumen/cli"})

    assert conversation(store).workspace == "/srv/work/lumen/cli"


def test_the_root_names_the_folder_where_no_file_lies_beside_it(tmp_path: Path) -> None:
    assert conversation(write_chat(tmp_path, TALK, folder="/srv/elsewhere")).workspace == "/srv/elsewhere"


def test_a_folder_of_windows_or_a_uri_is_in_the_one_form_of_paths(tmp_path: Path) -> None:
    drive = write_chat(tmp_path / "a", TALK, beside={"cwd": "C:\\Users\\dev\\lumen"})
    uri = write_chat(tmp_path / "b", TALK, folder="file:///srv/work/with%20space")

    assert conversation(drive).workspace == "c:/Users/dev/lumen"
    assert conversation(uri).workspace == "/srv/work/with space"


@pytest.mark.parametrize(
    ("hashed", "place"),
    [
        ("/srv/work/lumen", "/srv/work/lumen"),
        ("/home/dev/lumen", "wsl+ubuntu:/home/dev/lumen"),
        ("C:\\Users\\dev\\lumen", "c:/Users/dev/lumen"),
        ("c:\\Users\\dev\\lumen", "c:/Users/dev/lumen"),
        ("c:/Users/dev/lumen", "c:/Users/dev/lumen"),
        ("/srv/work/other", None),
    ],
)
def test_the_hash_of_a_place_of_the_repository_names_it(
    tmp_path: Path, hashed: str, place: str | None
) -> None:
    store = write_chat(tmp_path, TALK, cwd=hashed, folder=None)
    aliases = ["c:/Users/dev/lumen", "wsl+ubuntu:/home/dev/lumen"]

    assert conversation(store, Context(Locator("/srv/work/lumen", aliases))).workspace == place


def test_a_conversation_without_a_known_folder_is_not_independent(tmp_path: Path) -> None:
    write_chat(tmp_path / "a", TALK, cwd="/srv/work/other", folder=None, meta={"agentId": "nowhere"})
    write_chat(tmp_path / "b", TALK, folder="/srv/work/other", meta={"agentId": "other"})
    write_chat(tmp_path / "c", TALK, meta={"agentId": "own"})

    found = {c.conversation_id: c.excluded_because for c in collect([tmp_path], LUMEN).conversations}

    assert found == {"nowhere": "no_workspace", "other": "other_repository", "own": None}


def test_several_folders_of_a_root_are_those_of_one_window(tmp_path: Path) -> None:
    root = root_of(TALK) + field(9, b"/srv/work/other")
    store = write_chat(tmp_path, TALK, meta={"latestRootBlobId": blob_of(root)[0]}, extra=[root])
    found = conversation(store)

    assert (found.workspace, found.folders) == (
        "/srv/work/lumen",
        ("/srv/work/lumen", "/srv/work/other"),
    )
    assert conversation(write_chat(tmp_path / "one", TALK)).folders == ()


def test_paths_and_working_directories_are_seen_from_the_folder(tmp_path: Path) -> None:
    shell = {"command": "cat b.md", "working_directory": "docs"}
    absolute = {"command": "cat b.md", "working_directory": "/srv/work/lumen/notes"}
    talk = [
        *TALK,
        called("k1", "Read", {"path": "a.md"}),
        called("k2", "Shell", shell),
        called("k3", "Shell", absolute),
        called("k4", "Shell", {"command": "cat c.md"}),
    ]
    store = write_chat(tmp_path, talk, beside={"cwd": "/srv/work/lumen/cli"})

    paths = [call.accesses[0].path for call in conversation(store).calls()]

    assert paths == ["cli/a.md", "cli/docs/b.md", "notes/b.md", "cli/c.md"]


def test_a_store_moved_out_of_its_place_keeps_what_it_says_itself(tmp_path: Path) -> None:
    store = write_chat(tmp_path / "chats", TALK)
    moved = tmp_path / "kept.db"
    shutil.copyfile(store, moved)

    assert conversation(moved).workspace == "/srv/work/lumen"
    assert conversation(moved).title == "A chat"
