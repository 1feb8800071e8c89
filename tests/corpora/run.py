"""One corpus, run: its figures from the tables beside the plain count of its histories."""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from tests.corpora import stated
from tests.corpora.counted import Counted, Figure, PerHistory
from tests.corpora.figures.corpora import Corpus
from tests.corpora.git import Memory

KNOWN = stated.differences()
Wrong = dict[tuple[str, str], tuple[int, int]]
"""By figure and history what the corpus' own rule counts there and what the tables hold."""


@dataclass(frozen=True)
class Run:
    """One corpus, its study run, its figures made from the tables and its histories counted plainly."""

    corpus: Corpus
    counted: Counted

    @cached_property
    def figures(self) -> dict[str, Figure]:
        return self.corpus.figures(self.counted)

    @cached_property
    def plain(self) -> dict[str, "Counter[str]"]:
        """By history the counts by the corpus' own rules."""
        memory = Memory(self.counted.repository, self.corpus.memory).ever()
        folder = self.counted.derived.study / self.corpus.histories
        return {
            name: self.corpus.plain(name, (folder / name).read_bytes(), memory.__contains__)
            for name in self.counted.histories
        }

    def shown(self, figure: str) -> str:
        """The figure as the corpus states it: the listed histories count as they do there."""
        value = self.figures[figure]
        if not isinstance(value, PerHistory):
            return str(value)
        listed = [row for row in KNOWN if (row.corpus, row.figure) == (self.corpus.name, value.figure)]
        return str(value.total({row.id: int(row.oracle) for row in listed}))

    def sums(self) -> dict[str, PerHistory]:
        """The figures that are sums over all histories; the plain count of a tool that no call has is one."""
        told = {
            figure: value
            for figure, value in self.figures.items()
            if isinstance(value, PerHistory) and value.is_plain_sum
        }
        none = dict.fromkeys(self.counted.histories, 0)
        plain = {figure for counts in self.plain.values() for figure in counts}
        untold = {figure for figure in plain - told.keys() if figure.startswith("calls of ")}
        every = told | {figure: PerHistory(figure, none) for figure in untold}
        return {figure: value for figure, value in every.items() if figure in plain}

    def wrong(self) -> Wrong:
        """Where plain count and tables differ."""
        return {
            (figure, name): (self.plain[name][figure], value.counts[name])
            for figure, value in self.sums().items()
            for name in self.counted.histories
            if self.plain[name][figure] != value.counts[name]
        }
