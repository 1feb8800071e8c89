"""The texts of the twin's notes: what each version holds, and which lines each read asks for."""

import bisect
from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime

from pipeline.twin.article import facts, notes
from pipeline.twin.article.solution import Read, Solution, Write

_CRLF_EACH = 60
"""One log in so many is stored with CRLF."""


@dataclass(frozen=True, slots=True)
class Version:
    """What one write left: the write and the whole text."""

    write: Write
    text: str


@dataclass(frozen=True, slots=True)
class Asked:
    """What a read returns: the text, and its first and last line; no lines where the whole file is read."""

    text: str
    lines: tuple[int, int] | None


class Streams:
    """Every version of every note, and the part of one that each read returns."""

    def __init__(self, solved: Solution) -> None:
        self._spans = _spans(solved)
        links = _links(solved)
        self.versions = {
            path: _versions(path, writes, self._spans, links) for path, writes in solved.writes_of().items()
        }

    def alive(self, path: str, at: datetime) -> Version:
        """The version that stood at that time: the last one committed by then."""
        found = [one for one in self.versions[path] if one.write.committed_at <= at]
        return found[-1]

    def before(self, write: Write) -> str:
        """The text that a write changed; empty for a new note."""
        texts = [
            one for one in self.versions[write.path] if one.write is not write and one.write.at < write.at
        ]
        return texts[-1].text if texts else ""

    def text(self, write: Write) -> str:
        """The text that a write left."""
        return next(one.text for one in self.versions[write.path] if one.write is write)

    def asked(self, read: Read) -> Asked:
        """What the read returns. Raises AssertionError where its characters are no whole lines."""
        text = self.alive(read.path, read.at).text
        start, end = self._spans[read]
        if (start, end) == (0, len(text)):
            return Asked(text, None)
        ends = _line_ends(text)
        first, last = bisect.bisect_left(ends, start + 1) + 1, bisect.bisect_left(ends, end) + 1
        if ends[last - 1] != end or (start and ends[first - 2] != start):
            raise AssertionError(f"{read.path}: {start} to {end} are no whole lines")
        return Asked(text[start:end], (first, last))


def _spans(solved: Solution) -> dict[Read, tuple[int, int]]:
    """By read its first and last code point: reads of one note by one conversation follow each other; a log
    is read whole each time."""
    found: dict[Read, tuple[int, int]] = {}
    done: dict[tuple[int, str], int] = defaultdict(int)
    for read in solved.reads:
        if read.section == "dialogs":
            found[read] = (0, read.chars)
            continue
        start = done[read.ordinal, read.path]
        found[read] = (start, start + read.chars)
        done[read.ordinal, read.path] += read.chars
    return found


def _links(solved: Solution) -> list[str]:
    """The notes that registers name, relative to the folder of the memory."""
    paths = sorted({one.path for one in solved.writes if one.section not in ("dialogs", "register")})
    return [path.removeprefix("docs/memory/") for path in paths]


def _versions(
    path: str, writes: list[Write], spans: dict[Read, tuple[int, int]], links: list[str]
) -> list[Version]:
    inner = {end for read, ends in spans.items() if read.path == path for end in ends if end}
    breaks = inner | {write.chars for write in writes}
    crlf = writes[0].section == "dialogs" and sum(path.encode()) % _CRLF_EACH == 0
    stream = notes.text(
        path,
        writes[-1].chars,
        breaks,
        opening=facts.OPENINGS.get(path, ""),
        links=links if writes[0].section == "register" else (),
        line_end="\r\n" if crlf else "\n",
    )
    made: list[Version] = []
    for write in writes:
        if made and made[-1].write.chars == write.chars:
            stream = notes.reworded(stream[: write.chars], path) + stream[write.chars :]
        made.append(Version(write, stream[: write.chars]))
    return made


def _line_ends(text: str) -> list[int]:
    ends, at = [], 0
    for line in text.splitlines(keepends=True):
        at += len(line)
        ends.append(at)
    return ends
