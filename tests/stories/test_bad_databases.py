"""A database that cannot be read costs itself alone, is named in one sentence, and is left as it was."""

import os
import random
import sqlite3
from pathlib import Path

import pytest

from tests.stories.command import refused, reread, seen
from tests.stories.inputs import NOTES, ROOT, git, repository, session, store, study, talk, uid

pytestmark = pytest.mark.usefixtures("one_chart")

TALKS = 39
PAGE = 4096
SOUND = {name: value for number in range(1, TALKS + 1) for name, value in talk(number).items()}


def spoilt(user: Path, kind: str) -> Path:
    path = store(user, SOUND)
    content = path.read_bytes()
    if kind == "cut":
        os.truncate(path, len(content) // 2)
    elif kind == "head alone":
        os.truncate(path, 60)
    elif kind == "of no bytes":
        path.write_bytes(b"")
    elif kind == "of text":
        path.write_text("# Not a database\n")
    elif kind == "encrypted":
        path.write_bytes(random.Random(1).randbytes(len(content)))
    elif kind == "with a damaged schema":
        path.write_bytes(content[:100] + random.Random(1).randbytes(PAGE - 100) + content[PAGE:])
    return path


SENTENCES = {
    "cut": "the database is cut: 10 of 21 pages are there",
    "head alone": "the database is cut: 0 of 1 pages are there",
    "of no bytes": "the database is not a SQLite database or is encrypted",
    "of text": "the database is not a SQLite database or is encrypted",
    "encrypted": "the database is not a SQLite database or is encrypted",
    "with a damaged schema": "the database is damaged or encrypted",
}


@pytest.mark.parametrize("kind", SENTENCES)
def test_a_database_that_cannot_be_read_is_one_sentence(kind: str, tmp_path: Path) -> None:
    path = spoilt(tmp_path / "User", kind)
    before = seen(tmp_path)

    for asked in (tmp_path / "User", path):
        error = refused("histories", asked)

        assert error["code"] == "store_unusable"
        assert error["message"] == SENTENCES[kind]
        assert error["where"] == str(path)
    assert seen(tmp_path) == before


@pytest.mark.parametrize("kind", SENTENCES)
def test_beside_histories_that_can_be_read_it_is_a_listed_skip(kind: str, tmp_path: Path) -> None:
    path = spoilt(tmp_path / "User", kind)
    session(tmp_path / "sessions", 50)
    repo = repository(tmp_path / "repo")
    study(tmp_path, "two", repo=repo, histories=(tmp_path / "User", tmp_path / "sessions"))

    told = reread("run", "--json", at=tmp_path)

    assert told.code == 0
    assert told.document["stages"][0]["tables"]["conversations"] == 1
    assert told.document["skipped_inputs"] == [
        {"source": "histories", "where": str(path), "reason": "store_unusable"}
    ]


def test_a_study_of_that_database_alone_is_refused_and_leaves_no_table(tmp_path: Path) -> None:
    spoilt(tmp_path / "User", "encrypted")
    repo = repository(tmp_path / "repo")
    study(tmp_path, "one", repo=repo, histories=(tmp_path / "User",))

    assert refused("run", "one", at=tmp_path)["code"] == "store_unusable"
    assert list((tmp_path / "data" / "derived").rglob("*.parquet")) == []
    assert refused("measures", "one", at=tmp_path)["code"] == "table_missing"


def test_an_open_exclusive_writer_is_no_hindrance(tmp_path: Path) -> None:
    path = store(tmp_path / "User", SOUND)
    writer = sqlite3.connect(path, isolation_level=None)
    writer.execute("begin exclusive")
    before = seen(tmp_path)

    told = reread("histories", tmp_path / "User", "--json")

    assert told.code == 0
    assert len(told.document["conversations"]) == TALKS
    assert seen(tmp_path) == before
    writer.execute("rollback")
    writer.close()


def test_rows_that_do_not_decode_are_listed_by_their_keys_and_cost_only_themselves(tmp_path: Path) -> None:
    path = store(tmp_path / "User", talk(1) | talk(2) | talk(3))
    with sqlite3.connect(path) as base:
        spoil = "update cursorDiskKV set value = ? where key = ?"
        base.execute(spoil, (b"\xff\xfe{not json", f"composerData:{uid(2)}"))
        base.execute(spoil, ("[" * 100_000, f"composerData:{uid(3)}"))
        base.execute(spoil, ("{cut", f"bubbleId:{uid(1)}:{uid(102)}"))
    base.close()
    repo = repository(tmp_path / "repo")
    study(tmp_path, "rows", repo=repo, histories=(tmp_path / "User",))

    told = reread("run", "--json", at=tmp_path)

    assert told.code == 0
    skipped = {row["where"]: row["reason"] for row in told.document["skipped_inputs"]}
    assert skipped[f"composerData:{uid(2)}"] == "invalid_json"
    assert skipped[f"composerData:{uid(3)}"] == "invalid_json"
    assert skipped[f"bubbleId:{uid(1)}:{uid(102)}"] == "invalid_json"
    listed = reread("histories", tmp_path / "User", "--root", ROOT, "--json").document["conversations"]
    assert uid(1) in [row["conversation_id"] for row in listed if row["independent"]]


@pytest.mark.parametrize("page", range(1, 21))
def test_a_page_damaged_anywhere_ends_in_conversations_and_listed_gaps(page: int, tmp_path: Path) -> None:
    """No page of a store can end the command otherwise than in a document; what is lost is told."""
    path = store(tmp_path / "User", SOUND)
    content = bytearray(path.read_bytes())
    content[page * PAGE : (page + 1) * PAGE] = random.Random(page).randbytes(PAGE)
    path.write_bytes(content)

    told = reread("histories", tmp_path / "User", "--root", ROOT, "--json")

    if told.code == 2:
        assert told.document["error"]["code"] == "store_unusable"
        return
    assert told.code == 0
    whole = [row for row in told.document["conversations"] if row["tool_calls"]]
    assert len(whole) == TALKS or told.document["not_understood"]


def test_a_file_that_is_no_history_is_refused_and_a_folder_without_one_is_told(tmp_path: Path) -> None:
    plain = tmp_path / "folder" / "notes.md"
    plain.parent.mkdir()
    plain.write_text(NOTES["docs/memory/status.md"])

    assert refused("histories", plain)["code"] == "no_history"
    told = reread("histories", plain.parent, "--json")
    assert told.code == 0
    assert told.document == {
        "conversations": [],
        "not_understood": [{"where": str(plain.parent), "reason": "no_history"}],
    }


def test_a_pipe_or_a_device_is_never_opened_as_a_history(tmp_path: Path) -> None:
    (tmp_path / "globalStorage").mkdir()
    for name in ("globalStorage/state.vscdb", "one.jsonl", "two.md", "store.db", "three.json", "four.txt"):
        os.mkfifo(tmp_path / name)
    git(tmp_path, "init", "-q")

    told = reread("histories", tmp_path, "--json")

    assert told.code == 0
    assert told.document["conversations"] == []
