"""Stores are found by their content, read without a trace, and lost only as far as they are broken."""

import json
import os
import shutil
import sqlite3
from pathlib import Path

import pytest

from pipeline.errors import RereadError
from pipeline.extract.histories.collection import collect
from pipeline.extract.histories.cursor_cli import CURSOR_CLI
from tests.extract.histories.cursor_cli.chats import (
    AGENT,
    LUMEN,
    answered,
    asked,
    blob_of,
    called,
    conversation,
    reading,
    reasons,
    root_of,
    said,
    write_chat,
)

TALK = [
    asked("Go on."),
    called("k1", "Read", {"path": "docs/a.md"}),
    answered("k1", "text"),
    asked("Thanks."),
]


def state(folder: Path) -> dict[str, tuple[bytes | None, int]]:
    return {
        str(path): (path.read_bytes() if path.is_file() else None, path.stat().st_mtime_ns)
        for path in (folder, *folder.rglob("*"))
    }


def requests(store: Path) -> list[str]:
    return [message.text for message in conversation(store).messages()]


def test_a_store_is_known_by_its_tables_not_by_its_name(tmp_path: Path) -> None:
    store = write_chat(tmp_path / "chats", TALK)
    saved = tmp_path / "saved.bin"
    shutil.copyfile(store, saved)
    other = tmp_path / "other" / "store.db"
    other.parent.mkdir()
    sqlite3.connect(other).execute("create table blobs (id, data)").connection.close()

    assert list(CURSOR_CLI.stores(tmp_path)) == [store]
    assert list(CURSOR_CLI.stores(saved)) == [saved]
    assert list(CURSOR_CLI.stores(other)) == []


def test_a_store_under_another_name_is_read_alike(tmp_path: Path) -> None:
    store = write_chat(tmp_path / "chats", TALK)
    moved = store.with_name("kept.db")
    before = conversation(store)
    store.rename(moved)

    assert list(CURSOR_CLI.stores(tmp_path)) == [moved]
    assert conversation(moved).events == before.events


def test_reading_a_store_at_rest_leaves_no_trace(tmp_path: Path) -> None:
    write_chat(tmp_path / "chats", TALK, beside={"title": "T"})
    before = state(tmp_path)

    assert len(collect([tmp_path], LUMEN).conversations) == 1
    assert state(tmp_path) == before


def test_messages_that_only_the_log_holds_are_read_and_the_log_stays(tmp_path: Path) -> None:
    store = write_chat(tmp_path / "chats", TALK)
    longer = [*TALK, asked("Only in the log.")]
    writer = sqlite3.connect(store, isolation_level=None)
    writer.execute("pragma journal_mode = wal")
    writer.execute("pragma wal_autocheckpoint = 0")
    writer.executemany("insert into blobs values (?, ?)", [blob_of(longer[-1]), blob_of(root_of(longer))])
    meta = {"agentId": AGENT, "latestRootBlobId": blob_of(root_of(longer))[0]}
    writer.execute("update meta set value = ?", (json.dumps(meta).encode().hex(),))
    before = state(tmp_path)

    assert requests(store) == ["Go on.", "Thanks.", "Only in the log."]
    assert state(tmp_path) == before
    writer.close()


def test_a_store_whose_tables_are_in_the_log_alone_is_found(tmp_path: Path) -> None:
    store = tmp_path / "chats" / "store.db"
    store.parent.mkdir()
    writer = sqlite3.connect(store, isolation_level=None)
    writer.execute("pragma journal_mode = wal")
    writer.execute("pragma wal_autocheckpoint = 0")
    writer.execute("create table blobs (id text primary key, data blob)")
    writer.execute("create table meta (key text primary key, value text)")

    assert b"blobs" not in store.read_bytes()
    assert list(CURSOR_CLI.stores(tmp_path)) == [store]
    writer.close()


def test_a_hot_journal_is_rolled_back_in_a_copy_alone(tmp_path: Path) -> None:
    store = write_chat(tmp_path / "chats", TALK)
    writer = sqlite3.connect(store, isolation_level=None)
    writer.execute("pragma cache_size = 1")
    writer.execute("begin exclusive")
    writer.execute("update meta set value = 'half written'")
    writer.executemany("insert into blobs values (?, zeroblob(2000))", ((str(n),) for n in range(400)))
    assert store.with_name("store.db-journal").stat().st_size > 0
    before = state(tmp_path)

    assert requests(store) == ["Go on.", "Thanks."]
    assert reading(store).gaps == []
    assert state(tmp_path) == before
    writer.execute("rollback")
    writer.close()


