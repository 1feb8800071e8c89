"""Tables under charts: every text comes back, no cell can run (failing inputs D3 and E4)."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import pandas as pd
from hypothesis import given
from hypothesis import strategies as st

from pipeline import tables
from pipeline.figures.csv_text import csv_text
from pipeline.storage import read_table, write_table


def cells(content: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(content.decode("utf-8"), newline="")))


def text_of(cell: str) -> str | None:
    """A text cell by the rule that the writer states: one leading apostrophe goes, an empty cell is none."""
    return None if cell == "" else cell.removeprefix("'")


def test_the_18_texts_of_d3_come_back_as_they_were(
    failing_inputs: Path, failing_right: dict[str, Any]
) -> None:
    rows = json.loads((failing_inputs / "D3/titles.json").read_text("utf-8"))
    right = failing_right["D3"]["right"]

    head, *found = cells(csv_text(pd.DataFrame(rows)))

    assert head == ["id", "path", "title"]
    assert [text_of(title) for _, _, title in found] == right["texts_after_round_trip"]
    assert len(found) == right["rows"]


def test_the_18_texts_of_d3_come_back_from_parquet(failing_right: dict[str, Any], tmp_path: Path) -> None:
    texts = failing_right["D3"]["right"]["texts_after_round_trip"]
    frame = tables.frame("memory_names", [(f"{n}.md", text) for n, text in enumerate(texts)])
    write_table(tmp_path, "memory_names", frame)

    assert list(read_table(tmp_path, "memory_names")["target"]) == texts


def test_an_empty_text_and_a_missing_one_are_told_apart() -> None:
    assert csv_text(pd.DataFrame({"title": ["", None]})) == b'title\n\'\n""\n'


def test_what_a_spreadsheet_would_run_is_guarded_and_numbers_stay_numbers(
    failing_inputs: Path, failing_right: dict[str, Any]
) -> None:
    given_cells = json.loads((failing_inputs / "E4/cells.json").read_text("utf-8"))
    right = failing_right["E4"]["right"]
    frame = pd.DataFrame({"value": pd.Series([cell["value"] for cell in given_cells], dtype="object")})

    found = [row[0] for row in cells(csv_text(frame))[1:]]
    numbers = [text for text, cell in zip(found, given_cells, strict=True) if cell["type"] == "number"]
    either = {15, *right["either_way_rows"]}

    assert numbers == right["numbers_in_csv_as_they_are"]
    assert {n for n, text in enumerate(found) if text.startswith("'")} - either == set(
        right["neutralised_rows"]
    )
    texts = [
        (text_of(text), cell["value"])
        for text, cell in zip(found, given_cells, strict=True)
        if cell["type"] == "text"
    ]
    assert all(ours == theirs for ours, theirs in texts)
    assert sum(map(float, numbers)) == -1255.5000001


@given(st.lists(st.one_of(st.none(), st.text()), min_size=1))
def test_any_texts_come_back(texts: list[str | None]) -> None:
    found = cells(csv_text(pd.DataFrame({"text": pd.Series(texts, dtype="object")})))

    assert [text_of(row[0]) for row in found[1:]] == texts


def test_numbers_truths_and_instants_are_written_in_one_way() -> None:
    frame = pd.DataFrame(
        {
            "whole": pd.array([3, None], dtype="Int64"),
            "share": pd.array([0.1, None], dtype="Float64"),
            "early": [True, False],
            "at": pd.to_datetime(["2026-01-05T12:00:00+03:00", None], utc=True),
        }
    )

    assert csv_text(frame) == b"whole,share,early,at\n3,0.1,true,2026-01-05T09:00:00Z\n,,false,\n"
