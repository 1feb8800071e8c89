"""What the result of a call says: how it ended, what it printed, which lines it returned."""

import re
from dataclasses import dataclass
from typing import Any

from pipeline.extract.histories.records import Access, Status

_EXIT = re.compile(r"Exit code: (-?\d+)[ \t]*(?:\n|\Z)")
_PRINTED = re.compile(
    r"\s*Command output:\n\n?(?:```[^\n]*\n(?P<fenced>.*?)\n?```\s*\Z|(?P<plain>.*))", re.DOTALL
)
_GUTTER = re.compile(r" *(\d+)\|")
_SEVERAL = re.compile(r"&&|\|\||[;\n|]")
_TEXTS = ("content", "contents", "output", "stdout", "text")


@dataclass(frozen=True, slots=True)
class Result:
    """One result. `text` is what the agent was given, None where that is no text."""

    told: Any
    is_error: bool

    @property
    def text(self) -> str | None:
        """The text that a string, an object or a list of parts holds."""
        return _text(self.told)

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
        if isinstance(self.told, dict) and self.told.get("rejected"):
            return "cancelled"
        if self.is_error or (isinstance(self.told, dict) and self.told.get("error")):
            return "error"
        if command is not None and self.exit_code:
            return "unknown" if _SEVERAL.search(command.strip()) else "error"
        return "ok"


def _text(told: Any) -> str | None:
    if isinstance(told, str):
        return told
    if isinstance(told, list):
        parts = [
            part["text"] for part in told if isinstance(part, dict) and isinstance(part.get("text"), str)
        ]
        return "\n".join(parts) if parts else None
    if isinstance(told, dict):
        inner = told.get("success")
        held = inner if isinstance(inner, dict) else told
        return next((held[key] for key in _TEXTS if isinstance(held.get(key), str)), None)
    return None


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
