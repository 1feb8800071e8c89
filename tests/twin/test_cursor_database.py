"""Today's planted store is a database that SQLite and Cursor's rules accept."""

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from pipeline.twin.plan import thread_id
from pipeline.twin.planted_threads import NEWEST, THREADS

STORE = Path("history/today/User/globalStorage/state.vscdb")


@pytest.fixture
def store(planted: Path, tmp_path: Path) -> Path:
    """A copy of the database with its log."""
    copy = tmp_path / STORE.name
    shutil.copy(planted / STORE, copy)
    shutil.copy(planted / f"{STORE}-wal", f"{copy}-wal")
    return copy


def pairs(path: Path) -> dict[str, Any]:
    with closing(sqlite3.connect(path)) as base:
        found = base.execute("SELECT key, value FROM cursorDiskKV").fetchall()
    return dict(found)


def composer(held: dict[str, Any], number: int) -> dict[str, Any]:
    return json.loads(held[f"composerData:{thread_id(number)}"])


def test_the_database_is_sound_with_its_log(store: Path) -> None:
    with closing(sqlite3.connect(store)) as base:
        assert base.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert base.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_it_says_that_it_is_synthetic(planted: Path) -> None:
    stores = sorted(planted.rglob("state.vscdb"))
    assert len(stores) == 5
    for path in stores:
        with closing(sqlite3.connect(f"file:{path}?immutable=1", uri=True)) as base:
            said = base.execute("SELECT value FROM ItemTable WHERE key = 'reread.synthetic'").fetchone()
        assert said == ("true",)


def test_the_newest_thread_stands_in_the_log_alone(store: Path) -> None:
    alone = store.with_name("alone.vscdb")
    shutil.copy(store, alone)
    key = f"composerData:{thread_id(NEWEST)}"
    assert key in pairs(store)
    assert key not in pairs(alone)


def test_each_thread_has_a_row_for_each_header(store: Path) -> None:
    held = pairs(store)
    for thread in THREADS:
        if thread.store == "today":
            made = composer(held, thread.number)
            keys = [f"bubbleId:{thread.id}:{h['bubbleId']}" for h in made["fullConversationHeadersOnly"]]
            assert made["_v"] == 18
            assert len(keys) == len(thread.events)
            assert all(key in held for key in keys)


def test_the_table_of_headers_lists_every_thread(store: Path) -> None:
    with closing(sqlite3.connect(store)) as base:
        listed = {row[0] for row in base.execute("SELECT composerId FROM composerHeaders")}
    assert listed == {thread.id for thread in THREADS if thread.store == "today"}


def test_a_fork_shares_the_bubbles_of_its_parent_up_to_its_own(store: Path) -> None:
    held = pairs(store)
    fork = [h["bubbleId"] for h in composer(held, 36)["fullConversationHeadersOnly"]]
    parent = [h["bubbleId"] for h in composer(held, 6)["fullConversationHeadersOnly"]]
    assert fork[:3] == parent[:3]
    assert not set(fork[3:]) & set(parent)


def test_a_deleted_conversation_leaves_its_key_alone(store: Path) -> None:
    assert pairs(store)[f"composerData:{thread_id(99)}"] is None


def test_a_call_that_failed_holds_no_result(store: Path) -> None:
    held = pairs(store)
    calls = [
        json.loads(held[f"bubbleId:{thread_id(4)}:{h['bubbleId']}"]).get("toolFormerData")
        for h in composer(held, 4)["fullConversationHeadersOnly"]
    ]
    ended = {call["status"]: "result" in call for call in calls if call}
    assert ended == {"completed": True, "error": False, "cancelled": False, "pending": False}
