"""Rows that lie in SQLite's write-ahead log alone, as an editor leaves them while it runs."""

import sqlite3
import struct
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

PAGE = 4096
_MAGIC, _VERSION = 0x377F0682, 3007000
_SALTS = (0x52657265, 0x61640000)
_MODES = slice(18, 20)

Statement = tuple[str, Sequence[tuple[object, ...]]]


def leave_in_log(path: Path, statements: Sequence[Statement]) -> None:
    """Run the statements on the database so that what they change stands in `PATH-wal` and not in the file.

    SQLite draws the log's salts by chance; here they are fixed, so that the same rows give the same bytes.
    """
    before = path.read_bytes()
    with closing(sqlite3.connect(path)) as base:
        for statement, rows in statements:
            base.executemany(statement, rows)
        base.commit()
    after = _logged(path.read_bytes())
    path.write_bytes(_logged(before))
    path.with_name(f"{path.name}-wal").write_bytes(_log(_logged(before), after))


def _logged(content: bytes) -> bytes:
    """The database with the two bytes of its header that say it keeps a log."""
    return content[: _MODES.start] + b"\2\2" + content[_MODES.stop :]


def _log(before: bytes, after: bytes) -> bytes:
    head = struct.pack(">6I", _MAGIC, _VERSION, PAGE, 0, *_SALTS)
    sums = _checksum(head, (0, 0))
    parts = [head + struct.pack(">2I", *sums)]
    changed = list(_changed(before, after))
    for number, page in changed:
        last = number == changed[-1][0]
        place = struct.pack(">2I", number, len(after) // PAGE if last else 0)
        sums = _checksum(place + page, sums)
        parts += [place, struct.pack(">4I", *_SALTS, *sums), page]
    return b"".join(parts)


def _changed(before: bytes, after: bytes) -> Iterator[tuple[int, bytes]]:
    for start in range(0, len(after), PAGE):
        page = after[start : start + PAGE]
        if page != before[start : start + PAGE]:
            yield start // PAGE + 1, page


def _checksum(content: bytes, sums: tuple[int, int]) -> tuple[int, int]:
    first, second = sums
    words = struct.unpack(f"<{len(content) // 4}I", content)
    for one, other in zip(words[::2], words[1::2], strict=True):
        first = (first + one + second) & 0xFFFFFFFF
        second = (second + other + first) & 0xFFFFFFFF
    return first, second
