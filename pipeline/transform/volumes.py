"""How many characters of memory each conversation read."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import accumulate

import pandas as pd

from pipeline.transform.lines import uncovered

LineChars = Mapping[str, Sequence[int]]
"""By blob the characters of each line, its line end included."""


def distinct_chars(reads: pd.DataFrame, line_chars: LineChars) -> "pd.Series[int]":
    """By reader and file the characters read, each line once.

    `reads` carry reader, file_id, blob, and first, last (the lines asked for in that version; empty
    where the text is unknown), line_from, line_to and logged (characters of the log's text), in order.
    `line_chars` gives by blob the characters of each line. A line counts with the text of the version in
    which it was first read. Where no text is known the log's speaks: the longest for each range asked for.
    """
    known = reads["first"].notna()
    keys = ["reader", "file_id"]
    lined = pd.DataFrame(_lined(reads[known], line_chars), columns=[*keys, "logged"])
    logged = reads[~known].groupby([*keys, "line_from", "line_to"], dropna=False)["logged"].max()
    both = pd.concat([lined, logged.reset_index()])
    return both.groupby(keys)["logged"].sum().astype("Int64")


def _lined(reads: pd.DataFrame, line_chars: LineChars) -> list[tuple[str, str, int]]:
    ends = cache(lambda blob: list(accumulate(line_chars[blob], initial=0)))
    covered: dict[tuple[str, str], list[tuple[int, int]]] = defaultdict(list)
    totals: Counter[tuple[str, str]] = Counter()
    columns = (reads[name].tolist() for name in ("reader", "file_id", "blob", "first", "last"))
    for reader, file, blob, first, last in zip(*columns, strict=True):
        parts = uncovered(covered[reader, file], first, last)
        totals[reader, file] += sum(ends(blob)[high] - ends(blob)[low - 1] for low, high in parts)
    return [(*key, total) for key, total in totals.items()]
