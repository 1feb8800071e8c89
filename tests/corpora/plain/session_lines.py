"""Claude Code's sessions as JSON lines; sub-agents speak inside lines of progress."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

NEITHER = ("<local-command", "<bash-", "<task-notification", "Caveat:", "[Request interrupted")
COMMAND = ("<command-name>", "<command-message>")
ROOT = "/cipher-box/"
Line = dict[str, Any]


class Session:
    """One session's lines, with its calls and results joined by their id."""

    def __init__(self, content: bytes) -> None:
        self.lines: list[Line] = [json.loads(line) for line in content.split(b"\n") if line]
        self.turns = list(_turns(self.lines))
        self.main = Calls(line["message"] for line in self.lines if line["type"] in {"assistant", "user"})
        self.inside = Calls(_agents(self.lines))

    @property
    def start(self) -> str | None:
        """The stamp of the first line that a person wrote, a slash command included."""
        return next((line["timestamp"] for line, _ in self.turns), None)

    @property
    def last(self) -> str:
        """The greatest stamp of all."""
        return max(line["timestamp"] for line in self.lines if "timestamp" in line)


class Calls:
    """Distinct calls by id, and how each ended."""

    def __init__(self, messages: Iterator[Line]) -> None:
        self.made: dict[str, Line] = {}
        self.failed: set[str] = set()
        for message in messages:
            content = message.get("content")
            for part in content if isinstance(content, list) else ():
                if part["type"] == "tool_use":
                    self.made[part["id"]] = part
                elif part["type"] == "tool_result" and part.get("is_error"):
                    self.failed.add(part["tool_use_id"])

    def paths(self, *tools: str) -> list[str]:
        """The paths of the calls that did not fail, below the root of the repository where they lie there."""
        kept = [c for name, c in self.made.items() if c["name"] in tools and name not in self.failed]
        return [str(call["input"].get("file_path", "")).rsplit(ROOT, 1)[-1] for call in kept]


def counted(content: bytes, is_memory: Callable[[str], bool]) -> Counter[str]:
    """The counts of one session."""
    session = Session(content)
    found: Counter[str] = Counter(lines=len(session.lines))
    found["human messages"] = sum(not text.lstrip().startswith(COMMAND) for _, text in session.turns)
    for whose, calls in (("main", session.main), ("sub-agents", session.inside)):
        found[f"calls, {whose}"] = len(calls.made)
        found.update(f"calls of {call['name']}, {whose}" for call in calls.made.values())
        found[f"memory reads, {whose}"] = sum(map(is_memory, calls.paths("Read")))
    failed = session.main.failed & set(session.main.made)
    found["failed calls, main"] = len(failed)
    found["failed Read, main"] = sum(session.main.made[name]["name"] == "Read" for name in failed)
    found["memory writes, main"] = sum(map(is_memory, session.main.paths("Write", "Edit")))
    return found


def _turns(lines: list[Line]) -> Iterator[tuple[Line, str]]:
    for line in lines:
        if line["type"] != "user" or line.get("isMeta") or line.get("isCompactSummary"):
            continue
        content = line["message"]["content"]
        parts = [{"type": "text", "text": content}] if isinstance(content, str) else content
        text = "\n".join(part["text"] for part in parts if part["type"] == "text")
        given = any(part["type"] == "tool_result" for part in parts)
        if text.strip() and not given and not text.lstrip().startswith(NEITHER):
            yield line, text


def _agents(lines: list[Line]) -> Iterator[Line]:
    for line in lines:
        if line["type"] == "progress" and line["data"].get("type") == "agent_progress":
            message = line["data"].get("message") or {}
            if isinstance(message.get("message"), dict):
                yield message["message"]


def has_arguments(text: str) -> bool:
    """Whether a slash command says more than its name."""
    told = re.search(r"<command-args>(.*?)</command-args>", text, re.DOTALL)
    return bool(told and told[1].strip())
