"""The turns of an export: whose they are, and their text."""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from pipeline.extract.histories.records import Role
from pipeline.extract.histories.specstory.fences import Fence, after, stays_open

_RULE = "---"
_SHORTEST = 3
_MARKERS: dict[str, Role] = {"**User**": "human", "**Cursor**": "agent"}


def turns(lines: Sequence[str]) -> Iterator[tuple[Role, str]]:
    """Role and text of each turn, in order. A turn begins with a rule, a blank line and a marker, outside
    code fences; each of these alone is text."""
    for start, end in pairwise([*_starts(lines), len(lines)]):
        yield _MARKERS[lines[start + 2].strip()], "\n".join(lines[start + 3 : end]).strip("\n")


def _starts(lines: Sequence[str]) -> Iterator[int]:
    def begins(at: int) -> bool:
        return (
            lines[at].rstrip() == _RULE
            and at + 2 < len(lines)
            and not lines[at + 1].strip()
            and lines[at + 2].rstrip() in _MARKERS
        )

    opened: Fence | None = None
    for at, line in enumerate(lines):
        if begins(at) and not (opened and _reaches(lines, at, opened, begins)):
            opened = None
            yield at
        else:
            opened = after(line, opened)


def _reaches(lines: Sequence[str], at: int, opened: Fence, begins: Callable[[int], bool]) -> bool:
    """Whether a fence reaches over the sequence at `at`; a person may have left it open."""
    if len(opened.run) > _SHORTEST and any(after(line, opened) is None for line in lines[at:]):
        # One longer than it need be was made to hold others.
        return True
    return stays_open(lines, at, opened, begins)
