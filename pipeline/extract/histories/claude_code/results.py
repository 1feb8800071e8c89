"""What a read returned: the text that the agent received, and which lines of the file they were."""

import re
from typing import Any

from pipeline.extract.histories.records import Access

_GUTTER = re.compile(r" *(\d+)[→\t]")
_NOTICE = "\n\n<system-reminder>"
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
        _blank_last_line(access, file)
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


def _blank_last_line(access: Access, file: dict[str, Any]) -> None:
    """Gives a read its last line back where that is blank.

    The program joins lines by line ends and counts what is behind the file's last line end as a line. So a
    text that ends with a line end has a blank last line, unless it reaches the end of the file.
    """
    lines, whole = file.get("numLines"), file.get("totalLines")
    if not isinstance(lines, int) or not isinstance(whole, int) or access.line_from is None:
        return
    content, last = file["content"], access.line_from + lines - 1
    if content.endswith("\n") and lines == content.count("\n") + 1 and last < whole:
        access.line_to = last


def _from_text(access: Access, text: str) -> None:
    numbered = numbered_text(text)
    if numbered is not None:
        start, count, access.chars = numbered
        access.chars_basis = "log-stripped"
        access.line_from, access.line_to = (start, start + count - 1) if count else (None, None)
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


def numbered_text(text: str) -> tuple[int, int, int] | None:
    """The first line's number, how many lines follow, and their characters without the numbers.

    None where the lines have no numbers. Numbers must follow each other: what stands after the last
    numbered line is a notice, what stands between two of them belongs to the line before. An empty last
    line is the end of the line before.
    """
    cut = text.find(_NOTICE)
    shown = text if cut < 0 else text[:cut]
    first, last = _GUTTER.match(shown), _GUTTER.match(shown, shown.rfind("\n") + 1)
    if not first or not last:
        return _line_by_line(text)
    # Where the last number fits the count of line ends, every line between has its number, too.
    start, count, wide = int(first[1]), shown.count("\n") + 1, first.end()
    if int(last[1]) != start + count - 1 or last.end() - last.start() != wide:
        return _line_by_line(text)
    return start, count - (last.end() == len(shown)), len(shown) - count * wide


def _line_by_line(text: str) -> tuple[int, int, int] | None:
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
    return start, number - start + 1 - (not kept[-1]), sum(map(len, kept)) + len(kept) - 1
