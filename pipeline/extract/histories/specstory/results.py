"""What a call's body holds: its fences, the text that came back, and how it ended."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.extract.histories.records import Status
from pipeline.extract.histories.specstory.fences import Fence, after, fence

_GUTTER = re.compile(r" *(\d+)(?:→|\t)")
_WRAPPED = re.compile(r"(?s)(?:Chunk ID:|Wall time:|Exit code:|Process exited).*?^Output:\n", re.MULTILINE)
_EXIT = re.compile(r"\A(?:Exit code:? (\d+)|(?:.*\n){0,4}?Process exited with code (\d+))")
_SAID = re.compile(r"^Status: \*\*(\w+)\*\*\s*$", re.MULTILINE)
_CANCELLED = re.compile(
    r"\s*(?:The user doesn't want to |\[Request interrupted by user|Cancelled\b|cancelled$)"
)
_FAILED = re.compile(
    r"\s*(?:Error\b|Could not find file |File does not exist|EISDIR: |ENOENT: |InputValidationError"
    r"|File content \(|File has (?:been unexpectedly modified|not been read yet)|String to replace not found)"
)
_UNCHANGED = re.compile(r"\s*(?:Wasted call — file unchanged|<system-reminder>File unchanged)")
_STATUSES: dict[str, Status] = {
    "error": "error", "failed": "error", "cancelled": "cancelled", "rejected": "cancelled",
    "completed": "ok", "success": "ok", "loading": "pending", "pending": "pending",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Block:
    """One fence of a body: what the fence says of its language, and its text with line ends."""

    info: str
    text: str


def blocks(lines: Sequence[str]) -> list[Block]:
    """The fences of a body in order, as they are paired; the last one reaches to the body's last fence line.

    A result is printed last, and its own fences may have broken the pairs of an older exporter.
    """
    found: list[tuple[Fence, int, int]] = []
    opened: tuple[Fence, int] | None = None
    for at, line in enumerate(lines):
        if opened is None:
            here = fence(line)
            opened = (here, at) if here else None
        elif after(line, opened[0]) is None:
            found.append((opened[0], opened[1], at))
            opened = None
    if opened:
        found.append((opened[0], opened[1], len(lines)))
    return [Block(begun.info, _joined(lines[start + 1 : end])) for begun, start, end in found]


def before(lines: Sequence[str]) -> list[str]:
    """The lines of a body that stand before its first fence."""
    end = next((at for at, line in enumerate(lines) if fence(line)), len(lines))
    return list(lines[:end])


def outside(lines: Sequence[str]) -> list[str]:
    """The lines of a body that stand in none of its fences."""
    kept: list[str] = []
    opened: Fence | None = None
    for line in lines:
        if opened is None and not fence(line):
            kept.append(line)
        opened = after(line, opened)
    return kept


def reaching(lines: Sequence[str], nth: int) -> str | None:
    """The text from the body's `nth` fence to the last fence line: one result, whatever fences it holds."""
    places = [at for at, line in enumerate(lines) if fence(line)]
    opened: Fence | None = None
    starts: list[int] = []
    for at in places:
        starts += [at] if opened is None else []
        opened = after(lines[at], opened)
    if nth >= len(starts):
        return None
    start = starts[nth]
    run = fence(lines[start])
    ends = [at for at in places if at > start and run and after(lines[at], run) is None]
    return _joined(lines[start + 1 : ends[-1] if ends else len(lines)])


def _joined(lines: Sequence[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def unwrapped(output: str) -> str:
    """The output of a command without the lines that its agent put before it."""
    return _WRAPPED.sub("", output, count=1) if _WRAPPED.match(output) else output


def status_of(text: str, *, printed: bool = False) -> Status | None:
    """How a call ended, where the text of its result or body says so; None where it says nothing.

    `printed`: a command printed the text, so only what its agent says of it counts.
    """
    if _CANCELLED.match(text):
        return "cancelled"
    if text.lstrip().startswith("<tool_use_error>") or (not printed and _FAILED.match(text)):
        return "error"
    said = _SAID.search(text)
    return _STATUSES.get(said[1].lower()) if said else None


def exit_code(output: str) -> int:
    """The exit code that the output of a command begins with; 0 where it names none."""
    found = _EXIT.match(output)
    return int(found[1] or found[2]) if found else 0


def unchanged(text: str) -> bool:
    """Whether a read says that it gave nothing again because the file had not changed."""
    return bool(_UNCHANGED.match(text))


@dataclass(frozen=True, slots=True)
class Numbered:
    """A text under line numbers: first and last line, its characters without them; None: not all had one."""

    line_from: int
    line_to: int
    chars: int | None


def numbered(text: str) -> Numbered | None:
    """The lines that a text under numbers covers; None where its first line has no number.

    An empty last line is the end of the line before it; its tab may have been trimmed away.
    """
    lines = text.removesuffix("\n").split("\n")
    if lines[-1].strip().isdecimal():
        lines[-1] += "\t"
    found = [_GUTTER.match(line) for line in lines]
    first = found[0]
    if first is None:
        return None
    pairs = [(line, match) for line, match in zip(lines, found, strict=True) if match]
    chars = sum(len(line) - match.end() + 1 for line, match in pairs)
    chars -= len(lines) > 1 and found[-1] is not None and found[-1].end() == len(lines[-1])
    last = max(int(match[1]) for _, match in pairs)
    return Numbered(int(first[1]), last, None if None in found else chars)
