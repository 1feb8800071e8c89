"""Tables in and out: what is read is what was written, and nothing is left half-written."""

from datetime import UTC, datetime
from pathlib import Path

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline import storage, tables
from pipeline.errors import RereadError

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
INSTANT = st.datetimes(datetime(1970, 1, 1), datetime(2200, 1, 1), timezones=st.just(UTC))
MESSAGE = st.tuples(st.none() | INSTANT, st.sampled_from(["human", "agent", "system"]), TEXT)


def messages(rows: list[tuple[datetime | None, str, str]]) -> pd.DataFrame:
    return tables.frame(
        "messages",
        [
            {
                "conversation_id": "c",
                "seq": seq,
                "at": at,
                "time_basis": "message" if at else "none",
                "role": role,
                "chars": len(text),
                "text": text,
            }
            for seq, (at, role, text) in enumerate(rows)
        ],
    )


@given(st.lists(MESSAGE, max_size=5))
def test_a_table_comes_back_as_it_was_written(
    tmp_path_factory: pytest.TempPathFactory, rows: list[tuple[datetime | None, str, str]]
) -> None:
    folder, frame = tmp_path_factory.mktemp("tables"), messages(rows)

    storage.write_table(folder, "messages", frame, "print")

    pd.testing.assert_frame_equal(storage.read_table(folder, "messages"), frame)
    assert storage.fingerprint_of(folder, "messages") == "print"


def test_a_table_that_breaks_its_contract_is_not_written(tmp_path: Path) -> None:
    frame = messages([(None, "human", "x")]).assign(role="robot")

    with pytest.raises(RereadError) as told:
        storage.write_table(tmp_path, "messages", frame)

    assert told.value.problem.code == "table_contract"
    assert "messages.role" in told.value.problem.where
    assert list(tmp_path.iterdir()) == []


def test_two_rows_with_one_key_break_the_contract(tmp_path: Path) -> None:
    frame = messages([(None, "human", "x"), (None, "human", "y")]).assign(seq=0).astype({"seq": "Int64"})

    with pytest.raises(RereadError, match="breaks its contract"):
        storage.write_table(tmp_path, "messages", frame)


@pytest.mark.parametrize(
    ("content", "code"),
    [(None, "table_missing"), (b"", "table_damaged"), (b"PAR1 and no more", "table_damaged")],
)
def test_a_table_that_cannot_be_read_is_one_sentence(
    tmp_path: Path, content: bytes | None, code: str
) -> None:
    if content is not None:
        (tmp_path / "messages.parquet").write_bytes(content)

    with pytest.raises(RereadError) as told:
        storage.read_table(tmp_path, "messages")

    assert told.value.problem.code == code


def test_a_table_of_an_older_version_is_told(tmp_path: Path) -> None:
    messages([(None, "human", "x")]).drop(columns="chars").to_parquet(tmp_path / "messages.parquet")

    with pytest.raises(RereadError, match="lacks chars"):
        storage.read_table(tmp_path, "messages")


def test_a_file_that_fails_to_be_written_leaves_the_old_one(tmp_path: Path) -> None:
    place = tmp_path / "a.json"
    place.write_bytes(b"old")

    with pytest.raises(ValueError, match="broken"), storage.replacing(place) as stream:
        stream.write(b"new")
        raise ValueError("broken")

    assert place.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [place]
