"""Where the stores lie, and one unit for each of their conversations."""

import hashlib
import sqlite3
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import msgspec

from pipeline.errors import RereadError
from pipeline.extract.histories.cursor_desktop.calls import Caller
from pipeline.extract.histories.cursor_desktop.database import Database
from pipeline.extract.histories.cursor_desktop.index import Chats, Index, inline_heads
from pipeline.extract.histories.cursor_desktop.tabs import read_tab, tabs
from pipeline.extract.histories.cursor_desktop.thread import Rows, decoded, read
from pipeline.extract.histories.cursor_desktop.windows import Window
from pipeline.extract.histories.formats import Context, Format, Unit
from pipeline.extract.histories.records import Gap, Reading
from pipeline.extract.histories.sqlite import is_sqlite, opened
from pipeline.extract.histories.walking import files_of, start

_ENDING = ".vscdb"
_TABLES = (b"cursorDiskKV", b"ItemTable")
_HEAD = 1 << 16


def stores(path: Path) -> Iterator[Path]:
    """The databases at or below `path`; a window's own belongs to the global one beside it."""
    found = list(_databases(path))
    known = {store.absolute() for store in found}
    for store in found:
        whole = store.absolute()
        parts = whole.parts
        beside = whole.parents[2] / "globalStorage" / whole.name if len(parts) > 3 else None
        if parts[-3:-2] != ("workspaceStorage",) or beside not in known:
            yield store


def _databases(path: Path) -> Iterator[Path]:
    return files_of(path, {_ENDING}, _is_store)


def _is_store(path: Path) -> bool:
    """Whether a file holds the tables, or is named like a store and cannot be read as a database."""
    return _holds_tables(path) or (path.suffix == _ENDING and not _is_sound(path))


def _holds_tables(path: Path) -> bool:
    """Whether the schema, in the head of the database or of its log, names the store's tables."""
    if not is_sqlite(path):
        return False
    return any(table in start(Path(f"{path}{ending}"), _HEAD) for ending in ("", "-wal") for table in _TABLES)


def _is_sound(path: Path) -> bool:
    """Whether the schema of a database can be read: then one without the tables is another program's."""
    try:
        with opened(path):
            return True
    except RereadError:
        return False


def units(store: Path, context: Context) -> Iterator[Unit]:
    """One unit a conversation, in the order of their keys, then chat tabs, then what the lists alone name.

    Raises RereadError where the database cannot be used.
    """
    with opened(store) as connection:
        database = Database(connection)
        index = index_of(store, database)
        name = name_of(store)
        known: set[str] = set()
        for composer in conversation_ids(database, index):
            known.add(composer)
            yield unit(composer, name, database, index, context)
        yield from rest(known, name, database, index, context)


def rest(known: set[str], name: str, database: Database, index: Index, context: Context) -> Iterator[Unit]:
    """What no row of the database holds: conversations inside the lists, chat tabs, and bare entries."""
    for composer, data in inline_heads(index):
        if composer not in known:
            known.add(composer)
            rows = Rows(composer, name, data, {}, index.heads.get(composer))
            yield _unit_of(rows, database, index, context)
    for chats in index.chats:
        for tab, data in tabs(chats):
            fingerprint = _digest(data, repr(chats.window))
            yield Unit(f"{chats.source_file}:{tab}", fingerprint, partial(_tab, data, chats))
    yield from _left(index, known, name)


def index_of(store: Path, database: Database) -> Index:
    """What the lists of a store and of the windows beside it say."""
    index = Index()
    if store.parent.name == "globalStorage":
        for folder in sorted((store.parent.parent / "workspaceStorage").glob("*/")):
            index.add_window(folder)
    elif store.parent.parent.name == "workspaceStorage":
        index.add_window(store.parent)
    index.add_global(database)
    return index


def conversation_ids(database: Database, index: Index) -> list[str]:
    """All ids that a conversation's row or a bubble's key names, in the order of keys.

    Where the keys lie in a damaged page, those before it, and a gap. Raises sqlite3.DatabaseError where
    there are none before it.
    """
    found: dict[str, None] = {}
    for keys, named in (
        ("composerData", database.composers()),
        ("bubbleId", database.composers_of_bubbles()),
    ):
        try:
            for one in named:
                found.setdefault(one)
        except sqlite3.DatabaseError:
            if not found:
                raise
            index.gaps.append(Gap(f"{keys}:", "damaged_rows"))
    return list(found)


def unit(composer: str, name: str, database: Database, index: Index, context: Context) -> Unit:
    """The unit of one conversation of the database."""
    try:
        own = database.own_row(composer)
        bubbles = database.bubbles(composer)
    except sqlite3.DatabaseError:
        return Unit(f"{name}:{composer}", "", partial(_damaged, composer))
    return _unit_of(Rows(composer, name, own, bubbles, index.heads.get(composer)), database, index, context)


def _unit_of(rows: Rows, database: Database, index: Index, context: Context) -> Unit:
    composer, gap = decoded(rows)
    window = index.window(rows.composer_id, composer)
    fingerprint = _fingerprint(rows, window)

    def reading() -> Reading:
        if composer is None:
            return Reading(gaps=[gap] if gap else [])
        caller = Caller(context.locator, window.folder if window else None, database.value)
        try:
            found = read(rows, composer, window, caller)
        except sqlite3.DatabaseError:
            return _damaged(rows.composer_id)
        return Reading(found.conversations, ([gap] if gap else []) + found.gaps)

    return Unit(f"{rows.source_file}:{rows.composer_id}", fingerprint, reading)


def _damaged(composer: str) -> Reading:
    return Reading(gaps=[Gap(f"composerData:{composer}", "damaged_rows")])


def _fingerprint(rows: Rows, window: Window | None) -> str:
    """A hash over the bytes of every row that the conversation depends on, and of what lists say of it."""
    digest = hashlib.sha1(usedforsecurity=False)
    head = msgspec.json.encode(rows.head) if rows.head else b""
    for part in (rows.composer_id.encode("utf-8", "replace"), rows.composer, head, repr(window).encode()):
        _feed(digest, part)
    for key, value in rows.bubbles.items():
        _feed(digest, key.encode("utf-8", "replace"))
        _feed(digest, value)
    return digest.hexdigest()


def _feed(digest: "hashlib._Hash", part: bytes | None) -> None:
    digest.update(b"-" if part is None else b"%d:" % len(part))
    if part:
        digest.update(part)


def _digest(data: bytes, more: str) -> str:
    return hashlib.sha1(data + more.encode("utf-8", "replace"), usedforsecurity=False).hexdigest()


def _tab(data: bytes, chats: Chats) -> Reading:
    return Reading([read_tab(data, chats)])


def _left(index: Index, known: set[str], name: str) -> Iterator[Unit]:
    """What the lists name and no row holds, and windows that could not be opened."""
    gaps = index.gaps + [Gap(composer, "draft") for composer in index.heads if composer not in known]
    if gaps:
        yield Unit(f"{name}:lists", _digest(b"", repr(gaps)), partial(Reading, [], gaps))


def name_of(store: Path) -> str:
    """The place of a store as its program names it, without the machine's folders."""
    parts = store.absolute().parts
    return "/".join(parts[-3:] if parts[-3:-2] == ("workspaceStorage",) else parts[-2:])


CURSOR_DESKTOP = Format(
    "cursor",
    "Cursor desktop",
    stores,
    units,
    cannot_tell=(
        "times of single messages before the middle of 2025",
        "text of a read whose result was pruned",
        "calls in chat tabs of the first era",
    ),
)
