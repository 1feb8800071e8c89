"""The oldest planted store: messages inside the conversation, without times."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

from pipeline.twin.plan import ROOT, thread_id
from pipeline.twin.workspaces import workspace_id

USER = Path("history/inline/User")


def value(path: Path, table: str, key: str) -> dict[str, object]:
    with closing(sqlite3.connect(f"file:{path}?immutable=1", uri=True)) as base:
        (found,) = base.execute(f"SELECT value FROM {table} WHERE key = ?", (key,)).fetchone()
    return json.loads(found)


def test_a_conversation_holds_its_messages_and_its_calls(planted: Path) -> None:
    path = planted / USER / "globalStorage/state.vscdb"
    made = value(path, "cursorDiskKV", f"composerData:{thread_id(11)}")
    assert "_v" not in made
    assert [bubble["type"] for bubble in made["conversation"]] == [1, 2, 2, 2, 2]  # type: ignore[attr-defined]
    assert not any("createdAt" in bubble for bubble in made["conversation"])  # type: ignore[attr-defined]
    calls = json.loads(made["capabilities"][0]["data"]["bubbleDataMap"])  # type: ignore[index]
    assert [call["name"] for call in calls.values()] == ["read_file", "read_file", "edit_file"]


def test_one_conversation_has_no_time_at_all(planted: Path) -> None:
    path = planted / USER / "globalStorage/state.vscdb"
    assert "createdAt" not in value(path, "cursorDiskKV", f"composerData:{thread_id(42)}")


def test_the_window_lists_its_conversations(planted: Path) -> None:
    window = planted / USER / "workspaceStorage" / workspace_id(ROOT)
    assert json.loads((window / "workspace.json").read_bytes()) == {"folder": f"file://{ROOT}"}
    listed = value(window / "state.vscdb", "ItemTable", "composer.composerData")["allComposers"]
    assert [head["composerId"] for head in listed] == [thread_id(11), thread_id(42)]  # type: ignore[attr-defined]
