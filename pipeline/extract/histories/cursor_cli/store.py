"""Where the stores lie, and the one unit of each."""

import hashlib
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import msgspec

from pipeline.extract.histories.cursor_cli.folder import folders_of
from pipeline.extract.histories.cursor_cli.rows import Rows, has_tables, name_of, read_rows
from pipeline.extract.histories.cursor_cli.thread import SOURCE, read
from pipeline.extract.histories.formats import Context, Format, Unit
from pipeline.extract.histories.records import Gap, Reading
from pipeline.extract.histories.sqlite import is_sqlite, opened
from pipeline.extract.histories.walking import files_of, start

_ENDING = ".db"
_NAME = "store.db"
_TABLES = tuple(
    re.compile(rb"create table (?:if not exists )?[\"'`\[]?" + name + rb"\b", re.IGNORECASE)
    for name in (b"blobs", b"meta")
)
_SLOT = re.compile(r"[0-9a-f]{32}")
_HEAD = 1 << 16


def _stores(path: Path) -> Iterator[Path]:
    """The databases at or below `path` with a store's tables, and what lies broken in its place."""
    return files_of(path, {_ENDING}, lambda file: _in_place(file) or _holds_tables(file))


def _holds_tables(path: Path) -> bool:
    """Whether the schema, in the head of the database or of its log, has the store's two tables."""
    if not is_sqlite(path):
        return False
    heads = [start(Path(f"{path}{ending}"), _HEAD) for ending in ("", "-wal")]
    return all(any(table.search(head) for head in heads) for table in _TABLES)


def _in_place(path: Path) -> bool:
    """Whether a file lies where only a store does, so that one that does not open is told."""
    return path.name == _NAME and bool(_SLOT.fullmatch(path.parent.parent.name))


def _units(store: Path, context: Context) -> Iterator[Unit]:
    """The conversation of the store. Raises RereadError where the database cannot be used."""
    with opened(store) as connection:
        name = name_of(store)
        if not has_tables(connection):
            yield Unit(name, "", partial(Reading, [], [Gap(name, "no_tables")]))
            return
        rows = read_rows(connection, store)
        folders = folders_of(rows, context.locator)
        fingerprint = _fingerprint(rows, folders)
        yield Unit(name, fingerprint, partial(read, rows, folders, context.locator))


def _fingerprint(rows: Rows, folders: tuple[str, ...]) -> str:
    digest = hashlib.sha256()
    gaps = [(gap.where, gap.reason) for gap in rows.gaps]
    digest.update(msgspec.json.encode([rows.agent, rows.meta, rows.beside, folders, gaps]))
    for name, data in rows.messages:
        digest.update(f"{name}:{len(data)}:".encode())
        digest.update(data)
    return digest.hexdigest()


CURSOR_CLI = Format(
    SOURCE,
    "Cursor command-line store",
    _stores,
    _units,
    cannot_tell=(
        "times: the conversation's creation alone, and to the minute a person's turn that says its own",
        "whether a conversation is a fork of another",
        "what a rewound or retried branch held",
    ),
)
