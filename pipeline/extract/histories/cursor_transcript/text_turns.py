"""Turns from a transcript in plain text, as older builds wrote them."""

import re
from collections.abc import Iterator

from pipeline.extract.histories.cursor_transcript.turns import Turn, Used

_SPEAKER = re.compile(r"(user|A|assistant):[ \t]*$")
_MARK = re.compile(r"\[(Thinking|Tool call|Tool result)\][ \t]*(.*)$")
_ARGUMENT = re.compile(r"[ \t]+([A-Za-z_]\w*):[ \t]?(.*)$")
_OPENS, _CLOSES = "<user_query>", "</user_query>"


def is_transcript(head: str) -> bool:
    """Whether a text begins as a transcript does: with a speaker, and a person's text in its tags."""
    first = next((line for line in head.split("\n") if line.strip()), "")
    return bool(_SPEAKER.match(first.rstrip("\r"))) and (_OPENS in head or _MARK.search(head) is not None)


def turns(text: str) -> list[Turn]:
    """The turns of a transcript. Markers inside a person's tags are the person's words."""
    found: list[Turn] = []
    block: list[str] = []
    for line in _lines(text):
        speaker = _SPEAKER.match(line.text) if line.outside else None
        if speaker is None:
            block.append(line.text)
            continue
        _close(found, block)
        block = []
        found.append(Turn(speaker[1] == "user"))
    _close(found, block)
    return found


class _Line:
    """A line, and whether it lies outside a person's tags."""

    __slots__ = ("outside", "text")

    def __init__(self, text: str, *, outside: bool) -> None:
        self.text, self.outside = text, outside


def _lines(text: str) -> Iterator[_Line]:
    inside = False
    for raw in text.split("\n"):
        line = raw.removesuffix("\r")
        yield _Line(line, outside=not inside)
        opened, closed = line.rfind(_OPENS), line.rfind(_CLOSES)
        if opened != closed:
            inside = opened > closed


def _close(found: list[Turn], block: list[str]) -> None:
    if not found:
        return
    turn = found[-1]
    turn.parts = ["\n".join(block).strip("\n")] if turn.person else list(_agent_parts(block))


def _agent_parts(block: list[str]) -> Iterator[str | Used]:
    """The agent's words and calls; what it thought and what tools returned is left out."""
    said: list[str] = []
    at = 0
    while at < len(block):
        mark = _MARK.match(block[at])
        if mark is None:
            said.append(block[at])
            at += 1
            continue
        if any(line.strip() for line in said):
            yield "\n".join(said).strip("\n")
        said = []
        end = _end(block, at + 1)
        if mark[1] == "Tool call":
            yield Used(mark[2].strip() or "unknown", _arguments(block[at + 1 : end]))
        at = end
    if any(line.strip() for line in said):
        yield "\n".join(said).strip("\n")


def _end(block: list[str], start: int) -> int:
    """The first line after `start` that does not belong to the mark before it: a blank one, or a mark."""
    for at in range(start, len(block)):
        if not block[at].strip() or _MARK.match(block[at]):
            return at
    return len(block)


def _arguments(lines: list[str]) -> dict[str, str]:
    """`key: value` lines; a line that is none goes on with the value before it."""
    found: dict[str, str] = {}
    key = None
    for line in lines:
        argument = _ARGUMENT.match(line)
        if argument:
            key = argument[1]
            found[key] = argument[2].strip()
        elif key is not None:
            found[key] += f"\n{line.strip()}"
    return found
