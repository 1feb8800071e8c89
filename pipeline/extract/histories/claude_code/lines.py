"""The lines of a session file, with the fields that are read; every other field is skipped unread."""

import re
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Raw, Struct

BOM = b"\xef\xbb\xbf"
_NOTHING = Raw(b"")


class Part(Struct, gc=False):
    """One part of a message: `text`, `tool_use`, `tool_result`, `thinking`, `image` and others."""

    type: str = ""
    text: str | None = None
    id: str | None = None
    name: str | None = None
    input: Raw = _NOTHING
    tool_use_id: str | None = None
    content: Raw = _NOTHING
    is_error: bool | None = None


class Body(Struct):
    """A message as the API knows it; one API message can be split over several lines with its `id`."""

    id: str | None = None
    model: str | None = None
    content: str | list[Part] | None = None


class Nested(Struct, rename="camel"):
    """A sub-agent's message inside a progress line, with its own id and time."""

    type: str = ""
    message: Body | None = None
    uuid: str | None = None
    timestamp: str | None = None
    tool_use_result: Raw = _NOTHING
    is_meta: bool | None = None


class Progress(Struct, rename="camel"):
    """What a progress line tells; only `agent_progress` holds a message."""

    type: str = ""
    agent_id: str | None = None
    message: Raw = _NOTHING


class Forked(Struct, rename="camel"):
    """Which message of which session a line is a copy of."""

    session_id: str | None = None
    message_uuid: str | None = None


class Line(Struct, rename="camel"):
    """One line of a session file."""

    type: str = ""
    uuid: str | None = None
    parent_uuid: str | None = None
    session_id: str | None = None
    agent_id: str | None = None
    timestamp: str | None = None
    cwd: str | None = None
    is_sidechain: bool | None = None
    is_meta: bool | None = None
    is_compact_summary: bool | None = None
    is_api_error_message: bool | None = None
    is_visible_in_transcript_only: bool | None = None
    tool_denial_kind: str | None = None
    message: Body | None = None
    tool_use_result: Raw = _NOTHING
    data: Progress | None = None
    attachment: Raw = _NOTHING
    forked_from: Forked | None = None
    summary: str | None = None
    leaf_uuid: str | None = None
    custom_title: str | None = None
    ai_title: str | None = None
    relocated_cwd: str | None = None


_LINE = msgspec.json.Decoder(Line)
_NESTED = msgspec.json.Decoder(Nested)
_TEXTS = msgspec.json.Decoder(str | list[Part] | None)

# Lines that tell nothing of a conversation. Their type is looked for in the bytes before anything is
# decoded, in the two spellings that JSON writers use: most of a long file is such progress.
_SKIPPED = tuple(
    f'"type":{space}"{name}"'.encode()
    for name in ("bash_progress", "hook_progress", "mcp_progress", "waiting_for_task")
    for space in ("", " ")
)
_AGENT = (b'"type":"agent_progress"', b'"type": "agent_progress"')
_PROGRESS = (b'"type":"progress"', b'"type": "progress"')
_MESSAGES = (b'"type":"assistant"', b'"type":"user"', b'"type": "assistant"', b'"type": "user"')


def split(content: bytes) -> Iterator[tuple[int, bytes]]:
    """The lines with their numbers from 1, split at ``\\n`` alone; blank lines and the BOM left out."""
    for number, line in enumerate(content.removeprefix(BOM).split(b"\n"), 1):
        if line and not line.isspace():
            yield number, line


def tells_nothing(line: bytes) -> bool:
    """Whether a line is the progress of a command, a hook or a server, judged by its bytes.

    The marks are those of the object itself: inside a JSON string a quote is escaped.
    """
    if not any(mark in line for mark in _PROGRESS):
        return False
    return any(mark in line for mark in _SKIPPED) and not any(mark in line for mark in _MESSAGES + _AGENT)


_ESCAPE = re.compile(
    rb"\\\\|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[dD][89a-fA-F][0-9a-fA-F]{2}"
)


def decode(line: bytes) -> Line:
    """One line. Raises msgspec.DecodeError where it is no JSON object of the known form.

    Half of a surrogate pair becomes U+FFFD, and so do bytes that are no UTF-8.
    """
    if b"\\ud" in line or b"\\uD" in line:
        line = _ESCAPE.sub(lambda m: m[0] if len(m[0]) != 6 else rb"\ufffd", line)
    try:
        return _LINE.decode(line)
    except msgspec.DecodeError:
        return _LINE.decode(replaced(line))


def replaced(line: bytes) -> bytes:
    """The bytes as UTF-8, with U+FFFD where they are none."""
    return line.decode("utf-8", "replace").encode()


def value(raw: Raw) -> Any:
    """A part kept unread, as plain objects; None where there is none."""
    if not raw:
        return None
    try:
        return msgspec.json.decode(raw)
    except msgspec.DecodeError:
        return msgspec.json.decode(replaced(bytes(raw)))


def nested(message: Raw) -> Nested:
    """A sub-agent's message. Raises msgspec.DecodeError."""
    return _NESTED.decode(message)


def result_text(content: Raw) -> tuple[str, bool]:
    """The text of a tool's result, and whether it holds anything that is no text (an image)."""
    if not content:
        return "", False
    try:
        told = _TEXTS.decode(content)
    except msgspec.DecodeError:
        return "", True
    if isinstance(told, str):
        return told, False
    parts = told or []
    return "\n".join(p.text or "" for p in parts if p.type == "text"), any(p.type != "text" for p in parts)
