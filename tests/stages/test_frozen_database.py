"""A frozen copy of a store says what the live one says."""

import sqlite3
from pathlib import Path

from pipeline.stages.frozen_database import copy_rows
from tests.extract.histories.cursor_cli.chats import AGENT, asked, reading, said, write_chat


def test_a_store_of_the_command_line_is_copied_with_its_own_row(tmp_path: Path) -> None:
    store = write_chat(tmp_path / "live", [asked("Go on."), said("Done.", "assistant")])
    copy = tmp_path / "frozen" / store.relative_to(tmp_path / "live")

    copy_rows(store, copy, {AGENT})

    assert reading(copy) == reading(store)
    assert reading(copy).conversations[0].title == "A chat"


def test_a_table_called_meta_in_another_database_is_copied_by_its_rows(tmp_path: Path) -> None:
    store = tmp_path / "live.db"
    with sqlite3.connect(store) as database:
        database.execute("create table meta (key text, value text)")
        database.executemany(
            "insert into meta values (?, ?)", [("own", "of agent-1"), ("other", "of agent-2")]
        )

    copy_rows(store, tmp_path / "copy.db", {"agent-1"})

    with sqlite3.connect(tmp_path / "copy.db") as copy:
        assert copy.execute("select key from meta").fetchall() == [("own",)]
