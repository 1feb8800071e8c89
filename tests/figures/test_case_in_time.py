"""The numbers below the marks of a case: as many as can be read, and never one over another."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from pipeline.figures.case_in_time import APART, DIGIT, apart

MARKS = st.lists(st.tuples(st.floats(0, 450), st.integers(0, 1999)), max_size=60).map(sorted)


@given(MARKS)
def test_no_two_numbers_touch_and_the_reader_is_always_named(marks: list[tuple[float, int]]) -> None:
    at, words = [one for one, _ in marks], [str(number) for _, number in marks]
    kept = apart(at, words)
    ends = [(at[nth] - DIGIT * len(words[nth]) / 2, at[nth] + DIGIT * len(words[nth]) / 2) for nth in kept]

    assert all(after[0] - before[1] >= APART - 1e-9 for before, after in pairwise(ends))
    assert (len(words) - 1 in kept) or not words


def test_marks_that_stand_apart_are_all_named_and_marks_without_a_number_take_no_room() -> None:
    assert apart([0, 20, 40], ["1", "27", "130"]) == [0, 1, 2]
    assert apart([0, 1, 40], ["1", "", "130"]) == [0, 2]
    assert apart([0, 5, 6, 40, 41], ["10", "11", "12", "13", "14"]) == [0, 4]
