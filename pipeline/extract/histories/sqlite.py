"""A SQLite store that another program may be writing, opened without touching anything beside it.

Even SQLite's read-only mode leaves `-shm` and `-wal` files beside a database, so a store is read in
place only where it has no log to apply (`immutable`); else from a private copy of database, log and
rollback journal.
"""

import logging
import shutil
import sqlite3
import struct
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from pipeline.errors import RereadError

_MAGIC = b"SQLite format 3\x00"
_BESIDE = ("-wal", "-journal")
_TRIES = 3
_WAL_HEAD = 32

_LOG = logging.getLogger(__name__)

_State = tuple[tuple[str, int, int, bytes], ...]


@dataclass(frozen=True, slots=True)
class Still:
    """A database that stands still, and how it is opened: in place, or the private copy."""

    path: Path
    how: str


def is_sqlite(path: Path) -> bool:
    """Whether a file begins as a SQLite database does; False where it cannot be read."""
    try:
        with path.open("rb") as file:
            return file.read(len(_MAGIC)) == _MAGIC
    except OSError:
        return False


def copy_needs(path: Path) -> int:
    """The bytes that a private copy of the store takes; 0 where it can be read in place."""
    return sum(size for _, size, _, _ in _state(path)) if _has_log(path) else 0


@contextmanager
def opened(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection to the store as it stood at one moment; text comes as bytes.

    Raises RereadError where the file is no database, is encrypted, cut or damaged in its head, where it
    does not stand still while it is copied or read, and where there is no room for the copy.
    """
    with readable(path) as still, closing(connect(still)) as connection:
        yield _proved(connection, path)


@contextmanager
def readable(path: Path) -> Iterator[Still]:
    """The store in a form that several connections may read at once; raises as `opened` does, and where a
    damaged page is met while it is read."""
    with _stilled(path) as still:
        try:
            yield still
        except sqlite3.DatabaseError as error:
            raise _unusable(path, "is damaged") from error


@contextmanager
def _stilled(path: Path) -> Iterator[Still]:
    try:
        path.open("rb").close()
    except OSError as error:
        raise _unusable(path, f"cannot be read ({error.strerror})") from error
    if not is_sqlite(path):
        raise _unusable(path, "is not a SQLite database or is encrypted")
    if _has_log(path):
        with tempfile.TemporaryDirectory(prefix="reread-") as folder:
            yield Still(_copied(path, Path(folder)), "mode=rw")
        return
    pages, length = _pages(path)
    if pages > length:
        raise _unusable(path, f"is cut: {length} of {pages} pages are there")
    before = _state(path)[0]
    yield Still(path, "immutable=1")
    if _state(path)[0] != before:
        raise _changed(path, "the database changed while it was read")


def connect(still: Still) -> sqlite3.Connection:
    """A new connection; text comes as bytes."""
    connection = sqlite3.connect(
        f"{still.path.absolute().as_uri()}?{still.how}", uri=True, isolation_level=None
    )
    connection.text_factory = bytes
    return connection


def _has_log(path: Path) -> bool:
    return any(_size(Path(f"{path}{ending}")) for ending in _BESIDE)


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _copied(path: Path, folder: Path) -> Path:
    """A copy of the files that belong together, taken while none of them changed."""
    copy = folder / "store.db"
    free, needed = shutil.disk_usage(folder).free, copy_needs(path)
    if needed > free:
        raise RereadError(
            "no_room",
            f"a private copy of the database needs {needed:,} bytes and {free:,} are free",
            str(path),
            "make room for temporary files or set TMPDIR",
        )
    _LOG.info("%s may be in use: reading a private copy of %s bytes", path, f"{needed:,}")
    for _ in range(_TRIES):
        before = _state(path)
        try:
            for ending in ("", *_BESIDE):
                _copy(Path(f"{path}{ending}"), Path(f"{copy}{ending}"))
        except OSError as error:
            raise _unusable(path, f"cannot be copied ({error.strerror})") from error
        if _state(path) == before:
            return copy
    raise _changed(path, "the database changed during each of three copies")


def _copy(source: Path, target: Path) -> None:
    """Copy one file, or take away what an earlier try left where the file is gone by now."""
    target.unlink(missing_ok=True)
    if source.exists():
        shutil.copyfile(source, target)


def _state(path: Path) -> _State:
    """Size, time and log head (its salts change when the log starts anew) of each file of the store."""
    seen = []
    for ending in ("", *_BESIDE):
        if ending and not Path(f"{path}{ending}").is_file():
            continue
        try:
            with Path(f"{path}{ending}").open("rb") as file:
                head = file.read(_WAL_HEAD) if ending else b""
                status = Path(f"{path}{ending}").stat()
        except FileNotFoundError:
            continue
        except OSError as error:
            raise _unusable(path, f"cannot be read ({error.strerror})") from error
        seen.append((ending, status.st_size, status.st_mtime_ns, head))
    return tuple(seen)


def _proved(connection: sqlite3.Connection, path: Path) -> sqlite3.Connection:
    """The connection, once its schema reads."""
    try:
        connection.execute("select count(*) from sqlite_master").fetchone()
    except sqlite3.OperationalError as error:
        raise _unusable(path, f"cannot be opened ({error})") from error
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        # A damaged schema stands in SQLite's own message, which then may be no text.
        raise _unusable(path, "is damaged or encrypted") from error
    return connection


def _pages(path: Path) -> tuple[int, int]:
    """How many pages the head of a database names (0 where it cannot be trusted) and how many there are."""
    with path.open("rb") as file:
        head = file.read(100)
    if len(head) < 100:
        return 1, 0
    (size,) = struct.unpack(">H", head[16:18])
    changed, pages = struct.unpack(">II", head[24:32])
    (valid_for,) = struct.unpack(">I", head[92:96])
    size = 65536 if size == 1 else size
    return (pages if changed == valid_for else 0), path.stat().st_size // max(1, size)


def _changed(path: Path, what: str) -> RereadError:
    return RereadError("store_changing", what, str(path), "close the program that writes it and try again")


def _unusable(path: Path, why: str) -> RereadError:
    return RereadError("store_unusable", f"the database {why}", str(path), "leave it out or restore a backup")
