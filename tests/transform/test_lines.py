"""Lines of versions: which were asked for, what they hold."""

from typing import Any

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.transform.lines import Texts, uncovered
from tests.transform import tiny

BLOBS = tiny.blobs(plain="one\r\ntwo\nthrée", entries="# T\n\n## a\nx\n## b\ny\nz\n", empty="")


def asked(blob: str | None, first: int | None = None, last: int | None = None) -> list[Any]:
    columns = [pd.Series([value], dtype=kind) for value, kind in ((blob, "str"), (first, "Int64"))]
    found = Texts(BLOBS).asked(columns[0], columns[1], pd.Series([last], dtype="Int64"))
    return [None if pd.isna(value) else value for value in found.iloc[0]]


def test_a_whole_text_holds_all_its_characters_with_line_ends_as_stored() -> None:
    assert asked("plain") == [1, 3, 14, 1, 3, 14]


@pytest.mark.parametrize(
    ("first", "last", "found"),
    [
        (2, 2, [2, 2, 4, 1]),
        (2, None, [2, 3, 9, 1]),
        (None, 1, [1, 1, 5, 1]),
        (-1, None, [3, 3, 5, 1]),
        (-9, None, [1, 3, 14, 1]),
        (3, 99, [3, 3, 5, 1]),
    ],
)
def test_ranges_count_from_either_end_and_stop_at_the_ends(
    first: int | None, last: int | None, found: list[int]
) -> None:
    assert asked("plain", first, last)[:4] == found


def test_a_range_behind_the_end_holds_nothing() -> None:
    assert asked("plain", 9, 12)[2:4] == [0, 0]


@pytest.mark.parametrize(
    ("first", "last", "records"), [(1, 2, 0), (1, 3, 1), (4, 4, 1), (4, 5, 2), (6, 7, 1), (1, 7, 2)]
)
def test_an_entry_is_held_where_any_of_its_lines_is(first: int, last: int, records: int) -> None:
    assert asked("entries", first, last)[3] == records


def test_an_empty_text_has_no_line_and_no_record() -> None:
    assert asked("empty")[2:] == [0, 0, 0, 0]


def test_an_unknown_text_tells_nothing() -> None:
    assert asked(None) == [None] * 6
    assert asked("nowhere") == [None] * 6


RANGES = st.lists(st.tuples(st.integers(1, 20), st.integers(1, 20)), max_size=8)


@given(RANGES)
def test_each_line_is_new_once(ranges: list[tuple[int, int]]) -> None:
    covered: list[tuple[int, int]] = []
    seen: set[int] = set()

    for first, last in ranges:
        parts = uncovered(covered, first, last)
        fresh = [line for low, high in parts for line in range(low, high + 1)]
        assert fresh == sorted(set(range(first, last + 1)) - seen)
        seen.update(fresh)

    assert {line for low, high in covered for line in range(low, high + 1)} == seen
