"""Joining dated rows as of an instant."""

import numpy as np
import pandas as pd
from hypothesis import given
from hypothesis import strategies as st

from pipeline.transform.asof import FOREVER, NEVER, Timeline, codes, instants, sorting

DATED = st.lists(st.tuples(st.integers(0, 4), st.integers(-20, 20)), max_size=30)


def _plain(rows: list[tuple[int, int]], key: int, at: int) -> int:
    best, when = -1, NEVER
    for row, (held, moment) in enumerate(rows):
        if held == key and moment <= at and moment >= when:
            best, when = row, moment
    return best


def _columns(rows: list[tuple[int, int]]) -> tuple[np.ndarray, np.ndarray]:
    table = np.array(rows, dtype=np.int64).reshape(-1, 2)
    return table[:, 0], table[:, 1]


@given(DATED, DATED)
def test_it_finds_what_a_plain_loop_finds(rows: list[tuple[int, int]], asked: list[tuple[int, int]]) -> None:
    found = Timeline(*_columns(rows)).rows(*_columns(asked))

    assert found.tolist() == [_plain(rows, key, at) for key, at in asked]


@given(DATED, DATED)
def test_instants_too_far_apart_to_pack_change_nothing(
    rows: list[tuple[int, int]], asked: list[tuple[int, int]]
) -> None:
    wide = [(key, at * (1 << 57)) for key, at in rows]

    found = Timeline(*_columns(wide)).rows(*_columns([(key, at * (1 << 57)) for key, at in asked]))

    assert found.tolist() == [_plain(rows, key, at) for key, at in asked]


def test_of_rows_equal_in_key_and_instant_the_later_given_speaks() -> None:
    line = Timeline(np.array([0, 0, 0]), np.array([5, 5, 4]))

    assert line.rows(np.array([0]), np.array([5])).tolist() == [1]


def test_a_key_that_is_missing_or_unknown_finds_nothing() -> None:
    line = Timeline(np.array([0, -1]), np.array([5, 5]))

    assert line.rows(np.array([-1, 7]), np.array([9, 9])).tolist() == [-1, -1]


def test_the_ends_of_time_may_be_asked_for() -> None:
    line = Timeline(np.array([0]), np.array([5]))

    assert line.rows(np.array([0, 0]), np.array([NEVER, FOREVER])).tolist() == [-1, 0]


@given(st.lists(st.integers(0, 1 << 60)))
def test_sorting_is_a_stable_sort(values: list[int]) -> None:
    given_values = np.array(values, dtype=np.int64)

    assert sorting(given_values).tolist() == np.argsort(given_values, kind="stable").tolist()


def test_one_text_has_one_number_in_every_column_and_a_missing_one_none() -> None:
    left, right = codes(pd.Series(["a", None, "b"], dtype="str"), pd.Series(["b", "a"], dtype="str"))

    assert (left[0], left[1], left[2]) == (right[1], -1, right[0])


def test_an_empty_instant_is_before_every_other() -> None:
    column = pd.Series(pd.to_datetime(["1970-01-01T00:00:00.000001Z", None], utc=True)).astype(
        "datetime64[us, UTC]"
    )

    assert instants(column).tolist() == [1, NEVER]
