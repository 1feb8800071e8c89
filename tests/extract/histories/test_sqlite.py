"""Stores that another program may be writing are read whole, and nothing beside them is touched."""

import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from pipeline.errors import RereadError
from pipeline.extract.histories.sqlite import copy_needs, opened
from tests.extract.histories.rights import another_user

Seen = dict[str, tuple[bytes | None, int, int]]


def made(path: Path, rows: int = 3) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("create table if not exists kept (key text unique, value blob)")
    fill(connection, rows)
    return connection


def fill(connection: sqlite3.Connection, rows: int, start: int = 0) -> None:
    connection.executemany(
        "insert into kept values (?, ?)", ((f"k{n}", "x" * 2000) for n in range(start, start + rows))
    )


def state(folder: Path) -> Seen:
    found: Seen = {}
    for path in sorted([folder, *folder.rglob("*")]):
        status = path.stat()
        found[str(path)] = (path.read_bytes() if path.is_file() else None, status.st_mtime_ns, status.st_size)
    return found


def count(path: Path) -> int:
    with opened(path) as connection:
        return int(connection.execute("select count(*) from kept").fetchone()[0])


def test_a_store_at_rest_is_read_in_place_and_untouched(tmp_path: Path) -> None:
    made(tmp_path / "store.db").close()
    before = state(tmp_path)

    assert count(tmp_path / "store.db") == 3
    assert copy_needs(tmp_path / "store.db") == 0
    assert state(tmp_path) == before


def test_rows_that_only_the_log_holds_are_read_beside_a_live_writer(tmp_path: Path) -> None:
    store = tmp_path / "store.db"
    writer = made(store)
    writer.execute("pragma journal_mode = wal")
    writer.execute("pragma wal_autocheckpoint = 0")
    fill(writer, 4, 3)
    before = state(tmp_path)

    assert count(store) == 7
    assert copy_needs(store) == store.stat().st_size + (tmp_path / "store.db-wal").stat().st_size
    assert state(tmp_path) == before
    writer.execute("begin immediate")
    fill(writer, 1, 7)
    assert count(store) == 7
    writer.close()


def test_the_room_that_a_copy_needs_is_told_before_it_is_made(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store = tmp_path / "store.db"
    writer = made(store)
    writer.execute("pragma journal_mode = wal")
    fill(writer, 4, 3)

    with caplog.at_level("INFO", logger="pipeline"):
        count(store)

    assert f"{copy_needs(store):,} bytes" in caplog.text
    writer.close()


def test_a_log_without_its_index_is_read_and_stays_without(tmp_path: Path) -> None:
    live, rest = tmp_path / "live", tmp_path / "rest"
    live.mkdir()
    rest.mkdir()
    writer = made(live / "store.db")
    writer.execute("pragma journal_mode = wal")
    fill(writer, 2, 3)
    for name in ("store.db", "store.db-wal"):
        shutil.copyfile(live / name, rest / name)
    writer.close()
    before = state(rest)

    assert count(rest / "store.db") == 5
    assert state(rest) == before


def test_a_hot_journal_is_rolled_back_in_the_copy_alone(tmp_path: Path) -> None:
    store = tmp_path / "store.db"
    made(store).close()
    writer = sqlite3.connect(store, isolation_level=None)
    writer.execute("pragma cache_size = 1")
    writer.execute("pragma cache_spill = 1")
    writer.execute("begin exclusive")
    fill(writer, 400, 3)
    assert (tmp_path / "store.db-journal").stat().st_size > 0
    before = state(tmp_path)

    assert count(store) == 3
    assert state(tmp_path) == before
    writer.execute("rollback")
    writer.close()


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"\x8a\x07garbage of an encrypted database" * 400, "is not a SQLite database or is encrypted"),
        (b"", "is not a SQLite database or is encrypted"),
    ],
)
def test_what_is_no_database_is_one_sentence(tmp_path: Path, content: bytes, told: str) -> None:
    store = tmp_path / "store.db"
    store.write_bytes(content)

    with pytest.raises(RereadError) as caught, opened(store):
        pass

    assert told in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_file_that_is_not_there_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(RereadError, match="cannot be read"), opened(tmp_path / "store.db"):
        pass


def test_a_cut_database_is_one_sentence(tmp_path: Path) -> None:
    store = tmp_path / "store.db"
    made(store, 50).close()
    os.truncate(store, store.stat().st_size - 9000)

    with pytest.raises(RereadError, match=r"^the database is cut: \d+ of \d+ pages are there"), opened(store):
        pass


def test_a_file_that_may_not_be_read_is_one_sentence() -> None:
    with tempfile.TemporaryDirectory() as folder:
        store = Path(folder, "store.db")
        made(store).close()
        store.chmod(0)
        Path(folder).chmod(0o755)

        with another_user(), pytest.raises(RereadError, match="cannot be read"), opened(store):
            pass


def test_a_store_that_never_stands_still_is_given_up_after_three_copies(tmp_path: Path) -> None:
    store = tmp_path / "store.db"
    writer = made(store)
    writer.execute("insert into kept values ('long', zeroblob(20000000))")
    writer.execute("pragma journal_mode = wal")
    fill(writer, 1, 3)
    busy = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import os,sys\nprint(flush=True)\nwhile True: os.utime(sys.argv[1])",
            str(store),
        ],
        stdout=subprocess.PIPE,
    )
    assert busy.stdout
    busy.stdout.readline()
    try:
        with pytest.raises(RereadError, match="changed during each of three copies"), opened(store):
            pass
    finally:
        busy.kill()
        busy.communicate()
        writer.close()


def test_a_store_at_rest_that_changes_while_it_is_read_is_told(tmp_path: Path) -> None:
    store = tmp_path / "store.db"
    made(store).close()

    with pytest.raises(RereadError, match="changed while it was read"), opened(store):
        made(store, 0).execute("insert into kept values ('late', 'x')")


def test_a_schema_that_is_no_text_is_one_sentence(tmp_path: Path) -> None:
    store = tmp_path / "store.db"
    made(store).close()
    content = store.read_bytes()
    store.write_bytes(content.replace(b"CREATE TABLE kept (key text", b"CREATE TABLE k\xffpt (k\xff( text"))

    with pytest.raises(RereadError, match="is damaged or encrypted"), opened(store):
        pass
