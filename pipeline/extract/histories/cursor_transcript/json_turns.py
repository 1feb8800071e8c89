"""Turns from a transcript in lines of JSON."""

from typing import Any

import msgspec
from msgspec import Struct

from pipeline.extract.histories.cursor_transcript.turns import Turn, Used
from pipeline.extract.histories.json_lines import decoded, gap, split
from pipeline.extract.histories.records import Gap


class _Part(Struct, gc=False):
    type: str = ""
    text: str | None = None
    name: str | None = None
    input: Any = None


class _Body(Struct, gc=False):
    content: str | list[_Part] | None = None


class Line(Struct, gc=False):
    """One line. Claude Code's lines have a `uuid` or a `sessionId`, a stream's a `session_id`."""

    role: str | None = None
    type: str | None = None
    message: _Body | None = None
    uuid: Any = None
    sessionId: Any = None  # noqa: N815
    session_id: Any = None

    @property
    def is_of_a_transcript(self) -> bool:
        """Whether it is a turn or the end of one, as only a transcript has them."""
        if self.uuid is not None or self.sessionId is not None or self.session_id is not None:
            return False
        turn = self.role in {"user", "assistant"} and self.message is not None and self.type is None
        return turn or self.type == "turn_ended"


_LINE = msgspec.json.Decoder(Line)


def decode(line: bytes) -> Line:
    """One line. Raises msgspec.DecodeError where it is no JSON object of the known form."""
    return decoded(_LINE, line)


def turns(content: bytes, name: str) -> tuple[list[Turn], list[Gap]]:
    """The turns of a transcript and what in it was not understood; `name` is the file's."""
    found: list[Turn] = []
    gaps: list[Gap] = []
    for number, text in split(content):
        try:
            line = decode(text)
        except msgspec.DecodeError as fault:
            gaps.append(gap(fault, name, number, content))
        else:
            if line.message is not None and line.role in {"user", "assistant"}:
                found.append(Turn(line.role == "user", _parts(line.message)))
    return found, gaps


def _parts(body: _Body) -> list[str | Used]:
    if isinstance(body.content, str):
        return [body.content]
    found: list[str | Used] = []
    for part in body.content or ():
        if part.type == "tool_use":
            told = part.input
            found.append(Used(part.name or "unknown", told if isinstance(told, dict | str) else {}))
        elif part.type == "text" and part.text:
            found.append(part.text)
    return found
