"""The rows of one store: what it says of itself, and the messages on its newest branch."""

import json
import re
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pipeline.extract.histories.cursor_desktop.protobuf import fields
from pipeline.extract.histories.json_lines import BOM, mended
from pipeline.extract.histories.records import Gap
from pipeline.extract.histories.walking import content_of

_MESSAGE, _FOLDER = 1, 9
_ID_BYTES = 32
_DECIMALS = re.compile(rb"\s*\d{1,3}(?:\s*,\s*\d{1,3})+\s*")


@dataclass(slots=True)
class Rows:
    """One conversation as it is stored.

    `meta` is the store's own row, `beside` the file `meta.json`; both empty where they do not read.
    `messages` are ids and bytes in the order of the newest root; `folders` are those the root names.
    """

    agent: str
    source_file: str
    meta: dict[str, Any] = field(default_factory=dict)
    beside: dict[str, Any] = field(default_factory=dict)
    messages: list[tuple[str, bytes]] = field(default_factory=list)
    folders: list[str] = field(default_factory=list)
    gaps: list[Gap] = field(default_factory=list)

    def gap(self, where: str, reason: str) -> None:
        """Note what was not understood of this store."""
        self.gaps.append(Gap(f"{self.source_file} {where}", reason))


def name_of(store: Path) -> str:
    """The place of a store without the machine's folders: the hash of the folder, the agent, the file."""
    return "/".join(store.absolute().parts[-3:])


def has_tables(connection: sqlite3.Connection) -> bool:
    """Whether a database has the two tables of a store."""
    query = "select count(*) from sqlite_master where type = 'table' and name in ('blobs', 'meta')"
    return bool(connection.execute(query).fetchone()[0] == 2)


def read_rows(connection: sqlite3.Connection, store: Path) -> Rows:
    """All that is needed of one opened store; what does not read is a gap."""
    rows = Rows(store.absolute().parent.name, name_of(store))
    rows.meta = _meta(connection, rows)
    rows.beside = _beside(store.with_name("meta.json"), rows)
    root = rows.meta.get("latestRootBlobId")
    if isinstance(root, str) and root:
        _branch(connection, root, rows)
    elif rows.meta:
        rows.gap("meta", "missing_root")
    return rows


def _meta(connection: sqlite3.Connection, rows: Rows) -> dict[str, Any]:
    try:
        found = connection.execute("select key, value from meta").fetchall()
    except sqlite3.DatabaseError:
        rows.gap("meta", "damaged_rows")
        return {}
    found.sort(key=lambda row: row[0] not in (b"0", 0))
    told = next((held for _, value in found if (held := _of_hex(value))), None)
    if told is None:
        rows.gap("meta", "invalid_json" if found else "missing_meta")
    return told or {}


def _of_hex(value: Any) -> dict[str, Any] | None:
    """The object whose JSON a value holds, in hex or plain; None where it holds none."""
    if not isinstance(value, bytes):
        return None
    try:
        return json_object(bytes.fromhex(value.decode("ascii")))
    except ValueError:
        return json_object(value)


def json_object(data: bytes) -> dict[str, Any] | None:
    """The object that some bytes hold as JSON; None where they hold none. Half pairs are U+FFFD."""
    try:
        told = json.loads(mended(data.removeprefix(BOM)))
    except (ValueError, RecursionError):
        return None
    return told if isinstance(told, dict) else None


def _beside(file: Path, rows: Rows) -> dict[str, Any]:
    try:
        content = content_of(file)
    except FileNotFoundError:
        return {}
    except OSError:
        rows.gap(file.name, "unreadable")
        return {}
    told = json_object(content)
    if told is None:
        rows.gap(file.name, "invalid_json")
    return told or {}


def _branch(connection: sqlite3.Connection, root: str, rows: Rows) -> None:
    """The messages and folders that a root names; what no root leads to is an old branch."""
    held = _blob(connection, root, rows)
    if held is None:
        return
    for number, value in _fields(held, root, rows):
        if number == _MESSAGE and len(value) == _ID_BYTES:
            name = value.hex()
            data = _blob(connection, name, rows)
            if data is not None:
                rows.messages.append((name, data))
        elif number == _FOLDER and value:
            rows.folders.append(value.decode("utf-8", "replace"))


def _fields(data: bytes, root: str, rows: Rows) -> Iterator[tuple[int, bytes]]:
    try:
        yield from ((number, value) for number, value in fields(data) if isinstance(value, bytes))
    except ValueError:
        rows.gap(f"blob {root}", "damaged_root")


def _blob(connection: sqlite3.Connection, name: str, rows: Rows) -> bytes | None:
    try:
        row = connection.execute("select data from blobs where id = ?", (name,)).fetchone()
    except sqlite3.DatabaseError:
        rows.gap(f"blob {name}", "damaged_rows")
        return None
    if row is None or not isinstance(row[0], bytes):
        rows.gap(f"blob {name}", "missing_blob" if row is None else "null_value")
        return None
    return _plain(row[0])


def _plain(data: bytes) -> bytes:
    """The bytes of a blob, which one build wrote as a list of decimal numbers."""
    if not _DECIMALS.fullmatch(data):
        return data
    numbers = [int(number) for number in data.split(b",")]
    return bytes(numbers) if max(numbers) < 256 else data
