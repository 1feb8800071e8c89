"""Whole numbers in arguments are read from whatever stands there, and nothing there can stop a reading."""

from typing import Any

import pytest

from pipeline.extract.histories.numbers import whole_number


@pytest.mark.parametrize(
    ("told", "right"), [(3, 3), (3.0, 3), (-2, -2), ("3", 3), (" -2 ", -2), (0, 0), ("007", 7)]
)
def test_a_number_or_its_text_is_the_number(told: Any, right: int) -> None:
    assert whole_number(told) == right


@pytest.mark.parametrize(
    "told",
    [
        None,
        True,
        "",
        "x",
        "²",
        "٣",
        "--3",
        "1e3",
        "9" * 5000,
        10**15,
        float("inf"),
        float("-inf"),
        float("nan"),
        [3],
    ],
)
def test_what_is_no_line_is_none(told: Any) -> None:
    assert whole_number(told) is None
