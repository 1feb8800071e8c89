"""What is remembered of units of histories, by one run at a time."""

import sqlite3
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pipeline.errors import RereadError
from pipeline.extract.histories.records import Access, Attachment, Call, Conversation, Gap, Message, Reading
from pipeline.stages.unit_cache import unit_cache

READING = Reading(
    [
        Conversation(
            "c",
            "cursor",
            "state.vscdb",
            started_at=datetime(2026, 1, 1, 0, 0, 0, 5, tzinfo=UTC),
            events=[
                Message("human", "\u2028 text", datetime(2026, 1, 1, tzinfo=UTC), "message", "m"),
                Call("Read", "read", "ok", accesses=[Access("read", "a.md", 1, 2, flags=("glob",))]),
                Message("agent", "Done."),
            ],
            attachments=[Attachment("b.md", "rule", 1)],
            folders=("/a", "/b"),
        )
    ],
    [Gap("row", "invalid_json")],
)


def test_a_reading_comes_back_as_it_was_kept(tmp_path: Path) -> None:
    with unit_cache(tmp_path) as cache:
        cache.put("print", READING)

    with unit_cache(tmp_path) as cache:
        assert cache.get("print") == READING
        assert cache.get("another") is None


def test_what_a_run_does_not_ask_for_is_forgotten(tmp_path: Path) -> None:
    with unit_cache(tmp_path) as cache:
        cache.put("print", READING)
    with unit_cache(tmp_path):
        pass

    with unit_cache(tmp_path) as cache:
        assert cache.get("print") is None


def test_a_run_that_fails_leaves_the_cache_as_it_was(tmp_path: Path) -> None:
    with unit_cache(tmp_path) as cache:
        cache.put("print", READING)

    with pytest.raises(ValueError, match="broken"), unit_cache(tmp_path) as cache:
        cache.put("new", READING)
        raise ValueError("broken")

    with unit_cache(tmp_path) as cache:
        assert (cache.get("print"), cache.get("new")) == (READING, None)


def test_a_damaged_cache_is_begun_anew(tmp_path: Path) -> None:
    (tmp_path / "units.sqlite").write_bytes(b"no database at all" * 100)

    with unit_cache(tmp_path) as cache:
        assert cache.get("print") is None
        cache.put("print", READING)


def test_a_second_run_at_once_is_refused_and_the_first_one_keeps_its_cache(tmp_path: Path) -> None:
    with unit_cache(tmp_path) as cache:
        cache.put("print", READING)
        with pytest.raises(RereadError) as told, unit_cache(tmp_path):
            pass

    assert told.value.problem.code == "study_busy"
    with sqlite3.connect(tmp_path / "units.sqlite") as kept:
        assert kept.execute("select count(*) from units").fetchone() == (1,)
