"""The lines of a session file, with the fields that are read; every other field is skipped unread."""

from typing import Any

import msgspec
from msgspec import Raw, Struct

from pipeline.extract.histories.json_lines import decoded, mended

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


class Body(Struct, gc=False):
    """A message as the API knows it; one API message can be split over several lines with its `id`."""

    id: str | None = None
    model: str | None = None
    content: str | list[Part] | None = None


class Nested(Struct, rename="camel", gc=False):
    """A sub-agent's message inside a progress line, with its own id and time."""

    type: str = ""
    message: Body | None = None
    uuid: str | None = None
    timestamp: str | None = None
    tool_use_result: Raw = _NOTHING
    is_meta: bool | None = None


class Progress(Struct, rename="camel", gc=False):
    """What a progress line tells; only `agent_progress` holds a message."""

    type: str = ""
    agent_id: str | None = None
    message: Raw = _NOTHING


class Forked(Struct, rename="camel", gc=False):
    """Which message of which session a line is a copy of."""

    session_id: str | None = None
    message_uuid: str | None = None


class Line(Struct, rename="camel", gc=False):
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


class Outline(Struct, rename="camel", gc=False):
    """What a line of a message must name, whatever form the rest of it has."""

    type: str
    uuid: str
    session_id: str


_OUTLINE = msgspec.json.Decoder(Outline)
_LINE = msgspec.json.Decoder(Line)
_NESTED = msgspec.json.Decoder(Nested)
_TEXTS: msgspec.json.Decoder[str | list[Part] | None] = msgspec.json.Decoder(str | list[Part] | None)

# The progress of commands, hooks and servers is most of a long file and tells nothing of a conversation. It
# is known by its bytes before anything is decoded; inside a JSON string these quotes would be escaped.
_PROGRESS = b'_progress"'
_SKIPPED = tuple(
    f'"type":{space}"progress",{space}"data":{space}{{"type":{space}"{name}'.encode()
    for name in ("bash", "hook", "mcp")
    for space in ("", " ")
)
_FRONT = 1500


def tells_nothing(line: bytes) -> bool:
    """Whether a line is the progress of a command, a hook or a server, judged by how it begins."""
    at = line.find(_PROGRESS, 0, _FRONT)
    return at > 0 and line[:at].endswith(_SKIPPED)


def decode(line: bytes) -> Line:
    """One line. Raises msgspec.DecodeError where it is no JSON object of the known form.

    Half of a surrogate pair becomes U+FFFD, and so do bytes that are no UTF-8.
    """
    return decoded(_LINE, line)


def outline(line: bytes) -> Outline:
    """What a line names whose other fields may be of any form. Raises msgspec.DecodeError."""
    return _OUTLINE.decode(mended(line))


def nested(message: Raw) -> Nested:
    """A sub-agent's message. Raises msgspec.DecodeError."""
    return decoded(_NESTED, bytes(message))


def value(raw: Raw) -> Any:
    """A part kept unread, as plain objects; None where there is none."""
    if not raw:
        return None
    try:
        return msgspec.json.decode(raw)
    except msgspec.DecodeError:
        return msgspec.json.decode(mended(bytes(raw)))


def _texts(content: Raw) -> str | list[Part] | None:
    try:
        return _TEXTS.decode(content)
    except msgspec.ValidationError:
        raise
    except msgspec.DecodeError:
        return _TEXTS.decode(mended(bytes(content)))


def result_text(content: Raw) -> tuple[str, bool]:
    """The text of a tool's result, and whether it holds anything that is no text (an image)."""
    if not content:
        return "", False
    try:
        told = _texts(content)
    except msgspec.ValidationError:
        return "", True
    if isinstance(told, str):
        return told, False
    parts = told or []
    return "\n".join(p.text or "" for p in parts if p.type == "text"), any(p.type != "text" for p in parts)