def test_a_branch_that_the_newest_root_does_not_lead_to_is_left_out(tmp_path: Path) -> None:
    rewound = asked("A rewound question.")
    store = write_chat(tmp_path, TALK, extra=[rewound, root_of([TALK[0], rewound])])

    assert requests(store) == ["Go on.", "Thanks."]
    assert reading(store).gaps == []


def test_a_root_that_is_not_there_leaves_the_conversation_and_a_gap(tmp_path: Path) -> None:
    store = write_chat(tmp_path, TALK, meta={"latestRootBlobId": "ab" * 32})
    found = conversation(store)

    assert (found.conversation_id, found.title, found.events) == (AGENT, "A chat", [])
    assert reasons(store) == [("ab" * 32, "missing_blob")]


def test_a_store_that_names_no_root_is_told(tmp_path: Path) -> None:
    store = write_chat(tmp_path, TALK, meta={"latestRootBlobId": None})

    assert conversation(store).events == []
    assert reasons(store) == [("meta", "missing_root")]


def test_a_message_that_is_not_there_costs_only_itself(tmp_path: Path) -> None:
    store = write_chat(tmp_path, TALK)
    name = blob_of(TALK[0])[0]
    with sqlite3.connect(store) as database:
        database.execute("delete from blobs where id = ?", (name,))

    assert requests(store) == ["Thanks."]
    assert reasons(store) == [(name, "missing_blob")]


@pytest.mark.parametrize("bad", [b'{"role":"user","cont', b"\x12\x03abc", b"[1]", b"12,13"])
def test_a_blob_that_does_not_decode_is_told_and_the_rest_is_read(tmp_path: Path, bad: bytes) -> None:
    store = write_chat(tmp_path, [TALK[0], bad, *TALK[1:]])

    assert requests(store) == ["Go on.", "Thanks."]
    assert len(list(conversation(store).calls())) == 1
    assert reasons(store) == [(blob_of(bad)[0], "invalid_json")]


def test_a_blob_without_a_value_is_told(tmp_path: Path) -> None:
    store = write_chat(tmp_path, TALK)
    name = blob_of(TALK[3])[0]
    with sqlite3.connect(store) as database:
        database.execute("update blobs set data = null where id = ?", (name,))

    assert requests(store) == ["Go on."]
    assert reasons(store) == [(name, "null_value")]


def test_a_root_cut_in_the_middle_gives_what_stands_before_the_cut(tmp_path: Path) -> None:
    cut = root_of(TALK, None)[:-10]
    store = write_chat(tmp_path, TALK, meta={"latestRootBlobId": blob_of(cut)[0]}, extra=[cut])

    assert requests(store) == ["Go on."]
    assert reasons(store) == [(blob_of(cut)[0], "damaged_root")]


def test_blobs_written_as_decimal_numbers_are_the_same_blobs(tmp_path: Path) -> None:
    store = write_chat(tmp_path / "plain", TALK)
    listed = write_chat(tmp_path / "listed", TALK)
    with sqlite3.connect(listed) as database:
        rows = database.execute("select id, data from blobs").fetchall()
        for name, data in rows:
            numbers = ",".join(str(byte) for byte in data)
            database.execute("update blobs set data = ? where id = ?", (numbers, name))

    assert conversation(listed).events == conversation(store).events
    assert reading(listed).gaps == []


@pytest.mark.parametrize("value", ["no JSON", "zz", "5b5d", "7b22"])
def test_a_row_without_json_leaves_what_the_file_beside_it_says(tmp_path: Path, value: str) -> None:
    beside = {"title": "Told beside", "createdAtMs": 1_751_364_000_000, "cwd": "/srv/work/lumen"}
    store = write_chat(tmp_path, TALK, meta=value, beside=beside)
    found = conversation(store)

    assert (found.conversation_id, found.title, found.workspace) == (AGENT, "Told beside", "/srv/work/lumen")
    assert found.started_at is not None
    assert reasons(store) == [("meta", "invalid_json")]


def test_a_row_in_plain_json_reads_as_one_in_hex(tmp_path: Path) -> None:
    root = blob_of(root_of(TALK))[0]
    store = write_chat(tmp_path, TALK, meta=json.dumps({"agentId": "plain", "latestRootBlobId": root}))

    assert conversation(store).conversation_id == "plain"
    assert requests(store) == ["Go on.", "Thanks."]


