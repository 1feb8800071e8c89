"""Figures of a corpus by another way than the product's: plain Git, and sums over what a reader gave."""

import csv
import re
import subprocess
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from pipeline.extract.histories.records import Access, Call, Conversation, Reading

DIFFERENCES = Path(__file__).parent / "differences.csv"


@dataclass(frozen=True, slots=True)
class Difference:
    """One row in which the corpus' own figures are wrong: what they hold, what is right, and why."""

    corpus: str
    figure: str
    id: str
    oracle: str
    ours: str
    reason: str


def differences(corpus: str, figure: str) -> dict[str, Difference]:
    """The known differences of one figure, keyed by the history they stand in."""
    with DIFFERENCES.open(encoding="utf-8", newline="") as file:
        rows = [Difference(**row) for row in csv.DictReader(file)]
    return {row.id: row for row in rows if (row.corpus, row.figure) == (corpus, figure)}


def as_the_oracle(corpus: str, figure: str, ours: Mapping[str, int], of: Iterable[str] | None = None) -> int:
    """The total over histories, with the listed histories counted as the corpus' own figures count them."""
    chosen = set(ours if of is None else of)
    total = sum(ours.get(name, 0) for name in chosen)
    for name, row in differences(corpus, figure).items():
        assert ours.get(name, 0) == int(row.ours), f"{figure} of {name}"
        total += int(row.oracle) - int(row.ours) if name in chosen else 0
    return total


def git(repository: Path, *words: str) -> str:
    """What Git prints."""
    told = ["git", "-C", str(repository), "-c", "core.quotePath=off", *words]
    return subprocess.run(told, check=True, capture_output=True, text=True, encoding="utf-8").stdout


@dataclass(frozen=True)
class Memory:
    """The memory of a repository on the first-parent chain of `main`, by a regular expression of paths."""

    repository: Path
    paths: str

    def __hash__(self) -> int:
        return hash((self.repository, self.paths))

    @cache  # noqa: B019
    def ever(self) -> frozenset[str]:
        """Every path that was memory in any commit of the chain."""
        log = git(
            self.repository, "log", "--first-parent", "-m", "--name-only", "--no-renames", "--format=", "main"
        )
        return frozenset(path for path in log.split("\n") if re.search(self.paths, path))

    @cache  # noqa: B019
    def chain(self) -> tuple[tuple[int, str], ...]:
        """Time and id of each commit of the chain, times as a running maximum."""
        latest, chain = 0, []
        for line in git(
            self.repository, "log", "--first-parent", "--reverse", "--format=%ct %H", "main"
        ).split("\n"):
            if line:
                at, commit = line.split()
                latest = max(latest, int(at))
                chain.append((latest, commit))
        return tuple(chain)

    def alive(self, at: datetime) -> frozenset[str]:
        """The paths of memory alive at an instant."""
        before = [commit for time, commit in self.chain() if time <= at.timestamp()]
        return self.at(before[-1]) if before else frozenset()

    @cache  # noqa: B019
    def at(self, commit: str) -> frozenset[str]:
        """The paths of memory in one commit."""
        listed = git(self.repository, "ls-tree", "-r", "-z", "--name-only", commit).split("\0")
        return frozenset(path for path in listed if re.search(self.paths, path))


def calls(reading: Reading) -> Iterator[tuple[Conversation, Call]]:
    """The calls of a history, its sub-agents' with them."""
    for conversation in reading.conversations:
        for call in conversation.calls():
            yield conversation, call


def reads(reading: Reading, *, by: str = "read") -> Iterator[tuple[Conversation, Call, Access]]:
    """The reads of a history: by read tools, or inside commands (`by` ``shell``), failed ones with them."""
    for conversation, call in calls(reading):
        if call.action == by:
            yield from ((conversation, call, access) for access in call.accesses if access.action == "read")


def memory_reads(reading: Reading, memory: Memory, *, by: str = "read") -> list[str]:
    """The paths of the reads of memory, in order, without failed ones; how a command ended says nothing."""
    return [
        access.path
        for _, call, access in reads(reading, by=by)
        if access.path in memory.ever() and (by == "shell" or call.status in {"ok", "unknown"})
    ]


def names(reading: Reading) -> Counter[str]:
    """How often each tool was called."""
    return Counter(call.tool for _, call in calls(reading))


def minute(text: str) -> datetime:
    """An instant as the corpora's own figures print it."""
    return datetime.fromisoformat(text.replace(" ", "T")).astimezone(UTC)
