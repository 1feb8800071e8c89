"""Tables of which some columns are missing, such as those that somebody else published."""

from typing import Any

import pandas as pd


class NotHereError(Exception):
    """A measure needs what the tables at hand do not have; the text says what."""


class ColumnMissingError(NotHereError):
    """A column is missing."""

    def __init__(self, table: str, column: str) -> None:
        super().__init__(f"the tables have no column {column} of {table}")


class Partial(pd.DataFrame):
    """A frame of a table that names itself and the missing column where one is asked for."""

    _metadata = ["table"]  # noqa: RUF012
    table: str = "a table"

    @property
    def _constructor(self) -> type["Partial"]:
        return Partial

    def __getitem__(self, key: Any) -> Any:
        """What the key selects. Raises ColumnMissingError for a column that the table should have."""
        asked = [key] if isinstance(key, str) else key if isinstance(key, list) else []
        for name in asked:
            if isinstance(name, str) and name not in self.columns:
                raise ColumnMissingError(self.table, name)
        return super().__getitem__(key)


def partial(table: str, frame: pd.DataFrame) -> Partial:
    """The frame as one of the table of that name."""
    made = Partial(frame)
    made.table = table
    return made
