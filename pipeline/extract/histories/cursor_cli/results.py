"""What the result of a call says: how it ended, what it printed, which lines it returned."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pipeline.extract.histories.records import Access, Status
from pipeline.extract.histories.shell import holds_several

_EXIT = re.compile(r"Exit code: (-?\d+)[ \t]*(?:\n|\Z)")
_PRINTED = re.compile(
    r"\s*Command output:\n\n?(?:```[^\n]*\n(?P<fenced>.*?)\n?```\s*\Z|(?P<plain>.*))", re.DOTALL
)
_GUTTER = re.compile(r" *(\d+)\|")
_TEXTS = ("content", "contents", "output", "stdout", "text")


@dataclass(frozen=True, slots=True)
class Result:
    """One result as the agent was given it, and the outcome that the client keeps beside it."""

    told: Any
    is_error: bool
    outcome: Mapping[str, Any]

    @property
    def text(self) -> str | None:
        """The text that the agent was given, else the outcome's; None where neither is text."""
        told = _text(self.told)
        return _text(self.outcome) if told is None else told

    @property
    def printed(self) -> tuple[str | None, bool]:
        """What a command printed, and whether lines around it were taken off."""
        text = self.text
        exit_line = _EXIT.match(text) if text is not None else None
        if text is None or exit_line is None:
            return text, False
        body = _PRINTED.match(text, exit_line.end())
        if body is None:
            return text[exit_line.end() :].lstrip("\n"), True
        return body["fenced"] if body["fenced"] is not None else body["plain"], True

    @property
    def exit_code(self) -> int | None:
        """The exit code that an object or the first line of a text names."""
        if isinstance(self.told, dict):
            inner = self.told.get("success")
            held = inner if isinstance(inner, dict) else self.told
            code = held.get("exitCode")
            return code if isinstance(code, int) else None
        found = _EXIT.match(self.text or "")
        return int(found[1]) if found else None

    def status(self, command: str | None) -> Status:
        """How the call ended; a command that is one of several and failed says nothing of each."""
        ends = [self.outcome, *([self.told] if isinstance(self.told, dict) else ())]
        if any(end.get("rejected") for end in ends):
            return "cancelled"
        if self.is_error or any(end.get("error") for end in ends):
            return "error"
        if command is not None and self.exit_code:
            return "unknown" if holds_several(command) else "error"
        return "ok"


def _text(told: Any) -> str | None:
    if isinstance(told, str):
        return told
    if isinstance(told, list):
        parts = [
            part["text"] for part in told if isinstance(part, dict) and isinstance(part.get("text"), str)
        ]
        return "\n".join(parts) if parts else None
    if isinstance(told, Mapping):
        inner = told.get("success")
        held = inner if isinstance(inner, dict) else told
        return next((held[key] for key in _TEXTS if isinstance(held.get(key), str)), None)
    return None


def result_of(part: Mapping[str, Any], message: Mapping[str, Any]) -> Result:
    """The result that a part holds; the outcome beside it is that of a message with one result."""
    options = options_of(message)
    kept = options.get("highLevelToolCallResult") if _has_one_result(message) else None
    high = kept if isinstance(kept, dict) else {}
    output = high.get("output")
    outcome = output if isinstance(output, dict) else {}
    failed = any(held.get("isError") is True for held in (part, high, outcome))
    told = part["result"] if part.get("result") is not None else part.get("experimental_content")
    return Result(told, failed, outcome)


def options_of(message: Mapping[str, Any]) -> Mapping[str, Any]:
    """What the client keeps beside a message."""
    options = message.get("providerOptions")
    own = options.get("cursor") if isinstance(options, dict) else None
    return own if isinstance(own, dict) else {}


def _has_one_result(message: Mapping[str, Any]) -> bool:
    parts = message.get("content")
    kinds = [part.get("type") for part in parts if isinstance(part, dict)] if isinstance(parts, list) else []
    return kinds.count("tool-result") == 1


def returned(access: Access, text: str) -> None:
    """Set lines and characters of a read from the text it gave.

    Numbers before the lines are taken off only where each line has one and they follow each other; an
    empty last line is the end of the line before.
    """
    lines = text.split("\n")
    numbered = lines[:-1] if len(lines) > 1 and not lines[-1] else lines
    marks = [_GUTTER.match(line) for line in numbered]
    numbers = [int(mark[1]) for mark in marks if mark]
    if len(numbers) < len(marks) or numbers != list(range(numbers[0], numbers[0] + len(numbers))):
        access.chars, access.chars_basis = len(text), "log"
        return
    access.chars = len(text) - sum(mark.end() for mark in marks if mark)
    access.chars_basis = "log-stripped"
    access.line_from, access.line_to = numbers[0], numbers[-1]
