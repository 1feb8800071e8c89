"""Code fences, balanced or not: what stands inside one is content, never a mark."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

_FENCE = re.compile(r"(?P<indent>\s*)(?P<run>`{3,}|~{3,})(?P<info>[^`]*)$")


@dataclass(frozen=True, slots=True)
class Fence:
    """A line that can open a fence, and close one where it has no `info`."""

    indent: int
    run: str
    info: str

    def closes(self, opened: "Fence") -> bool:
        """Whether this line ends the fence that `opened` began."""
        same = self.run.startswith(opened.run)
        return same and not self.info and self.indent <= max(3, opened.indent)


def fence(line: str) -> Fence | None:
    """The fence that `line` is, or None."""
    if "```" not in line and "~~~" not in line:
        return None
    found = _FENCE.match(line)
    return Fence(len(found["indent"]), found["run"], found["info"].strip()) if found else None


def after(line: str, opened: Fence | None) -> Fence | None:
    """The fence that is open behind `line` where `opened` was open before it."""
    here = fence(line)
    if here is None:
        return opened
    if opened is None:
        return here
    return None if here.closes(opened) else opened


def stays_open(lines: Sequence[str], start: int, opened: Fence, boundary: Callable[[int], bool]) -> bool:
    """Whether the fence `opened` really reaches over the boundary at `start`.

    Exporters before fences were sized to their content left some unclosed, so an open fence proves
    nothing. It reaches over the boundary only where the next boundary behind its end is met with all
    fences closed, and would not be so if it had ended before `start`.
    """
    end = next((k for k in range(start, len(lines)) if after(lines[k], opened) is None), None)
    if end is None:
        return False
    stop = next((k for k in range(end + 1, len(lines)) if boundary(k)), len(lines))
    return _closed(lines[end + 1 : stop]) and not _closed(lines[start:stop])


def _closed(lines: Sequence[str]) -> bool:
    opened: Fence | None = None
    for line in lines:
        opened = after(line, opened)
    return opened is None
