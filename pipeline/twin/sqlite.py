"""SQLite files whose bytes depend on their content alone."""

import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path

from pipeline.twin.write_ahead import PAGE

SYNTHETIC = "reread.synthetic"
"""The key that says in each planted database that it is synthetic."""

Value = str | bytes | None
Rows = Sequence[tuple[object, ...]]


def write_store(
    path: Path,
    items: Mapping[str, Value],
    pairs: Mapping[str, Value],
    more: Sequence[tuple[str, str, Rows]] = (),
) -> None:
    """A Cursor database: `ItemTable`, `cursorDiskKV`, and `more` tables (create, insert, rows).

    A file that lies there is replaced.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    with closing(sqlite3.connect(path)) as base:
        base.execute(f"PRAGMA page_size = {PAGE}")
        for name in ("ItemTable", "cursorDiskKV"):
            base.execute(f"CREATE TABLE {name} (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB)")
        base.executemany("INSERT INTO ItemTable VALUES (?, ?)", [(SYNTHETIC, "true"), *items.items()])
        base.executemany("INSERT INTO cursorDiskKV VALUES (?, ?)", list(pairs.items()))
        for create, insert, rows in more:
            base.execute(create)
            base.executemany(insert, rows)
        base.commit()
