"""The last and the first update of each read file by somebody else, for all reads at once."""

from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from pipeline.transform.asof import Integers, Timeline, codes, instants


@dataclass(frozen=True, slots=True)
class Found:
    """Rows of `updates` for each read, -1 where there is none.

    `last` and `first`: at or before the read, by another conversation than the reading one and its
    sub-agents, or by nobody known. `own_since`: the reading conversation wrote the file after `last`.
    """

    last: Integers
    first: Integers
    own_since: NDArray[np.bool]


def find(reads: pd.DataFrame, updates: pd.DataFrame, roots: "pd.Series[str]") -> Found:
    """The updates of each read's `file_id` by its `at`; `roots` is `threads.roots`.

    `updates` stand in the order that decides equal instants. In the order of file and time, neighbours by one
    conversation form a run; what somebody else wrote last before a run of one's own stands just before it.
    """
    readers, writers = codes(
        reads["conversation_id"].map(roots).astype("str"), updates["by"].map(roots).astype("str")
    )
    files, updated = codes(reads["file_id"], updates["file_id"])
    line = Timeline(updated, instants(updates["at"]))
    places = line.places(files, instants(reads["at"]))
    if not len(updates):
        return Found(places, places, np.zeros(len(reads), dtype=bool))
    by = writers[line.order]
    run_start, run_end = _runs(line.keys, by)
    own = (places >= 0) & (by[places] == readers)
    before = np.where(own, run_start[places] - 1, places)
    last = np.where((before >= 0) & (line.keys[before] == files), before, -1)
    opening = np.minimum(np.searchsorted(line.keys, files), len(by) - 1)
    first = np.where(by[opening] == readers, run_end[opening], opening)
    first = np.where(last >= 0, first, -1)
    return Found(_rows(line, last), _rows(line, first), own)


def _runs(keys: Integers, by: Integers) -> tuple[Integers, Integers]:
    begins = np.ones(len(keys), dtype=bool)
    begins[1:] = (keys[1:] != keys[:-1]) | (by[1:] != by[:-1])
    starts = np.flatnonzero(begins)
    run = np.cumsum(begins) - 1
    return starts[run], np.append(starts[1:], len(keys))[run]


def _rows(line: Timeline, places: Integers) -> Integers:
    return np.where(places >= 0, line.order[places], -1)
