"""The turns of an export: whose they are, and their text."""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from pipeline.extract.histories.records import Role
from pipeline.extract.histories.specstory.fences import Fence, after, stays_open

_RULE = "---"
_SHORTEST = 3
_MARKERS: dict[str, Role] = {"**User**": "human", "**Cursor**": "agent"}


def turns(lines: Sequence[str]) -> Iterator[tuple[Role, str]]:
    """Role and text of each turn, in order, from the lines behind the head.

    A turn begins with a rule, a blank line and a marker, outside code fences; each of these alone is text.
    Of the first one an early version wrote the marker alone.
    """
    for start, end in pairwise([*_starts(lines), _Start(len(lines), len(lines))]):
        yield _MARKERS[lines[start.marker].strip()], "\n".join(lines[start.marker + 1 : end.rule]).strip("\n")


class _Start(NamedTuple):
    """Where a turn begins, and where its marker stands."""

    rule: int
    marker: int


def _starts(lines: Sequence[str]) -> Iterator[_Start]:
    def begins(at: int) -> bool:
        return (
            lines[at].rstrip() == _RULE
            and at + 2 < len(lines)
            and not lines[at + 1].strip()
            and lines[at + 2].rstrip() in _MARKERS
        )

    first = next((at for at, line in enumerate(lines) if line.strip()), None)
    if first is not None and lines[first].rstrip() in _MARKERS:
        yield _Start(first, first)
    opened: Fence | None = None
    for at, line in enumerate(lines):
        if begins(at) and not (opened and _reaches(lines, at, opened, begins)):
            opened = None
            yield _Start(at, at + 2)
        else:
            opened = after(line, opened)


def _reaches(lines: Sequence[str], at: int, opened: Fence, begins: Callable[[int], bool]) -> bool:
    """Whether a fence reaches over the sequence at `at`; a person may have left it open."""
    if len(opened.run) > _SHORTEST and any(after(line, opened) is None for line in lines[at:]):
        # One longer than it need be was made to hold others.
        return True
    return stays_open(lines, at, opened, begins)
