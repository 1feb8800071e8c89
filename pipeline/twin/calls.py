"""How Cursor's editor writes a planned call: number and name of the tool, parameters, result."""

import hashlib
import json
from dataclasses import dataclass
from typing import Any

from pipeline.twin.plan import ROOT, Event, iso, milliseconds, thread_id

NEW_FILE = "composer.content.e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
"""The key under which the store keeps the text of a file that was not there before."""


@dataclass(frozen=True, slots=True)
class Tool:
    """One call as the store names it."""

    number: int
    name: str
    params: dict[str, Any]
    result: dict[str, Any]


def tool(event: Event) -> Tool:
    """The call of the event in the tools of today's editor."""
    absolute = f"{ROOT}/{event.path}"
    if event.act in ("cat", "sed", "head", "run"):
        return Tool(15, "run_terminal_command_v2", {"command": _command(event), "cwd": ""}, _output(event))
    if event.act == "search":
        return Tool(42, "glob_file_search", {"globPattern": "**/*.md", "targetDirectory": ROOT}, _hits(event))
    if event.act == "write":
        return Tool(38, "edit_file_v2", {"relativeWorkspacePath": absolute}, _edited(event))
    if event.act == "task":
        return Tool(48, "task_v2", _task(event), {"agentId": thread_id(event.child)})
    if event.act == "rule":
        return Tool(16, "fetch_rules", {"ruleNames": ["house"]}, _rules(event))
    return Tool(40, "read_file_v2", {"targetFile": absolute, **_range(event)}, _contents(event))


def former_data(event: Event, call_id: str) -> dict[str, Any]:
    """`toolFormerData` of today's bubble."""
    called = tool(event)
    data: dict[str, Any] = {
        "tool": called.number,
        "name": called.name,
        "toolCallId": f"tool_{call_id}",
        "toolIndex": 0,
        "modelCallId": "",
        "status": event.status,
        "params": as_json(called.params),
    }
    if event.act == "rule":
        data["rawArgs"] = as_json({"rule_names": called.params["ruleNames"]})
    if event.status == "completed":
        data["result"] = as_json(called.result)
    if event.status == "error":
        data["error"] = as_json({"clientVisibleErrorMessage": "Could not find file."})
    if event.stamp == "tool":
        data["additionalData"] = {"startedAtMs": milliseconds(event.instant)}
    return data


def content_key(text: str) -> str:
    """The key under which the store keeps a text that a call wrote."""
    return f"composer.content.{hashlib.sha256(text.encode()).hexdigest()}"


def as_json(value: Any) -> str:
    """JSON as the stores write it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def stamped(event: Event) -> dict[str, str]:
    """The bubble's own time, where the plan keeps it there."""
    return {"createdAt": iso(event.instant)} if event.stamp == "bubble" else {}


def _command(event: Event) -> str:
    if event.act == "run":
        return event.path
    if event.act == "cat" or event.lines is None:
        return f"cat {event.path}"
    if event.act == "head":
        return f"head -n {event.lines[1]} {event.path}"
    return f"sed -n '{event.lines[0]},{event.lines[1]}p' {event.path}"


def _output(event: Event) -> dict[str, Any]:
    return {"output": event.text, "exitCode": 0, "rejected": False, "notInterrupted": True}


def _hits(event: Event) -> dict[str, Any]:
    found = {"absPath": ROOT, "files": [{"relPath": event.path}], "totalFiles": 1}
    return {"directories": [found]}


def _edited(event: Event) -> dict[str, Any]:
    before = content_key(event.before) if event.before else NEW_FILE
    return {"beforeContentId": before, "afterContentId": content_key(event.text)}


def _task(event: Event) -> dict[str, Any]:
    return {"description": "look", "prompt": event.text, "subagentType": "explore"}


def _rules(event: Event) -> dict[str, Any]:
    return {"rules": [{"name": "house", "path": event.path, "content": event.text}]}


def _range(event: Event) -> dict[str, int]:
    if event.lines is None:
        return {}
    return {"offset": event.lines[0], "limit": event.lines[1] - event.lines[0] + 1}


def _contents(event: Event) -> dict[str, Any]:
    if event.lines is not None:
        return {"contents": event.text}
    return {"contents": event.text, "totalLinesInFile": event.text.count("\n")}
