"""One pass over a file: its turns, and in each the text, the calls and the rules, fences respected."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from pipeline.extract.histories.specstory import markers
from pipeline.extract.histories.specstory.fences import Fence, after, fence, stays_open
from pipeline.extract.histories.specstory.marks import Mark, mark

Kind = Literal["text", "marker", "envelope"]

_TAGS = {"<details>", "</details>"}
_ENDS = ("</details></tool-use>", "</tool-use>")


@dataclass(slots=True)
class Part:
    """A stretch of a turn: text, an envelope, or a marker with all lines up to the next part."""

    kind: Kind
    lines: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """Its lines as text, without the tags that older exporters leave around calls."""
        return "\n".join(line for line in self.lines if line.strip() not in _TAGS).strip()


@dataclass(slots=True)
class Turn:
    """One turn: its mark and its parts in order. A person's turn is one part of text."""

    mark: Mark
    parts: list[Part] = field(default_factory=list)


def scan(lines: Sequence[str]) -> tuple[list[str], list[Turn]]:
    """The lines before the first turn, and the turns."""
    return _Scan(lines).run()


class _Scan:
    """The state of the pass: the open fence, the turn and the part that lines are added to."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.lines = lines
        self.head: list[str] = []
        self.turns: list[Turn] = []
        self.part: Part | None = None
        self.fence: Fence | None = None

    def run(self) -> tuple[list[str], list[Turn]]:
        at = 0
        while at < len(self.lines):
            at = self._step(at)
        return self.head, self.turns

    def _step(self, at: int) -> int:
        line = self.lines[at]
        if found := self._mark(at):
            if not self._inside(at):
                self.turns.append(Turn(found))
                self.part, self.fence = None, None
                return at + 1
        elif self._agent and (beyond := self._cut(at)):
            return beyond
        if self.turns:
            self._add(line)
        else:
            self.head.append(line)
        self.fence = None if self._ends_rule(line) else after(line, self.fence)
        return at + 1

    @property
    def _agent(self) -> bool:
        return bool(self.turns) and not self.turns[-1].mark.person

    def _cut(self, at: int) -> int | None:
        """Where an agent's turn is cut at this line: the place behind what was taken, else None."""
        line = self.lines[at]
        if line.startswith("---") and self._separates(at):
            if self.fence is None or (self._boundary(at) and not self._inside(at)):
                self.part, self.fence = None, None
                return at + 1
        elif self.fence is None and line.startswith("<think>"):
            self.part = None
            return self._thought(at)
        elif self.fence is None and line.startswith(markers.TOOL_USE):
            end = self._envelope(at)
            self._begin("envelope", self.lines[at:end])
            self.part = None
            return end
        elif self.fence is None and markers.opens(line) and not self._awaited(line):
            self._begin("marker", [line])
            return at + 1
        return None

    def _begin(self, kind: Kind, lines: Sequence[str]) -> None:
        self.part = Part(kind, list(lines))
        self.turns[-1].parts.append(self.part)

    def _add(self, line: str) -> None:
        if self.part is None:
            self._begin("text", [])
            assert self.part is not None
        self.part.lines.append(line)

    def _awaited(self, line: str) -> bool:
        """Whether a marker in words belongs to the name just above it: both are one call."""
        if not self.part or self.part.kind != "marker" or markers.named(line):
            return False
        blank = {"", "<details>"}
        return bool(markers.named(self.part.lines[0])) and all(
            held.strip() in blank for held in self.part.lines[1:]
        )

    def _ends_rule(self, line: str) -> bool:
        """Whether the text of a rule ends here: its last line carries the fence that closes it."""
        part = self.part
        if part is None or not line.endswith("```") or fence(line) or markers.rule(part.lines[0]) is None:
            return False
        return part.kind == "marker"

    def _mark(self, at: int) -> Mark | None:
        """The mark at `at`; it stands alone between blank lines."""
        line = self.lines[at]
        if not line.startswith("_**") or (at and self.lines[at - 1].strip()):
            return None
        return mark(line)

    def _separates(self, at: int) -> bool:
        return self.lines[at].strip() == "---" and not (at and self.lines[at - 1].strip())

    def _boundary(self, at: int) -> bool:
        """Whether a turn or a part surely begins here: a mark, or a separator before a mark or a call."""
        if self._mark(at):
            return True
        if not self._separates(at):
            return False
        following = next((k for k in range(at + 1, len(self.lines)) if self.lines[k].strip()), None)
        if following is None:
            return True
        line = self.lines[following]
        starts = line.startswith((markers.TOOL_USE, "<think>", "<details>")) or markers.opens(line)
        return starts or markers.lost_file(line) or self._mark(following) is not None

    def _inside(self, at: int) -> bool:
        return self.fence is not None and stays_open(self.lines, at, self.fence, self._boundary)

    def _thought(self, at: int) -> int:
        """The place behind a thought; behind its first line where nothing ends it."""
        ends = (k + 1 for k in range(at, len(self.lines)) if "</think>" in self.lines[k])
        return next(ends, at + 1)

    def _envelope(self, at: int) -> int:
        """The place behind an envelope: behind the first end that is not content of a fence."""
        opened: Fence | None = None
        nested = 0
        for k in range(at + 1, len(self.lines)):
            line = self.lines[k]
            if line.rstrip() in _ENDS:
                if self._ends_call(k, opened, nested):
                    return k + 1
                nested = max(0, nested - 1)
            elif opened and line.startswith(markers.TOOL_USE):
                nested += 1
            else:
                opened = after(line, opened)
        return next((k for k in range(at + 1, len(self.lines)) if self._mark(k)), len(self.lines))

    def _ends_call(self, at: int, opened: Fence | None, nested: int) -> bool:
        """Whether this end belongs to the call itself, not to one printed in its output.

        A fence of three characters may have been broken by its content, so it hides the end only where
        an envelope was opened inside it and no later turn follows; a longer one always hides it.
        """
        if opened is None:
            return True
        if len(opened.run) > 3 and self._ended_later(at, opened):
            return False
        following = next((k for k in range(at + 1, len(self.lines)) if self.lines[k].strip()), None)
        if following is None:
            return True
        found = self._mark(following)
        if nested:
            now = self.turns[-1].mark.at
            return bool(found and found.at and now and found.at >= now)
        return bool(found) or self.lines[following].startswith((markers.TOOL_USE, "---"))

    def _ended_later(self, at: int, opened: Fence) -> bool:
        closing = next((k for k in range(at, len(self.lines)) if after(self.lines[k], opened) is None), None)
        return closing is not None and any(x.rstrip() in _ENDS for x in self.lines[closing + 1 : closing + 3])


def parts_of(turns: Sequence[Turn], *, sidechain: bool) -> Iterator[tuple[Turn, Part]]:
    """The parts of the main thread's turns, or of the sub-agents', in order."""
    for turn in turns:
        if turn.mark.sidechain == sidechain:
            for part in turn.parts:
                yield turn, part