def test_a_store_without_its_own_row_is_told(tmp_path: Path) -> None:
    store = write_chat(tmp_path, TALK)
    with sqlite3.connect(store) as database:
        database.execute("delete from meta")

    assert reasons(store) == [("meta", "missing_meta")]


def test_a_broken_file_beside_the_store_is_told(tmp_path: Path) -> None:
    store = write_chat(tmp_path, TALK, beside='{"title": "cut')

    assert conversation(store).title == "A chat"
    assert reasons(store) == [("meta.json", "invalid_json")]


@pytest.mark.parametrize("content", [b"", os.urandom(8192), b"SQLite format 3\x00"])
def test_an_unusable_store_is_an_error_alone_and_a_gap_beside_others(tmp_path: Path, content: bytes) -> None:
    bad = write_chat(tmp_path / "bad", TALK)
    good = write_chat(tmp_path / "good", TALK, meta={"agentId": "good"})
    bad.write_bytes(content + bad.read_bytes()[16:600] if content.startswith(b"SQLite") else content)

    with pytest.raises(RereadError) as caught:
        collect([bad.parents[2]], LUMEN)
    found = collect([bad.parents[2], good.parents[2]], LUMEN)

    assert "\n" not in str(caught.value)
    assert [c.conversation_id for c in found.conversations] == ["good"]
    assert [(gap.where, gap.reason) for gap in found.gaps] == [(str(bad), "store_unusable")]


def test_a_store_without_its_tables_is_told_and_is_no_conversation(tmp_path: Path) -> None:
    store = write_chat(tmp_path, TALK)
    with sqlite3.connect(store) as database:
        database.execute("drop table meta")
        database.execute("drop table blobs")
    found = collect([tmp_path], LUMEN)

    assert found.conversations == []
    assert [gap.reason for gap in found.gaps] == ["no_tables"]


def test_a_cut_store_is_unusable(tmp_path: Path) -> None:
    store = write_chat(tmp_path, [asked("word " * 5000), *TALK])
    os.truncate(store, store.stat().st_size - 5000)

    with pytest.raises(RereadError, match="is cut"):
        collect([tmp_path], LUMEN)


def test_a_damaged_page_costs_the_messages_on_it(tmp_path: Path) -> None:
    long = asked("word " * 5000)
    store = write_chat(tmp_path, [TALK[0], long, TALK[3]])
    content = store.read_bytes()
    # The pages of a long value are a chain: a link that leads out of the file breaks it.
    page = content.index(b"word word word word", content.index(b"user_query")) // 4096
    chained = next(
        n for n in range(page + 1, len(content) // 4096) if b"word word" in content[n * 4096 :][:4096]
    )
    at = chained * 4096
    store.write_bytes(content[:at] + b"\x7f\xff\xff\xff" + content[at + 4 :])

    assert requests(store) == ["Go on.", "Thanks."]
    assert reasons(store) == [(blob_of(long)[0], "damaged_rows")]


def test_a_fingerprint_covers_what_is_read_and_no_time_of_a_file(tmp_path: Path) -> None:
    store = write_chat(tmp_path / "one", TALK)
    (first,) = (unit.fingerprint for unit in CURSOR_CLI.units(store, LUMEN))
    with sqlite3.connect(store) as database:
        database.execute("insert into blobs values (?, ?)", blob_of(said("unreachable")))
        database.commit()
        database.execute("vacuum")
    os.utime(store, (1, 1))
    other = write_chat(tmp_path / "other", [*TALK, asked("More.")])

    assert [unit.fingerprint for unit in CURSOR_CLI.units(store, LUMEN)] == [first]
    assert [unit.fingerprint for unit in CURSOR_CLI.units(other, LUMEN)] != [first]


def test_reading_twice_says_the_same(tmp_path: Path) -> None:
    (unit,) = CURSOR_CLI.units(write_chat(tmp_path, [*TALK, b"broken"]), LUMEN)

    assert unit.read() == unit.read()


def test_a_pipe_beside_a_store_is_a_gap_and_not_waited_for(tmp_path: Path) -> None:
    store = write_chat(tmp_path, TALK)
    store.with_name("meta.json").unlink(missing_ok=True)
    os.mkfifo(store.with_name("meta.json"))

    assert requests(store) == ["Go on.", "Thanks."]
    assert reasons(store) == [("meta.json", "unreadable")]
