"""Today's Cursor store: `composerData` of version 18, one row for each bubble, the table of headers."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from pipeline.twin.calls import as_json, content_key, former_data, stamped
from pipeline.twin.plan import Event, Thread, instant, iso, milliseconds, thread_id
from pipeline.twin.sqlite import Value, write_store
from pipeline.twin.workspaces import identifier, workspace_id, write_workspaces
from pipeline.twin.write_ahead import leave_in_log

_HEADERS = (
    "CREATE TABLE composerHeaders (composerId TEXT PRIMARY KEY, workspaceId TEXT, createdAt INTEGER,"
    " lastUpdatedAt INTEGER, isArchived INTEGER, isSubagent INTEGER, recency INTEGER, checkpointAt INTEGER,"
    " subagentTypeName TEXT, value TEXT)"
)
_INSERT = "INSERT INTO composerHeaders VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"


def write_cursor_database(
    user: Path, threads: Iterable[Thread], newest: Iterable[Thread] = (), null: int = 99
) -> None:
    """The store below a Cursor user folder, with the windows the threads lie in.

    The rows of `newest` stand in the write-ahead log alone. The row of thread number `null` holds nothing, as
    the editor leaves some.
    """
    chosen, late = list(threads), list(newest)
    pairs = _all_rows(chosen)
    pairs[f"composerData:{thread_id(null)}"] = None
    path = user / "globalStorage" / "state.vscdb"
    items = {"composer.composerHeaders.migratedToTable": "1"}
    write_store(path, items, pairs, [(_HEADERS, _INSERT, [_header_row(thread) for thread in chosen])])
    if late:
        rows = list(_all_rows(late).items())
        heads = [_header_row(thread) for thread in late]
        leave_in_log(path, [("INSERT INTO cursorDiskKV VALUES (?, ?)", rows), (_INSERT, heads)])
    write_workspaces(user, [*chosen, *late])


def _all_rows(threads: Iterable[Thread]) -> dict[str, Value]:
    return {key: value for thread in threads for key, value in _rows(thread).items()}


def _rows(thread: Thread) -> dict[str, Value]:
    rows: dict[str, Value] = {f"composerData:{thread.id}": as_json(_composer(thread))}
    for place, event in enumerate(thread.events):
        key = f"bubbleId:{thread.id}:{thread.bubble_id(place)}"
        rows[key] = as_json(_bubble(thread, place, event))
        if event.act == "write":
            rows.update({content_key(text): text for text in (event.before, event.text) if text})
    return rows


def _composer(thread: Thread) -> dict[str, Any]:
    made = milliseconds(instant(thread.created))
    return {
        "_v": 18,
        "composerId": thread.id,
        "name": thread.title,
        "createdAt": made,
        "lastUpdatedAt": made,
        "status": "completed",
        "isAgentic": True,
        "unifiedMode": "agent",
        "forceMode": "edit",
        "text": "",
        "conversationMap": {},
        "modelConfig": {"modelName": "synthetic-model"},
        "fullConversationHeadersOnly": [_header(thread, p, e) for p, e in enumerate(thread.events)],
        **_place(thread),
        **_family(thread),
    }


def _place(thread: Thread) -> dict[str, Any]:
    return {"workspaceIdentifier": identifier(thread.workspace)}


def _family(thread: Thread) -> dict[str, Any]:
    if thread.relation == "subagent":
        info = {
            "subagentType": 1,
            "subagentTypeName": "explore",
            "parentComposerId": thread_id(thread.parent),
        }
        return {"subagentInfo": info}
    if thread.relation == "best_of_n":
        info = {"parentComposerId": thread_id(thread.parent), "conversationLengthAtSpawn": 0}
        return {"isBestOfNSubcomposer": True, "subagentInfo": info}
    return {}


def _header(thread: Thread, place: int, event: Event) -> dict[str, Any]:
    header: dict[str, Any] = {
        "bubbleId": thread.bubble_id(place),
        "type": 1 if event.act == "human" else 2,
        "grouping": {"isRenderable": True, "hasText": event.act in ("human", "agent")},
    }
    return {**header, "createdAt": iso(event.instant)} if event.stamp in ("bubble", "header") else header


def _bubble(thread: Thread, place: int, event: Event) -> dict[str, Any]:
    spoken = event.act in ("human", "agent")
    bubble: dict[str, Any] = {
        "_v": 3,
        "bubbleId": thread.bubble_id(place),
        "type": 1 if event.act == "human" else 2,
        "text": event.text if spoken else "",
        "relevantFiles": [],
        "attachedCodeChunks": [],
        "tokenCount": {"inputTokens": 0, "outputTokens": 0},
        **stamped(event),
    }
    if event.attached:
        bubble["context"] = {"fileSelections": [{"uri": _uri(thread, event)}]}
    if not spoken:
        bubble["capabilityType"] = 15
        bubble["toolFormerData"] = former_data(event, thread.bubble_id(place))
    return bubble


def _uri(thread: Thread, event: Event) -> dict[str, Any]:
    path = f"{thread.workspace}/{event.attached}"
    return {"$mid": 1, "fsPath": path, "external": f"file://{path}", "path": path, "scheme": "file"}


def _header_row(thread: Thread) -> tuple[object, ...]:
    made = milliseconds(instant(thread.created))
    head = {
        "type": "head",
        "composerId": thread.id,
        "name": thread.title,
        "createdAt": made,
        "isDraft": False,
        "isArchived": False,
        "unifiedMode": "agent",
        "forceMode": "edit",
        **_place(thread),
        **_family(thread),
    }
    below = int(thread.relation == "subagent")
    return (thread.id, workspace_id(thread.workspace), made, made, 0, below, made, None, None, as_json(head))
