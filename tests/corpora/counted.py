"""What the derived tables of a corpus say, history by history, counted as its own figures count."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import pandas as pd

from tests.derived import Derived

SUCCEEDED = ("ok", "unknown")
Counts = Mapping[str, int]
"""By history (its file below the repository or the store) a count."""


@dataclass(frozen=True)
class PerHistory:
    """A figure that is a sum over histories, or over `of` alone; `figure` names it in differences.csv.

    With `holding` it is the number of histories that have a count at all.
    """

    figure: str
    counts: Counts
    of: frozenset[str] | None = None
    holding: bool = False

    def within(self, of: Iterable[str]) -> "PerHistory":
        return replace(self, of=frozenset(of))

    @property
    def histories(self) -> "PerHistory":
        return replace(self, holding=True)

    def total(self, known: Counts) -> int:
        """The figure, where the histories in `known` count as told there."""
        chosen = self.counts if self.of is None else self.of
        counts = [known.get(name, self.counts[name]) for name in chosen]
        return sum(count > 0 for count in counts) if self.holding else sum(counts)

    @property
    def is_plain_sum(self) -> bool:
        return self.of is None and not self.holding


Figure = PerHistory | int | str | tuple[object, ...]
"""A sum over histories, or a value that no history is a part of."""


@dataclass(frozen=True)
class Counted:
    """The derived tables of a corpus; `memory` is its own pattern of memory paths."""

    derived: Derived
    memory: str

    @property
    def repository(self) -> Path:
        return self.derived.study / "repo"

    @cached_property
    def conversations(self) -> pd.DataFrame:
        return self.derived.table("conversations").set_index("conversation_id")

    @cached_property
    def main(self) -> pd.DataFrame:
        """One conversation for each history: no sub-agents, nor copies of them."""
        rows = self.conversations
        spawned = (rows["relation"] == "subagent") | rows["parent_id"].map(rows["relation"]).eq("subagent")
        return rows[~spawned]

    @cached_property
    def histories(self) -> list[str]:
        return sorted(set(self.conversations["source_file"]))

    @cached_property
    def messages(self) -> pd.DataFrame:
        return self._placed(self.derived.table("messages"))

    @cached_property
    def calls(self) -> pd.DataFrame:
        return self._placed(self.derived.table("tool_calls"))

    @cached_property
    def reads(self) -> pd.DataFrame:
        """Accesses that read, with the tool, the class and the end of their call; failed ones with them."""
        accesses = self.derived.table("accesses")
        calls = self.calls[["conversation_id", "seq", "tool", "status", "history", "by_agent"]]
        calls = calls.assign(of=self.calls["action"])
        reads = accesses[accesses["action"] == "read"]
        return reads.merge(calls, on=["conversation_id", "seq"], validate="many_to_one")

    def accesses(self, action: str) -> pd.DataFrame:
        """Accesses of memory by calls of a class that succeeded."""
        every = self.derived.table("accesses")
        calls = self.calls[self.calls["status"].isin(SUCCEEDED) & (self.calls["action"] == action)]
        kept = calls[["conversation_id", "seq", "history", "by_agent"]]
        rows = every.merge(kept, on=["conversation_id", "seq"], validate="many_to_one")
        return rows[(rows["action"] == action) & rows["path"].isin(self.ever)]

    @cached_property
    def memory_reads(self) -> pd.DataFrame:
        """Reads of memory by a read tool that succeeded."""
        rows = self.reads
        return rows[(rows["of"] == "read") & rows["status"].isin(SUCCEEDED) & rows["path"].isin(self.ever)]

    @cached_property
    def shell_reads(self) -> pd.DataFrame:
        """Reads of memory inside commands, however the command ended."""
        rows = self.reads
        return rows[(rows["of"] == "shell") & rows["path"].isin(self.ever)]

    @cached_property
    def versions(self) -> pd.DataFrame:
        rows = self.derived.table("memory_versions")
        return rows[rows["axis"] == "first-parent"]

    @cached_property
    def trunk(self) -> pd.DataFrame:
        rows = self.derived.table("repository")
        return rows[rows["axis"] == "first-parent"]

    @cached_property
    def ever(self) -> frozenset[str]:
        """Every path that was memory in any commit of the first-parent chain."""
        return frozenset(path for path in self.versions["path"] if re.search(self.memory, path))

    def alive(self, at: pd.Timestamp | None) -> pd.DataFrame:
        """The versions alive at an instant; None is the end."""
        rows = self.versions[self.versions["change"] != "delete"]
        if at is None:
            return rows[rows["valid_to"].isna()]
        ended = rows["valid_to"].notna() & (rows["valid_to"] <= at)
        return rows[(rows["valid_from"] <= at) & ~ended]

    def snapshot(self, at: pd.Timestamp | None) -> tuple[int, int]:
        """Files and characters alive at an instant."""
        rows = self.alive(at)
        return len(rows), int(rows["chars"].sum())

    def per_history(self, figure: str, rows: pd.DataFrame) -> PerHistory:
        """How many of the rows each history holds."""
        counts = Counter(dict.fromkeys(self.histories, 0))
        counts.update(rows["history"])
        return PerHistory(figure, counts)

    def missing(self, reads: pd.DataFrame, starts: Mapping[str, pd.Timestamp]) -> pd.DataFrame:
        """The reads of files that the snapshot at their history's start lacks."""
        alive = {name: set(self.alive(at)["path"]) for name, at in starts.items()}
        kept = [
            name in alive and path not in alive[name]
            for name, path in zip(reads["history"], reads["path"], strict=True)
        ]
        return reads[kept]

    def sample(
        self, name: str, starts: Mapping[str, pd.Timestamp], reads: pd.DataFrame, calls: Counts
    ) -> dict[str, Figure]:
        """The cells of one row of the table of samples."""
        (history,) = (held for held in self.histories if held.rsplit("/", 1)[-1].startswith(name))
        read = reads[reads["history"] == history]["path"]
        there = set(self.alive(starts[history])["path"])
        place = sorted(starts, key=lambda held: (starts[held], held)).index(history) + 1
        return {
            f"sample {name}: place by start": place,
            f"sample {name}: memory reads": len(read),
            f"sample {name}: distinct": read.nunique(),
            f"sample {name}: in the snapshot": len(set(read) & there),
            f"sample {name}: files in the snapshot": len(there),
            f"sample {name}: calls": calls[history],
        }

    def _placed(self, rows: pd.DataFrame) -> pd.DataFrame:
        told = self.conversations
        return rows.assign(
            history=rows["conversation_id"].map(told["source_file"]),
            by_agent=~rows["conversation_id"].isin(self.main.index),
        )
