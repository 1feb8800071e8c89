"""How strong a number is: its interval, its population, what could not be determined, what was inferred."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pipeline.measures.columns import NotHereError, missing_named
from pipeline.measures.measure import Measure
from pipeline.measures.reads import OWN_TIMES

if TYPE_CHECKING:
    import pandas as pd

INFERRED = ("range", "version")
"""Bases of characters that the log itself does not hold."""
WEIGHED = (
    "share_read_chars", "main_share_read", "main_chars_read", "main_stretch", "main_available_vs_read",
    "inferred.characters",
)  # fmt: skip
"""Beginnings of the names of measures that weigh reads by their characters."""
_READ = ["conversation_id", "seq", "nth"]


@dataclass(frozen=True, slots=True)
class Strength:
    """What a number rests on.

    `n`: its population; `undetermined`: rows left out, by reason; `interval`: 95 %, in the measure's unit,
    with the `block` length it was made with. `inferred_times`: of its rows those whose time is no message's
    or call's own; `inferred_chars`: of the reads that it weighs by characters those whose characters the
    log does not hold. None where its rows have no such thing, or the tables do not tell.
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
    times = _told(lambda: _inferred_times(measure.rows, tables), tables)
    weighed = measure.name.startswith(WEIGHED)
    chars = _told(lambda: _inferred_chars(measure.rows, tables), tables) if weighed else None
    return Strength(measure.n, measure.undetermined, measure.interval, measure.block, times, chars)


def _told(count: Callable[[], int | None], tables: Mapping[str, "pd.DataFrame"]) -> int | None:
    try:
        with missing_named(tables):
            return count()
    except NotHereError:
        return None


def _inferred_times(rows: "pd.DataFrame", tables: Mapping[str, "pd.DataFrame"]) -> int | None:
    if "conversation_id" not in rows:
        return None
    if set(_READ) <= set(rows.columns):
        return _other_times(_reads_of(rows, tables))
    conversations = tables["conversations"]
    return _other_times(conversations[conversations["conversation_id"].isin(rows["conversation_id"])])


def _inferred_chars(rows: "pd.DataFrame", tables: Mapping[str, "pd.DataFrame"]) -> int | None:
    if "conversation_id" not in rows:
        return None
    return int(_reads_of(rows, tables)["chars_basis"].isin(INFERRED).sum())


def _reads_of(rows: "pd.DataFrame", tables: Mapping[str, "pd.DataFrame"]) -> "pd.DataFrame":
    reads = tables["memory_reads"]
    if set(_READ) <= set(rows.columns):
        return reads.merge(rows[_READ].drop_duplicates(), on=_READ)
    return reads[reads["conversation_id"].isin(rows["conversation_id"])]


def _other_times(rows: "pd.DataFrame") -> int:
    return int((~rows["time_basis"].isin(OWN_TIMES)).sum())
