"""Cursor's oldest store of composers: whole messages inside `composerData`, calls in its capabilities."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from pipeline.twin.calls import as_json
from pipeline.twin.plan import Event, Thread, instant, milliseconds
from pipeline.twin.sqlite import Value, write_store
from pipeline.twin.workspaces import write_workspaces


def write_cursor_inline(user: Path, threads: Iterable[Thread]) -> None:
    """The store below a Cursor user folder; its messages have no times of their own."""
    chosen = list(threads)
    pairs: dict[str, Value] = {f"composerData:{t.id}": as_json(_composer(t)) for t in chosen}
    write_store(user / "globalStorage" / "state.vscdb", {}, pairs)
    write_workspaces(user, chosen, listed=True)


def _composer(thread: Thread) -> dict[str, Any]:
    calls = {
        thread.bubble_id(place): _call(event)
        for place, event in enumerate(thread.events)
        if event.act not in ("human", "agent")
    }
    composer: dict[str, Any] = {
        "composerId": thread.id,
        "name": thread.title,
        "status": "completed",
        "conversation": [_bubble(thread, place, event) for place, event in enumerate(thread.events)],
        "capabilities": [{"type": 15, "data": {"bubbleDataMap": as_json(calls)}}, {"type": 16, "data": {}}],
    }
    return {**composer, "createdAt": milliseconds(instant(thread.created))} if thread.created else composer


def _bubble(thread: Thread, place: int, event: Event) -> dict[str, Any]:
    spoken = event.act in ("human", "agent")
    bubble: dict[str, Any] = {
        "bubbleId": thread.bubble_id(place),
        "type": 1 if event.act == "human" else 2,
        "text": event.text if spoken else "",
    }
    return bubble if spoken else {**bubble, "capabilityType": 15}


def _call(event: Event) -> dict[str, Any]:
    if event.act == "read":
        params: dict[str, Any] = {"relativeWorkspacePath": event.path, "readEntireFile": True}
        raw: dict[str, Any] = {"target_file": event.path, "should_read_entire_file": True}
        result: dict[str, Any] = {"contents": event.text, "fullFileContents": event.text}
        return _data(5, "read_file", params, raw, result)
    params = {"relativeWorkspacePath": event.path}
    raw = {"target_file": event.path, "instructions": "write"}
    return _data(7, "edit_file", params, raw, {"isApplied": True, "diff": {"chunks": []}})


def _data(
    number: int, name: str, params: dict[str, Any], raw: dict[str, Any], result: dict[str, Any]
) -> dict[str, Any]:
    return {
        "tool": number,
        "name": name,
        "status": "completed",
        "rawArgs": as_json(raw),
        "params": as_json(params),
        "result": as_json(result),
    }
