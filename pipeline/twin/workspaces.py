"""Cursor's windows: one folder below `workspaceStorage` for each folder that a window had open."""

import hashlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from pipeline.twin.calls import as_json
from pipeline.twin.plan import Thread, instant, milliseconds
from pipeline.twin.sqlite import write_store


def workspace_id(folder: str) -> str:
    """The id of the window that had the folder open; a window without one has Cursor's own word."""
    return hashlib.md5(folder.encode()).hexdigest() if folder else "empty-window"


def identifier(folder: str) -> dict[str, Any]:
    """`workspaceIdentifier` of a conversation of that window."""
    if not folder:
        return {"id": workspace_id(folder)}
    uri = {"$mid": 1, "fsPath": folder, "external": f"file://{folder}", "path": folder, "scheme": "file"}
    return {"id": workspace_id(folder), "uri": uri}


def write_workspaces(user: Path, threads: Iterable[Thread], listed: bool = False) -> None:
    """`workspace.json` and the state of each window; `listed`: the state lists its conversations, as the
    editor did up to version 2."""
    windows: dict[str, list[Thread]] = {}
    for thread in threads:
        windows.setdefault(thread.workspace, []).append(thread)
    for folder, held in windows.items():
        if not folder:
            continue
        window = user / "workspaceStorage" / workspace_id(folder)
        window.mkdir(parents=True, exist_ok=True)
        (window / "workspace.json").write_bytes(as_json({"folder": f"file://{folder}"}).encode())
        said = _list(held) if listed else _selected(held)
        write_store(window / "state.vscdb", {"composer.composerData": as_json(said)}, {})


def _list(held: list[Thread]) -> dict[str, Any]:
    heads = [{"composerId": t.id, "name": t.title, "unifiedMode": "agent", **_made(t)} for t in held]
    return {"allComposers": heads, "selectedComposerId": held[0].id}


def _made(thread: Thread) -> dict[str, int]:
    return {"createdAt": milliseconds(instant(thread.created))} if thread.created else {}


def _selected(held: list[Thread]) -> dict[str, Any]:
    ids = [held[0].id]
    return {"selectedComposerIds": ids, "lastFocusedComposerIds": ids, "hasMigratedComposerData": True}
