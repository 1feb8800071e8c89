"""Lines of versions: which ones an access asked for, how many characters and entries they hold."""

from collections.abc import Iterable, Sequence

import numpy as np
import pandas as pd

from pipeline.transform.asof import Integers


class Texts:
    """The measures of all known texts, laid end to end so that many ranges are answered at once."""

    def __init__(self, blobs: pd.DataFrame) -> None:
        """From memory_blobs: `line_chars` and `record_lines` of each text."""
        self._row = pd.Series(np.arange(len(blobs), dtype=np.int64), index=pd.Index(blobs["blob"]))
        counts, chars = _flat(blobs["line_chars"])
        self._first = np.cumsum(counts) - counts
        self._lines = counts
        self._chars = np.concatenate([[0], np.cumsum(chars)]).astype(np.int64)
        self._entries, starts = _flat(blobs["record_lines"])
        self._starts = starts - 1 + np.repeat(self._first, self._entries)

    def asked(
        self, blob: "pd.Series[str]", line_from: "pd.Series[int]", line_to: "pd.Series[int]"
    ) -> pd.DataFrame:
        """For each access `first`, `last` (the lines of the text it asked for, 1-based, both ends in; last
        before first: none), `chars`, `records`, and `text_lines` and `text_chars` of the whole text; all
        empty where the text is unknown.

        A negative first line counts from the end. A text without entries is one record.
        """
        rows = self._row.reindex(pd.Index(blob)).fillna(-1).to_numpy(dtype=np.int64)
        known = rows >= 0
        first, last = self._bounds(rows[known], line_from[known], line_to[known])
        base = self._first[rows[known]]
        some = last >= first
        begin, end = base + np.where(some, first - 1, 0), base + np.where(some, last, 0)
        found = pd.DataFrame(
            {
                "first": first,
                "last": last,
                "chars": self._chars[end] - self._chars[begin],
                "records": np.where(some, self._held(rows[known], begin, end), 0),
                "text_lines": self._lines[rows[known]],
                "text_chars": self._chars[base + self._lines[rows[known]]] - self._chars[base],
            },
            index=blob.index[known],
        )
        return found.reindex(blob.index).astype("Int64")

    def _bounds(
        self, rows: Integers, line_from: "pd.Series[int]", line_to: "pd.Series[int]"
    ) -> tuple[Integers, Integers]:
        lines = self._lines[rows]
        first = line_from.fillna(1).to_numpy(dtype=np.int64)
        last = line_to.fillna(np.iinfo(np.int64).max).to_numpy(dtype=np.int64)
        first = np.where(first < 0, lines + first + 1, first)
        last = np.where(last < 0, lines + last + 1, last)
        return np.maximum(first, 1), np.minimum(last, lines)

    def _held(self, rows: Integers, begin: Integers, end: Integers) -> Integers:
        upto = np.searchsorted(self._starts, end - 1, side="right")
        before = np.searchsorted(self._starts, begin, side="right")
        earliest = (np.cumsum(self._entries) - self._entries)[rows]
        entries = upto - np.maximum(before - 1, earliest)
        return np.where(self._entries[rows] == 0, 1, np.maximum(entries, 0))


def uncovered(covered: list[tuple[int, int]], first: int, last: int) -> list[tuple[int, int]]:
    """The parts of first..last that no covered range holds yet; they are added to `covered`, which stays
    sorted and disjoint."""
    parts, at = [], first
    for low, high in covered:
        if high >= at and low <= last:
            if low > at:
                parts.append((at, low - 1))
            at = max(at, high + 1)
    if at <= last:
        parts.append((at, last))
    covered[:] = sorted([*covered, *parts])
    return parts


def _flat(column: Iterable[Sequence[int]]) -> tuple[Integers, Integers]:
    arrays = [np.asarray(values, dtype=np.int64) for values in column]
    counts = np.array([len(values) for values in arrays], dtype=np.int64)
    return counts, np.concatenate(arrays) if arrays else np.empty(0, dtype=np.int64)
