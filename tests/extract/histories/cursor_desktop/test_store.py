"""Stores are found by their content, read without a trace, and lost only as far as they are broken."""

import json
import os
import shutil
import sqlite3
from pathlib import Path

import pytest

from pipeline.errors import RereadError
from pipeline.extract.histories.collection import collect
from pipeline.extract.histories.cursor_desktop import CURSOR_DESKTOP
from pipeline.extract.histories.formats import Context
from pipeline.extract.paths import Locator

LUMEN = Context(Locator("/srv/work/lumen"))


def state(folder: Path) -> dict[str, tuple[bytes | None, int]]:
    return {
        str(path): (path.read_bytes() if path.is_file() else None, path.stat().st_mtime_ns)
        for path in (folder, *folder.rglob("*"))
    }


@pytest.mark.parametrize("name", ["cursor-desktop-v3", "cursor-desktop-wal", "cursor-desktop-v1"])
def test_reading_leaves_no_trace(name: str, specimens: Path) -> None:
    before = state(specimens / name)

    collect([specimens / name], LUMEN)

    assert state(specimens / name) == before


def test_a_window_s_database_belongs_to_the_global_one_beside_it(specimens: Path) -> None:
    user = specimens / "cursor-desktop-v1/User"
    (window,) = (user / "workspaceStorage").glob("*/state.vscdb")

    assert list(CURSOR_DESKTOP.stores(user)) == [user / "globalStorage/state.vscdb"]
    assert list(CURSOR_DESKTOP.stores(user / "workspaceStorage")) == [window]
    assert [c.conversation_id for c in collect([window], LUMEN).conversations] == ["tab-1", "tab-2"]


def test_a_database_under_another_name_is_known_by_its_tables(specimens: Path, tmp_path: Path) -> None:
    copy = tmp_path / "saved.bin"
    shutil.copyfile(specimens / "cursor-desktop-headers/User/globalStorage/state.vscdb", copy)

    assert list(CURSOR_DESKTOP.stores(copy)) == [copy]
    other = tmp_path / "other.vscdb"
    sqlite3.connect(other).execute("create table something (else_ text)").connection.close()
    assert list(CURSOR_DESKTOP.stores(other)) == []


def test_an_unusable_database_is_a_gap_beside_others_and_an_error_alone(
    specimens: Path, tmp_path: Path
) -> None:
    bad = tmp_path / "bad" / "state.vscdb"
    bad.parent.mkdir()
    bad.write_bytes(os.urandom(8192))

    with pytest.raises(RereadError, match="not a SQLite database or is encrypted"):
        collect([bad.parent], LUMEN)
    reading = collect([bad.parent, specimens / "cursor-desktop-wal"], LUMEN)

    assert [c.title for c in reading.conversations] == ["Only in the WAL"]
    assert [(gap.where, gap.reason) for gap in reading.gaps] == [(str(bad), "store_unusable")]


def test_a_fingerprint_is_of_rows_alone(specimens: Path, tmp_path: Path) -> None:
    source = specimens / "cursor-desktop-v3/User/globalStorage/state.vscdb"
    copy = tmp_path / "User/globalStorage/state.vscdb"
    copy.parent.mkdir(parents=True)
    shutil.copyfile(source, copy)
    first = {unit.name: unit.fingerprint for unit in CURSOR_DESKTOP.units(copy, LUMEN)}
    with sqlite3.connect(copy) as connection:
        connection.execute("vacuum")
    os.utime(copy, (1, 1))

    assert {unit.name: unit.fingerprint for unit in CURSOR_DESKTOP.units(copy, LUMEN)} == first


@pytest.mark.parametrize("odd", [{}, {"bubbleId": 5}, {"bubbleId": None}])
def test_a_bubble_without_an_id_is_read_all_the_same(odd: dict[str, object], tmp_path: Path) -> None:
    bubbles = [{"type": 1, "text": "First", **odd}, {"type": 2, "text": "Second", "bubbleId": "b"}]
    with sqlite3.connect(tmp_path / "state.vscdb") as connection:
        connection.execute("create table cursorDiskKV (key text unique, value blob)")
        row = ("composerData:x", json.dumps({"conversation": bubbles, "createdAt": 1_767_225_600_000}))
        connection.execute("insert into cursorDiskKV values (?, ?)", row)

    (conversation,) = collect([tmp_path], LUMEN).conversations

    assert [message.text for message in conversation.messages()] == ["First", "Second"]
