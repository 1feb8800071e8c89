"""The last of many dated rows at or before each of many instants, for all keys at once, by sorting."""

import numpy as np
import pandas as pd
from numpy.typing import NDArray

Integers = NDArray[np.int64]

NEVER = np.iinfo(np.int64).min
"""The instant of a row without one: before every other."""

FOREVER = np.iinfo(np.int64).max


def instants(column: "pd.Series[pd.Timestamp]", missing: int = NEVER) -> Integers:
    """The column's instants in microseconds since 1970 UTC; `missing` where it is empty."""
    stamps = column.to_numpy(dtype="datetime64[us]")
    return np.where(np.isnat(stamps), missing, stamps.view(np.int64))


def codes(*columns: "pd.Series[str]") -> list[Integers]:
    """A number for each text, one text the same number in every column; -1 where it is empty."""
    numbers, _ = pd.factorize(pd.concat(columns, ignore_index=True))
    ends = np.cumsum([len(column) for column in columns])[:-1]
    return [part.astype(np.int64) for part in np.split(numbers, ends)]


def sorting(values: Integers) -> Integers:
    """The order that sorts whole numbers from 0, equal ones as they stand.

    Numbers are first dealt into 65,536 buckets by their leading bits, which takes one pass; what is left
    is so nearly sorted that the second sort has little to do. Half the time of one sort from scratch.
    """
    shift = max(int(values.max(initial=0)).bit_length() - 16, 0)
    dealt = np.argsort((np.maximum(values, 0) >> shift).astype(np.uint16), kind="stable")
    return dealt[np.argsort(values[dealt], kind="stable")]


class Timeline:
    """Dated rows in the order of key and instant; rows equal in both keep the order they were given in.

    `order[place]` is the row at a place of that order, `keys` the sorted keys. Keys are numbers from 0; a
    row or a question with the key -1 has none and finds nothing.
    """

    def __init__(self, keys: Integers, at: Integers) -> None:
        self._earliest = int(at.min(initial=FOREVER))
        self._span = max(int(at.max(initial=NEVER)) - self._earliest + 2, 2)
        self._distinct: Integers | None = None
        if (int(keys.max(initial=0)) + 2) * self._span >= FOREVER:
            self._distinct = np.unique(at)
            self._span = len(self._distinct) + 2
        ranks = self._ranks(keys, at)
        self.order: Integers = sorting(ranks)
        self.keys: Integers = keys[self.order]
        self._sorted = ranks[self.order]

    def _ranks(self, keys: Integers, at: Integers) -> Integers:
        if self._distinct is not None:
            steps = np.searchsorted(self._distinct, at, side="right")
        else:
            steps = np.clip(at, self._earliest - 1, self._earliest + self._span - 2) - self._earliest + 1
        return keys * self._span + steps

    def places(self, keys: Integers, at: Integers) -> Integers:
        """For each key and instant the place of the last row at or before it; -1 where there is none."""
        if not len(self._sorted):
            return np.full(len(keys), -1, dtype=np.int64)
        asked = self._ranks(keys, at)
        by_rank = sorting(asked)
        found = np.empty(len(asked), dtype=np.int64)
        found[by_rank] = np.searchsorted(self._sorted, asked[by_rank], side="right") - 1
        held = (found >= 0) & (keys >= 0) & (self.keys[found] == keys)
        return np.where(held, found, -1)

    def rows(self, keys: Integers, at: Integers) -> Integers:
        """The row itself in place of its place; -1 where there is none."""
        found = self.places(keys, at)
        return np.where(found >= 0, self.order[found], -1) if len(self.order) else found
