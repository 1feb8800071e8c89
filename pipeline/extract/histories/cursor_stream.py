"""What `cursor-agent -p --output-format stream-json` printed, kept by the person in a file."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from pipeline.extract.histories import shell
from pipeline.extract.histories.cursor_agent import Asked
from pipeline.extract.histories.cursor_transcript.person import said
from pipeline.extract.histories.formats import Context, Format, Unit, unreadable
from pipeline.extract.histories.json_lines import decoded, gap, split
from pipeline.extract.histories.records import Access, Call, Conversation, Gap, Message, Reading, Status
from pipeline.extract.histories.walking import files_of, start
from pipeline.extract.paths import normal

SOURCE = "cursor-stream"
_ENDINGS = {".ndjson", ".jsonl", ".json", ".log", ".txt"}
_LOOKED_AT = 1 << 16
_KIND = "ToolCall"
_STATUSES: dict[str, Status] = {"success": "ok", "error": "error", "rejected": "cancelled"}


class _Line(Struct, gc=False):
    type: str | None = None
    subtype: str | None = None
    session_id: str | None = None
    cwd: str | None = None
    model: str | None = None
    tools: Any = None
    message: dict[str, Any] | None = None
    call_id: str | None = None
    tool_call: dict[str, Any] | None = None
    timestamp_ms: float | None = None
    model_call_id: Any = None

    @property
    def at(self) -> datetime | None:
        try:
            return (
                None if self.timestamp_ms is None else datetime.fromtimestamp(self.timestamp_ms / 1000, UTC)
            )
        except (ValueError, OverflowError, OSError):
            return None


_LINE = msgspec.json.Decoder(_Line)


def _stores(path: Path) -> Iterator[Path]:
    """The files at or below `path` whose first object is the start of a run of Cursor's agent."""
    return files_of(path, _ENDINGS, _is_stream)


def _is_stream(file: Path) -> bool:
    head = start(file, _LOOKED_AT)
    first = next((line for _, line in split(head) if line.lstrip().startswith(b"{")), b"")
    try:
        line = decoded(_LINE, first)
    except msgspec.DecodeError:
        return False
    # Another agent's stream begins in the same way, with the list of its tools.
    begins = line.type == "system" and line.subtype == "init" and line.session_id is not None
    return begins and line.tools is None


def _units(store: Path, context: Context) -> Iterator[Unit]:
    """The file is one unit; it can hold several runs."""
    try:
        content = store.read_bytes()
    except OSError:
        yield unreadable(store.name)
        return
    digest = hashlib.sha256(content).hexdigest()
    yield Unit(store.name, digest, partial(_read, content, store.name, context))


@dataclass(slots=True)
class _Run:
    """The runs of one session while their lines are taken."""

    conversation: Conversation
    context: Context
    folder: str | None = None
    open: dict[str, Call] = field(default_factory=dict)
    told_at: datetime | None = None
    unknown: set[str] = field(default_factory=set)

    def take(self, line: _Line) -> None:
        if line.type == "system":
            self.folder = line.cwd or self.folder
            self.conversation.workspace = normal(self.folder) if self.folder else None
            self.conversation.model = self.conversation.model or line.model
        elif line.type in {"user", "assistant"} and line.message is not None:
            self._message(line, _texts(line.message))
        elif line.type == "tool_call" and line.tool_call:
            self._call(line, line.tool_call)

    def _message(self, line: _Line, texts: list[str]) -> None:
        if line.type == "assistant" and line.at is not None and line.model_call_id is None:
            # A piece of a message that comes whole later; of it only the time is new.
            self.told_at = self.told_at or line.at
            return
        at, self.told_at = line.at or self.told_at, None
        text = said(texts).text if line.type == "user" else "\n".join(texts)
        if text.strip():
            role = "human" if line.type == "user" else "agent"
            self.conversation.events.append(Message(role, text, at, "message" if at else "none"))  # type: ignore[arg-type]

    def _call(self, line: _Line, told: dict[str, Any]) -> None:
        tool, arguments, result = _told(told)
        key = line.call_id or f"{len(self.conversation.events)}"
        call = self.open.get(key)
        asked = Asked(tool, arguments, self.context.locator, self.folder)
        if call is None:
            call = self.open[key] = Call(tool, asked.action, "pending", line.at, key=line.call_id)
            call.time_basis = "tool" if line.at else "none"
            self.conversation.events.append(call)
            if not asked.is_known:
                self.unknown.add(tool)
        if line.subtype == "completed":
            call.status, call.answered = _status(result, arguments, tool), True
        call.accesses = asked.accesses(call.status, _printed(result))
        if call.status == "ok" and isinstance(result.get("success"), dict):
            _returned(call, result["success"], asked)

    def end(self) -> Conversation:
        """The conversation, with neighbours' times where an event has none."""
        conversation = self.conversation
        told = [event.at for event in conversation.events if event.at is not None]
        conversation.ended_at = max(told) if told else None
        near = told[0] if told else None
        for event in conversation.events:
            if event.at is not None:
                near = event.at
            elif near is not None:
                event.at, event.time_basis = near, "neighbour"
        opening = next((m for m in conversation.messages() if m.role == "human"), None)
        conversation.time_basis = "file"
        if opening is not None and opening.at is not None:
            conversation.started_at, conversation.time_basis = opening.at, opening.time_basis
        return conversation


