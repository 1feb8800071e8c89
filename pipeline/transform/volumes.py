"""How many characters of memory each conversation read."""

from collections.abc import Mapping, Sequence

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
    lined = [(*key, _union(rows, line_chars)) for key, rows in reads[known].groupby(keys)]
    logged = reads[~known].groupby([*keys, "line_from", "line_to"], dropna=False)["logged"].max()
    both = pd.concat([pd.DataFrame(lined, columns=[*keys, "logged"]), logged.reset_index()])
    return both.groupby(keys)["logged"].sum().astype("Int64")


def _union(rows: pd.DataFrame, line_chars: LineChars) -> int:
    covered: list[tuple[int, int]] = []
    total = 0
    for blob, first, last in zip(rows["blob"], rows["first"], rows["last"], strict=True):
        for low, high in uncovered(covered, int(first), int(last)):
            total += int(sum(line_chars[blob][low - 1 : high]))
    return total
