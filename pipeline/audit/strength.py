"""How strong a number is: its interval, its population, what could not be determined, what was inferred."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pipeline.measures.measure import Measure
from pipeline.measures.reads import OWN_TIMES

if TYPE_CHECKING:
    import pandas as pd

INFERRED = ("range", "version")
"""Bases of characters that the log itself does not hold."""
_READ = ["conversation_id", "seq", "nth"]


@dataclass(frozen=True, slots=True)
class Strength:
    """What a number rests on.

    `n`: its population; `undetermined`: rows left out, by reason; `interval`: 95 %, in the measure's unit,
    with the `block` length it was made with. `inferred_times`: of its rows those whose time is no message's
    or call's own; `inferred_chars`: of the reads behind it those whose characters the log does not hold.
    None where its rows have no such thing.
    """

    n: int | None
    undetermined: dict[str, int]
    interval: tuple[float, float] | None
    block: int | None
    inferred_times: int | None
    inferred_chars: int | None

    def as_json(self) -> dict[str, Any]:
        """The keys of a claim in `reread audit --json`."""
        return {
            "n": self.n,
            "undetermined": self.undetermined,
            "interval": list(self.interval) if self.interval else None,
            "block": self.block,
            "inferred_times": self.inferred_times,
            "inferred_chars": self.inferred_chars,
        }


def strength(measure: Measure, tables: Mapping[str, "pd.DataFrame"]) -> Strength:
    """What the measure rests on, by the rows it was taken from."""
    times, chars = _inferred(measure.rows, tables)
    return Strength(measure.n, measure.undetermined, measure.interval, measure.block, times, chars)


def _inferred(rows: "pd.DataFrame", tables: Mapping[str, "pd.DataFrame"]) -> tuple[int | None, int | None]:
    if "conversation_id" not in rows:
        return None, None
    reads = tables["memory_reads"]
    if set(_READ) <= set(rows.columns):
        own = reads.merge(rows[_READ].drop_duplicates(), on=_READ)
        return _other_times(own), int(own["chars_basis"].isin(INFERRED).sum())
    ids = rows["conversation_id"]
    conversations = tables["conversations"]
    own = reads[reads["conversation_id"].isin(ids)]
    begun = conversations[conversations["conversation_id"].isin(ids)]
    return _other_times(begun), int(own["chars_basis"].isin(INFERRED).sum())


def _other_times(rows: "pd.DataFrame") -> int:
    return int((~rows["time_basis"].isin(OWN_TIMES)).sum())
