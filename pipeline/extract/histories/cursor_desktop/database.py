"""The two key-value tables of a store, asked by key or by range of keys."""

import sqlite3
from collections.abc import Iterator
from typing import Any

_KV, _ITEMS, _HEADS = b"cursorDiskKV", b"ItemTable", b"composerHeaders"


class Database:
    """One opened store; keys are text, values bytes or None."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        named = connection.execute("select name from sqlite_master where type = 'table'")
        self._tables = {name for (name,) in named}

    def value(self, key: str) -> bytes | None:
        """The value of a key of `cursorDiskKV`; None where there is none."""
        return self._one("cursorDiskKV", key) if _KV in self._tables else None

    def item(self, key: str) -> bytes | None:
        """The value of a key of `ItemTable`; None where there is none."""
        return self._one("ItemTable", key) if _ITEMS in self._tables else None

    def items(self, start: str) -> Iterator[tuple[str, bytes]]:
        """Keys of `ItemTable` that begin so, with their values."""
        if _ITEMS in self._tables:
            yield from self._range("ItemTable", start, start + "\U0010ffff")

    def composers(self) -> Iterator[str]:
        """The ids of all `composerData` keys, in the order of keys."""
        if _KV in self._tables:
            asked = "select key from cursorDiskKV where key >= ? and key < ? order by key"
            for (key,) in self._connection.execute(asked, ("composerData:", "composerData;")):
                yield _text(key)[len("composerData:") :]

    def composers_of_bubbles(self) -> Iterator[str]:
        """The ids that `bubbleId` keys name, each once: one step into the index for each."""
        if _KV not in self._tables:
            return
        asked = "select key from cursorDiskKV where key >= ? and key < 'bubbleId;' order by key limit 1"
        after = "bubbleId:"
        while (row := self._connection.execute(asked, (after,)).fetchone()) is not None:
            composer = _text(row[0])[len("bubbleId:") :].rpartition(":")[0]
            yield composer
            after = f"bubbleId:{composer};"

    def bubbles(self, composer: str) -> dict[str, bytes | None]:
        """The bubbles of a conversation by id, in the order in which they were stored."""
        start = f"bubbleId:{composer}:"
        asked = "select key, value from cursorDiskKV where key >= ? and key < ? order by rowid"
        rows = self._connection.execute(asked, (start, start[:-1] + ";")) if _KV in self._tables else ()
        skipped = len(start.encode())
        found = {bytes(key)[skipped:].decode("utf-8", "replace"): _bytes(value) for key, value in rows}
        return {bubble: value for bubble, value in found.items() if ":" not in bubble}

    def head_rows(self) -> Iterator[tuple[str, str | None, bytes | None]]:
        """Rows of the table of heads: conversation, workspace, head; empty where there is no such table."""
        if _HEADS not in self._tables:
            return
        known = {name for _, name, *_ in self._connection.execute("pragma table_info(composerHeaders)")}
        if not {b"composerId", b"value"} <= known:
            return
        workspace = "workspaceId" if b"workspaceId" in known else "null"
        asked = f"select composerId, {workspace}, value from composerHeaders"
        for composer, place, value in self._connection.execute(asked):
            yield _text(composer), None if place is None else _text(place), _bytes(value)

    def own_row(self, composer: str) -> bytes | None:
        """The row of a conversation: None where there is none, empty where it has no value."""
        if _KV not in self._tables:
            return None
        asked = "select value from cursorDiskKV where key = ?"
        row = self._connection.execute(asked, (f"composerData:{composer}",)).fetchone()
        return None if row is None else _bytes(row[0]) or b""

    def _one(self, table: str, key: str) -> bytes | None:
        asked = f"select value from {table} where key = ?"
        row = self._connection.execute(asked, (key,)).fetchone()
        return None if row is None else _bytes(row[0])

    def _range(self, table: str, start: str, end: str) -> Iterator[tuple[str, bytes]]:
        asked = f"select key, value from {table} where key >= ? and key < ?"
        for key, value in self._connection.execute(asked, (start, end)).fetchall():
            if value is not None:
                yield _text(key), _bytes(value) or b""


def _text(value: Any) -> str:
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)


def _bytes(value: Any) -> bytes | None:
    return value if value is None or isinstance(value, bytes) else str(value).encode()
