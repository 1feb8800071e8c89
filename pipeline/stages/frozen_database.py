"""A copy of a SQLite history that holds the rows of some conversations alone."""

import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from pipeline.errors import RereadError
from pipeline.extract.histories.sqlite import opened

_BLOB_KEY = re.compile(rb"[0-9a-f]{64}")
_OWN_KEYS = ("composerId", "tabId", "conversationId")
_OF_ONE = {"blobs", "meta"}
"""The tables of a store of one conversation, whose id is written in hex: no row can be told by it."""


def copy_rows(source: Path, target: Path, ids: set[str]) -> None:
    """Copy the tables of a database with the rows that speak of the conversations, and of what these name.

    A row is kept if its key or its text names one of them; entries of other conversations are taken out of
    lists in it. Rows of blobs are kept if a kept row names them. A store of one conversation is copied
    whole. A file that is no database is left out.
    """
    wanted = {one.encode() for one in ids}
    try:
        with opened(source) as live:
            target.parent.mkdir(parents=True, exist_ok=True)
            with closing(sqlite3.connect(target)) as copy:
                tables = _tables(live)
                whole = {name for name, _ in tables} >= _OF_ONE
                for name, statement in tables:
                    copy.execute(statement)
                    _copy_table(live, copy, name, wanted, whole=whole and name in _OF_ONE)
                copy.commit()
                copy.execute("vacuum")
    except RereadError:
        return


def _tables(live: sqlite3.Connection) -> list[tuple[str, str]]:
    query = "select name, sql from sqlite_master where type = 'table' and name not like 'sqlite_%'"
    return [(_text(name), _text(statement)) for name, statement in live.execute(query)]


def _copy_table(
    live: sqlite3.Connection, copy: sqlite3.Connection, name: str, ids: set[bytes], *, whole: bool
) -> None:
    quoted = '"' + name.replace('"', '""') + '"'
    if whole:
        rows = live.execute(f"select * from {quoted}")
        _insert(copy, quoted, (list(row) for row in rows))
        return
    left: dict[bytes, list[Any]] = {}
    kept: list[list[Any]] = []
    for row in live.execute(f"select * from {quoted}"):
        if any(one in cell for cell in row if isinstance(cell, bytes) for one in ids):
            kept.append([_cleaned(cell, ids) for cell in row])
        elif row and isinstance(row[0], bytes) and (found := _BLOB_KEY.search(row[0])):
            left[found.group()] = list(row)
    _insert(copy, quoted, iter(kept))
    _insert(copy, quoted, _named(kept, left))


def _named(rows: list[list[Any]], left: dict[bytes, list[Any]]) -> Iterator[list[Any]]:
    """The rows of blobs that rows name, and those that these name."""
    waiting = list(rows)
    while waiting:
        row = waiting.pop()
        for cell in row:
            for name in _BLOB_KEY.findall(cell) if isinstance(cell, bytes) else ():
                found = left.pop(name, None)
                if found is not None:
                    waiting.append(found)
                    yield found


def _insert(copy: sqlite3.Connection, table: str, rows: Iterator[list[Any]]) -> None:
    for row in rows:
        copy.execute(f"insert into {table} values ({', '.join('?' * len(row))})", [_stored(c) for c in row])


def _stored(cell: Any) -> Any:
    if not isinstance(cell, bytes):
        return cell
    try:
        return cell.decode()
    except UnicodeDecodeError:
        return cell


def _cleaned(cell: Any, ids: set[bytes]) -> Any:
    if not isinstance(cell, bytes) or not cell.startswith((b"{", b"[")):
        return cell
    try:
        document = json.loads(cell)
    except ValueError:
        return cell
    known = {one.decode() for one in ids}
    lists = _foreign(document, known)
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode() if lists else cell


def _foreign(document: Any, ids: set[str]) -> bool:
    """Take entries of other conversations out of lists, in place; whether there were any."""
    changed = False
    if isinstance(document, dict):
        for value in document.values():
            changed |= _foreign(value, ids)
    elif isinstance(document, list):
        kept = [item for item in document if not _is_foreign(item, ids)]
        changed = len(kept) < len(document)
        document[:] = kept
        for value in kept:
            changed |= _foreign(value, ids)
    return changed


def _is_foreign(item: Any, ids: set[str]) -> bool:
    if not isinstance(item, dict):
        return False
    named = [item[key] for key in _OWN_KEYS if isinstance(item.get(key), str)]
    return bool(named) and not ids.intersection(named)


def _text(value: bytes | str) -> str:
    return value.decode() if isinstance(value, bytes) else value