def _read(content: bytes, name: str, context: Context) -> Reading:
    runs: dict[str, _Run] = {}
    gaps: list[Gap] = []
    for number, text in split(content):
        # The program's own words, such as news of an update, stand between the objects.
        if not text.lstrip().startswith(b"{"):
            continue
        try:
            line = decoded(_LINE, text)
        except msgspec.DecodeError as fault:
            gaps.append(gap(fault, name, number, content))
            continue
        session = line.session_id or next(reversed(runs), "")
        if session not in runs:
            runs[session] = _Run(Conversation(session or Path(name).stem, SOURCE, name), context)
        runs[session].take(line)
    tools = sorted({tool for run in runs.values() for tool in run.unknown})
    gaps += [Gap(f"{name} {tool}", "unknown_tool") for tool in tools]
    return Reading([run.end() for run in runs.values()], gaps)


def _texts(message: dict[str, Any]) -> list[str]:
    content = message.get("content")
    if isinstance(content, str):
        return [content]
    parts = content if isinstance(content, list) else []
    return [p["text"] for p in parts if isinstance(p, dict) and isinstance(p.get("text"), str)]


def _told(told: dict[str, Any]) -> tuple[str, dict[str, Any] | str, dict[str, Any]]:
    """The tool's name, what it was asked and its result."""
    name = next((key for key in told if key.endswith(_KIND) or key == "function"), "unknown")
    body = told.get(name)
    held = body if isinstance(body, dict) else {}
    arguments: Any = held.get("args")
    if name == "function":
        name, arguments = str(held.get("name") or "unknown"), held.get("arguments")
        if isinstance(arguments, str) and arguments.lstrip().startswith("{"):
            try:
                arguments = msgspec.json.decode(arguments)
            except msgspec.DecodeError:
                arguments = {}
    result = held.get("result")
    kept = arguments if isinstance(arguments, dict | str) else {}
    return name, kept, result if isinstance(result, dict) else {}


def _status(result: dict[str, Any], arguments: dict[str, Any] | str, tool: str) -> Status:
    status: Status = next((_STATUSES[key] for key in result if key in _STATUSES), "unknown")
    ended = result.get("success")
    if status == "ok" and isinstance(ended, dict) and tool.startswith("shell") and ended.get("exitCode"):
        command = arguments.get("command") if isinstance(arguments, dict) else None
        return "unknown" if isinstance(command, str) and shell.holds_several(command) else "error"
    return status


def _printed(result: dict[str, Any]) -> str | None:
    ended = result.get("success")
    told = ended.get("stdout") if isinstance(ended, dict) else None
    return told if isinstance(told, str) else None


def _returned(call: Call, success: dict[str, Any], asked: Asked) -> None:
    """Sets the characters a read returned, and the files a search named."""
    content, files = success.get("content"), success.get("files")
    if call.action == "read" and isinstance(content, str):
        for access in call.accesses:
            _measure(access, content)
    elif call.action in {"search", "list"} and isinstance(files, list):
        found = (asked.locator.resolve(file, asked.folder) for file in files if isinstance(file, str))
        call.hits = tuple(dict.fromkeys(found))


def _measure(access: Access, content: str) -> None:
    access.chars, access.chars_basis = len(content), "log"


CURSOR_STREAM = Format(
    SOURCE,
    "Cursor agent's JSON stream",
    _stores,
    _units,
    cannot_tell=(
        "when it was held, unless pieces of messages were printed with their times",
        "the title",
        "what a sub-agent did",
    ),
)
