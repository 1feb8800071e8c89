"""What units of histories held when they were last read, kept by the fingerprint of their bytes."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import msgspec

from pipeline.errors import RereadError, of_machine
from pipeline.extract.histories.records import Attachment, Call, Conversation, Gap, Message, Reading

_EVENTS = frozenset({"events", "attachments"})


class _Kept(msgspec.Struct, array_like=True):
    """One conversation: its own fields, and its events as two lists with their places."""

    fields: dict[str, Any]
    messages: list[tuple[int, Message]]
    calls: list[tuple[int, Call]]
    attachments: list[Attachment]


class _Unit(msgspec.Struct, array_like=True):
    conversations: list[_Kept]
    gaps: list[Gap]


_PATIENCE = 1.0
"""Seconds to wait for another run."""

_ENCODER = msgspec.msgpack.Encoder()
_DECODER = msgspec.msgpack.Decoder(_Unit)


class UnitCache:
    """Readings by fingerprint. What is not asked for in a run is forgotten when it ends."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        connection.execute("create table if not exists units (fingerprint text primary key, reading blob)")
        self._asked: set[str] = set()

    def get(self, fingerprint: str) -> Reading | None:
        """The reading kept under the fingerprint, or None."""
        self._asked.add(fingerprint)
        query = "select reading from units where fingerprint = ?"
        row = self._connection.execute(query, (fingerprint,)).fetchone()
        if row is None:
            return None
        try:
            return _opened(_DECODER.decode(row[0]))
        except msgspec.MsgspecError:
            return None

    def put(self, fingerprint: str, reading: Reading) -> None:
        """Keep a reading. It must not have been settled yet."""
        self._asked.add(fingerprint)
        content = _ENCODER.encode(_closed(reading))
        self._connection.execute("insert or replace into units values (?, ?)", (fingerprint, content))

    def forget_the_rest(self) -> None:
        """Drop what was not asked for since the cache was opened."""
        held = {row[0] for row in self._connection.execute("select fingerprint from units")}
        for fingerprint in held - self._asked:
            self._connection.execute("delete from units where fingerprint = ?", (fingerprint,))


@contextmanager
def unit_cache(folder: Path) -> Iterator[UnitCache]:
    """The cache kept in `folder`, for one run alone; a damaged one is begun anew.

    Raises RereadError while another run has it, and where the system cannot keep it.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "units.sqlite"
    try:
        if not _sound(path):
            path.unlink(missing_ok=True)
        with closing(sqlite3.connect(path, timeout=_PATIENCE, isolation_level=None)) as connection:
            connection.execute("begin immediate")
            cache = UnitCache(connection)
            yield cache
            cache.forget_the_rest()
            connection.execute("commit")
    except sqlite3.OperationalError as fault:
        raise _unusable(fault, path) from None


def _unusable(fault: sqlite3.OperationalError, path: Path) -> RereadError:
    if fault.sqlite_errorcode == sqlite3.SQLITE_BUSY:
        return RereadError(
            "study_busy", "another run of this study is going on", str(path.parent), "wait until it has ended"
        )
    return RereadError(*of_machine(OSError(None, str(fault), str(path))))


def _sound(path: Path) -> bool:
    """Whether there is no cache yet, or one that can be read."""
    try:
        with closing(sqlite3.connect(path, timeout=_PATIENCE)) as probe:
            tables = [name for (name,) in probe.execute("select name from sqlite_master")]
            if tables:
                probe.execute("select fingerprint, reading from units limit 0")
            told: tuple[str] = probe.execute("pragma quick_check(1)").fetchone()
            return told == ("ok",)
    except sqlite3.DatabaseError as fault:
        if fault.sqlite_errorcode == sqlite3.SQLITE_BUSY:
            raise
        return False


def _closed(reading: Reading) -> _Unit:
    return _Unit([_kept(conversation) for conversation in reading.conversations], reading.gaps)


def _kept(conversation: Conversation) -> _Kept:
    own = {name: getattr(conversation, name) for name in Conversation.__slots__ if name not in _EVENTS}
    numbered = list(enumerate(conversation.events))
    return _Kept(
        own,
        [(place, event) for place, event in numbered if isinstance(event, Message)],
        [(place, event) for place, event in numbered if isinstance(event, Call)],
        conversation.attachments,
    )


def _opened(unit: _Unit) -> Reading:
    return Reading([_conversation(kept) for kept in unit.conversations], unit.gaps)


def _conversation(kept: _Kept) -> Conversation:
    placed: dict[int, Message | Call] = {**dict(kept.messages), **dict(kept.calls)}
    return Conversation(
        **{**kept.fields, "folders": tuple(kept.fields["folders"])},
        events=[placed[place] for place in sorted(placed)],
        attachments=kept.attachments,
    )
