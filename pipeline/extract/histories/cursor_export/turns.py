"""The turns of an export: whose they are, and their text."""

from collections.abc import Iterator, Sequence

from pipeline.extract.histories.records import Role
from pipeline.extract.histories.specstory.fences import Fence, after, stays_open

_RULE = "---"
_MARKERS: dict[str, Role] = {"**User**": "human", "**Cursor**": "agent"}


def turns(lines: Sequence[str]) -> Iterator[tuple[Role, str]]:
    """Role and text of each turn, in order. A turn begins with a rule, a blank line and a marker, outside
    code fences; each of these alone is text."""
    starts = list(_starts(lines))
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
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
        if begins(at) and (opened is None or not stays_open(lines, at, opened, begins)):
            opened = None
            yield at
        else:
            opened = after(line, opened)
