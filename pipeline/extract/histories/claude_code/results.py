"""What a read returned: the text that the agent received, and which lines of the file they were."""

import re
from typing import Any

from pipeline.extract.histories.records import Access

_GUTTER = re.compile(r"^ *(\d+)[→\t]", re.MULTILINE)
_REMINDER = re.compile(r"\s*<system-reminder>.*?</system-reminder>\s*", re.DOTALL)


def read_result(access: Access, result: Any, text: str, other: bool) -> None:
    """Fills in what a read that succeeded returned.

    `result` is the structured result (``toolUseResult``), which holds the clean text where it is there;
    `text` is what the model was given, with line numbers and reminders; `other` says that the model was
    given something that is no text. An image or a PDF has no characters.
    """
    kind = result.get("type") if isinstance(result, dict) else None
    file = result.get("file") if isinstance(result, dict) else None
    if kind == "file_unchanged":
        _nothing_again(access)
    elif kind == "text" and isinstance(file, dict) and isinstance(file.get("content"), str):
        start = file.get("startLine")
        _lines(access, file["content"], start if isinstance(start, int) else access.line_from)
        access.chars_basis = "log"
    elif kind in {"image", "pdf", "parts"} or (other and not text):
        access.line_from = access.line_to = None
    else:
        _from_text(access, text)


def _nothing_again(access: Access) -> None:
    access.line_from = access.line_to = None
    access.chars, access.chars_basis, access.counts = 0, "log", False


def _lines(access: Access, content: str, start: int | None) -> None:
    """Sets characters and lines; a line end closes its line and opens none."""
    access.chars = len(content)
    count = content.count("\n") + (not content.endswith("\n")) if content else 0
    if count:
        access.line_from = start or 1
        access.line_to = access.line_from + count - 1
    else:
        access.line_from = access.line_to = None


def _from_text(access: Access, text: str) -> None:
    numbered = without_gutter(text)
    if numbered is not None:
        start, content = numbered
        _lines(access, content, start)
        access.chars_basis = "log-stripped"
        return
    plain = _REMINDER.sub("", text)
    if plain.startswith("File unchanged since last read"):
        _nothing_again(access)
    elif plain or text:
        access.chars, access.chars_basis = len(plain), "log" if plain == text else "log-stripped"
        if not plain:
            access.line_from = access.line_to = None
    else:
        access.chars_basis = "range" if access.line_from is not None else "version"


def without_gutter(text: str) -> tuple[int, str] | None:
    """The first line's number and the text without line numbers; None where its lines have none.

    Numbers must follow each other: what stands after the last numbered line is a notice, what stands
    between two of them belongs to the line before.
    """
    cut = text.find("\n\n<system-reminder>")
    numbered = text if cut < 0 else text[:cut]
    before, *told = _GUTTER.split(numbered)
    if not told:
        return None
    start, numbers = int(told[0]), told[::2]
    follow = numbers == [str(number) for number in range(start, start + len(numbers))]
    if follow and not before and len(numbers) == numbered.count("\n") + 1:
        return start, "".join(told[1::2])
    return _line_by_line(text)


def _line_by_line(text: str) -> tuple[int, str] | None:
    lines = text.split("\n")
    first = next((at for at, line in enumerate(lines[:2]) if _GUTTER.match(line)), None)
    if first is None:
        return None
    kept: list[str] = []
    waiting: list[str] = []
    start = number = 0
    for line in lines[first:]:
        gutter = _GUTTER.match(line)
        if gutter and (not kept or int(gutter[1]) == number + 1):
            number = int(gutter[1])
            start = start or number
            kept += [*waiting, line[gutter.end() :]]
            waiting = []
        else:
            waiting.append(line)
    return start, "\n".join(kept)
