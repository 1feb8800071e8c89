"""Tables of which some columns are missing, such as those that somebody else published."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

from pipeline import tables

if TYPE_CHECKING:
    import pandas as pd


class NotHereError(Exception):
    """A measure needs what the tables at hand do not have; the text says what."""


@contextmanager
def missing_named(held: Mapping[str, "pd.DataFrame"]) -> Iterator[None]:
    """While it lasts, a column that was looked for and that a table lacks is a NotHereError which names it.

    pandas looks columns up in many ways and calls each failure a KeyError, so the word in it is held
    against what the tables lack. A KeyError about anything else passes.
    """
    try:
        yield
    except KeyError as absent:
        words = set(re.findall(r"\w+", str(absent)))
        lacking = [
            f"{column} of {name}"
            for name, frame in held.items()
            for column in tables.table(name).names
            if column in words and column not in frame.columns
        ]
        if not lacking:
            raise
        raise NotHereError(f"the tables have no column {' or '.join(lacking)}") from None
