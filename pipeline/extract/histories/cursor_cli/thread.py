"""One conversation from the messages of a store."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from pipeline.extract.histories.cursor_agent import Asked
from pipeline.extract.histories.cursor_cli import clock, hits
from pipeline.extract.histories.cursor_cli.results import Result, options_of, result_of, returned
from pipeline.extract.histories.cursor_cli.rows import Rows, json_object
from pipeline.extract.histories.cursor_transcript.person import said
from pipeline.extract.histories.numbers import whole_number
from pipeline.extract.histories.records import Attachment, Call, Conversation, Gap, Message, Reading, Role
from pipeline.extract.paths import Locator

SOURCE = "cursor-cli"
_PUT_IN = ("isSummary", "loopReminder")
_NO_CALL = frozenset({"text", "reasoning", "redacted-reasoning", "image", "file"})


@dataclass(slots=True)
class _Open:
    call: Call
    asked: Asked


@dataclass(slots=True)
class Thread:
    """A conversation while its messages are taken; its calls wait for their results by id."""

    conversation: Conversation
    locator: Locator
    gaps: list[Gap] = field(default_factory=list)
    _open: dict[str, _Open] = field(default_factory=dict)
    _answered: set[str] = field(default_factory=set)
    _unknown: set[str] = field(default_factory=set)

    def take(self, blob: str, message: Mapping[str, Any] | None) -> None:
        """Adds what one message says, calls and answers; None is a message that does not decode."""
        if message is None:
            self._gap(f"blob {blob}", "invalid_json")
            return
        role, parts = _word(message.get("role")), _parts(message.get("content"))
        if role not in {"system", "user", "assistant", "tool"}:
            self._gap(f"blob {blob}", "unknown_role")
            return
        if role == "user" and not any(options_of(message).get(mark) for mark in _PUT_IN):
            self._person([part["text"] for part in parts if isinstance(part.get("text"), str)])
        for part in parts:
            kind = _word(part.get("type"))
            if kind == "tool-call":
                self._call(part)
            elif kind == "tool-result":
                self._close(part, message, blob)
            elif kind not in _NO_CALL:
                self._gap(f"blob {blob}", "unknown_part")
            elif role == "assistant" and kind == "text" and str(part.get("text") or "").strip():
                self.conversation.events.append(Message("agent", str(part["text"])))
        if role == "assistant" and self.conversation.model is None:
            self.conversation.model = _word(options_of(message).get("modelName"))

    def end(self) -> None:
        """No more messages come: open calls are pending, and everything gets its time."""
        for opened in self._open.values():
            opened.call.accesses = opened.asked.accesses("pending")
        clock.fill(self.conversation)
        self.conversation.time_attachments()
        for tool in sorted(self._unknown):
            self._gap(tool, "unknown_tool")

    def _gap(self, where: str, reason: str) -> None:
        self.gaps.append(Gap(f"{self.conversation.source_file} {where}", reason))

    def _person(self, texts: list[str]) -> None:
        turn, events = said(texts), self.conversation.events
        if turn.text.strip():
            role: Role = "system" if self.conversation.relation == "subagent" else "human"
            events.append(Message(role, turn.text, turn.at, "message" if turn.at else "none"))
        self.conversation.attachments += [
            Attachment(self.locator.resolve(path, self._folder), "mentioned", max(0, len(events) - 1))
            for path in turn.attached
        ]

    @property
    def _folder(self) -> str | None:
        return self.conversation.workspace

    def _call(self, part: Mapping[str, Any]) -> None:
        name, key = _word(part.get("toolName")) or "unknown", _word(part.get("toolCallId"))
        asked = Asked(name, _arguments(part.get("args")), self.locator, self._folder)
        call = Call(name, asked.action, "pending", key=key)
        if not asked.is_known:
            self._unknown.add(name)
        self.conversation.events.append(call)
        self._open[key or f"without id {len(self.conversation.events)}"] = _Open(call, asked)

    def _close(self, part: Mapping[str, Any], message: Mapping[str, Any], blob: str) -> None:
        key = _word(part.get("toolCallId")) or ""
        opened = self._open.pop(key, None)
        if opened is None:
            # A retry writes the same answer again; only one without any call is not understood.
            if key not in self._answered:
                self._gap(f"blob {blob}", "result_without_call")
            return
        self._answered.add(key)
        _answer(opened, result_of(part, message))


def read(rows: Rows, folders: tuple[str, ...], locator: Locator) -> Reading:
    """The conversation that the rows hold, and what in them was not understood."""
    meta, beside = rows.meta, rows.beside
    conversation = Conversation(_word(meta.get("agentId")) or rows.agent, SOURCE, rows.source_file)
    conversation.title = _word(meta.get("name")) or _word(beside.get("title"))
    conversation.created_at = _instant(meta.get("createdAt")) or _instant(beside.get("createdAtMs"))
    conversation.workspace = folders[0] if folders else None
    conversation.folders = folders if len(folders) > 1 else ()
    origin = meta.get("subagentInfo")
    if isinstance(origin, dict) or beside.get("isSubagent") is True:
        conversation.relation = "subagent"
        conversation.parent_id = _word(origin.get("parentAgentId")) if isinstance(origin, dict) else None
    thread = Thread(conversation, locator, list(rows.gaps))
    for blob, data in rows.messages:
        thread.take(blob, json_object(data))
    thread.end()
    conversation.model = conversation.model or _word(meta.get("lastUsedModel"))
    return Reading([conversation], thread.gaps)


def _answer(opened: _Open, result: Result) -> None:
    """Ends a call with its result."""
    call, asked = opened.call, opened.asked
    command = asked.arguments.get("command") if isinstance(asked.arguments, Mapping) else None
    shell = call.action == "shell"
    call.status = result.status(command if shell and isinstance(command, str) else None)
    call.answered = True
    printed, stripped = result.printed if shell else (None, False)
    call.accesses = asked.accesses(call.status, printed)
    if stripped:
        for access in call.accesses:
            access.chars_basis = "log-stripped" if access.chars_basis == "log" else access.chars_basis
    if call.status != "ok" or len(call.accesses) > 1:
        return
    text = result.text
    if call.action in {"search", "list"}:
        named = hits.kept(result.outcome) or hits.named(text or "")
        call.hits = tuple(dict.fromkeys(asked.locator.resolve(path, asked.folder) for path in named))
    elif call.action == "read" and text is not None and call.accesses:
        returned(call.accesses[0], text)
    elif call.action == "write" and call.accesses:
        _written(opened)


def _written(opened: _Open) -> None:
    arguments = opened.asked.arguments
    text = arguments.get("contents") if isinstance(arguments, Mapping) else None
    if isinstance(text, str):
        access = opened.call.accesses[0]
        access.chars, access.chars_basis = len(text), "log"


def _parts(content: Any) -> list[dict[str, Any]]:
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    return [part for part in content if isinstance(part, dict)] if isinstance(content, list) else []


def _arguments(told: Any) -> dict[str, Any] | str:
    """Arguments are an object, the text of one, or (a patch) plain text."""
    if isinstance(told, str):
        return json_object(told.encode("utf-8", "surrogatepass")) or told
    return told if isinstance(told, dict) else {}


def _word(told: Any) -> str | None:
    return told if isinstance(told, str) and told else None


def _instant(told: Any) -> datetime | None:
    """Milliseconds, or their text, as an instant; None where they are none."""
    stamp = whole_number(told)
    try:
        return datetime.fromtimestamp(stamp / 1000, UTC) if stamp is not None else None
    except (ValueError, OverflowError, OSError):
        return None
