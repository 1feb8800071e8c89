"""CSV that a spreadsheet cannot run and that gives every text back as it was.

A text cell that is empty, or begins with an apostrophe, a control character or a sign that a spreadsheet may
take for a formula, gets an apostrophe before it; whoever reads it back takes one leading apostrophe away.
So an empty cell is a missing value, and a cell of one apostrophe an empty text. Numbers stay as they are.
"""

import numbers
import re
from typing import Any

import pandas as pd

GUARDED = frozenset("'=+-@\t\r\n\v\f\0＝＋－＠")
"""First signs before which an apostrophe is put."""
_QUOTE = '"'
_SPLIT = re.compile(r'[",\r\n]')


def csv_text(table: pd.DataFrame) -> bytes:
    """The table as CSV: UTF-8, one line end `\\n`, instants in UTC by ISO 8601."""
    columns = [[guarded(str(name)), *map(_cell, table[name].tolist())] for name in table.columns]
    made = "".join(_line(row) for row in zip(*columns, strict=True))
    return made.encode("utf-8", errors="surrogatepass")


def guarded(text: str) -> str:
    """The text as it stands in a cell."""
    return f"'{text}" if text == "" or text.lstrip(" ")[:1] in GUARDED else text


def _line(cells: tuple[str, ...]) -> str:
    """Quoted wherever a reader would split; the module `csv` leaves a lone `\\r` bare before Python 3.13."""
    quoted = [f'"{cell.replace(_QUOTE, _QUOTE * 2)}"' if _SPLIT.search(cell) else cell for cell in cells]
    return (",".join(quoted) or '""') + "\n"


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
