"""Which lines a read asked for or got, and what it returned."""

from collections.abc import Mapping
from typing import Any

from pipeline.extract.histories.cursor_desktop.shapes import Result
from pipeline.extract.histories.numbers import whole_number
from pipeline.extract.histories.records import Access

Lines = tuple[int | None, int | None]
_WHOLE = ("readEntireFile", "should_read_entire_file")
_FROM = ("startLineOneIndexed", "start_line_one_indexed", "startLine", "start_line")
_TO = ("endLineOneIndexedInclusive", "end_line_one_indexed_inclusive", "endLine", "end_line")

_KEYS = frozenset((*_WHOLE, *_FROM, *_TO, "offset", "limit"))


def asked(arguments: Mapping[str, Any]) -> Lines:
    """The lines that arguments ask for, a negative first line from the end; (None, None) is the whole."""
    if _KEYS.isdisjoint(arguments):
        return None, None
    first, last = _first(arguments, _FROM), _first(arguments, _TO)
    if any(arguments.get(key) is True for key in _WHOLE):
        return None, None
    if first is not None or last is not None:
        return first or 1, last
    offset, limit = whole_number(arguments.get("offset")), whole_number(arguments.get("limit"))
    if offset is None and not limit:
        return None, None
    start = offset or 1
    if not limit:
        return start, None
    end = start + limit - 1
    return start, end if start > 0 or end < 0 else None


def within(lines: Lines, total: int | None) -> Lines:
    """The lines as they lie in a file of `total` lines; a whole file is 1 to its last line."""
    first, last = lines
    if not total:
        return lines
    if first is None:
        return 1, total
    start = max(1, total + 1 + first) if first < 0 else first
    end = total if last is None else total + 1 + last if last < 0 else min(last, total)
    return (start, end) if end >= start else (start, last)


def fill(access: Access, lines: Lines, result: Result | str | None) -> None:
    """Set the lines and characters of a read that succeeded."""
    total = None
    if isinstance(result, Result):
        total = result.total_lines_in_file or result.total_lines
        if result.start_line_one_indexed and result.end_line_one_indexed_inclusive:
            lines = result.start_line_one_indexed, result.end_line_one_indexed_inclusive
    narrowed = lines != (None, None)
    access.line_from, access.line_to = within(lines, total)
    contents = result.contents if isinstance(result, Result) else result
    if contents or (contents == "" and not total):
        access.chars, access.chars_basis = len(contents), "log"
    else:
        # The log dropped the text: an empty text beside a line total, or a pruned result.
        access.chars_basis = "range" if narrowed else "version"


def _first(arguments: Mapping[str, Any], keys: tuple[str, ...]) -> int | None:
    return next((n for key in keys if (n := whole_number(arguments.get(key))) is not None), None)
