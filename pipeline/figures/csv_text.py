"""CSV that a spreadsheet cannot run and that gives every text back as it was.

A text cell that is empty, or begins with an apostrophe, a control character or a sign that a spreadsheet may
take for a formula, gets an apostrophe before it; whoever reads it back takes one leading apostrophe away.
So an empty cell is a missing value, and a cell of one apostrophe an empty text. Numbers stay as they are.
"""

import csv
import io
import numbers
from typing import Any

import pandas as pd

GUARDED = frozenset("'=+-@\t\r\n\v\f\0＝＋－＠")
"""First signs before which an apostrophe is put."""


def csv_text(table: pd.DataFrame) -> bytes:
    """The table as CSV: UTF-8, one line end `\\n`, instants in UTC by ISO 8601."""
    made = io.StringIO(newline="")
    writer = csv.writer(made, lineterminator="\n")
    writer.writerow(guarded(str(name)) for name in table.columns)
    columns = [table[name].tolist() for name in table.columns]
    writer.writerows([_cell(value) for value in row] for row in zip(*columns, strict=True))
    return made.getvalue().encode("utf-8", errors="surrogatepass")


def guarded(text: str) -> str:
    """The text as it stands in a cell."""
    return f"'{text}" if text == "" or text.lstrip(" ")[:1] in GUARDED else text


def _cell(value: Any) -> str:
    if isinstance(value, str):
        return guarded(value)
    if pd.isna(value):
        return ""
    if isinstance(value, pd.Timestamp):
        return value.tz_convert("UTC").isoformat().replace("+00:00", "Z")
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, numbers.Integral):
        return str(int(value))
    return repr(float(value))
