"""Which commits' times are believed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.extract.memory.clock import believed, longest
from tests.oracle import clock

TIMES = st.lists(st.integers(0, 12), max_size=12)


@pytest.mark.parametrize(
    ("times", "taken", "own"),
    [
        ([], [], []),
        ([3, 3, 5], [3, 3, 5], [True, True, True]),
        ([20, 1, 25], [20, 20, 25], [True, False, True]),
        ([1, 2, 99, 3, 4], [1, 2, 2, 3, 4], [True, True, False, True, True]),
        ([9, 1, 2, 3], [1, 1, 2, 3], [False, True, True, True]),
    ],
)
def test_the_longest_sequence_is_believed_and_the_others_take_the_time_before_them(
    times: list[int], taken: list[int], own: list[bool]
) -> None:
    assert believed(times) == (taken, own)


def test_of_several_a_running_maximum_decides() -> None:
    assert believed([20, 10])[0] == [20, 20]
    assert believed([1, 30, 10, 40])[0] == [1, 30, 30, 40]


def test_a_last_commit_dated_a_little_before_its_parent_takes_the_parents_time() -> None:
    assert believed([1, 100, 99]) == ([1, 100, 100], [True, True, False])


def test_a_clock_in_the_future_does_not_hide_the_one_commit_after_it() -> None:
    assert believed([1, 2099, 10]) == ([1, 1, 10], [True, False, True])


def test_a_clock_in_the_future_leaves_the_running_maximum_to_the_others() -> None:
    assert believed([1, 10, 2099, 20, 19]) == ([1, 10, 10, 20, 20], [True, True, False, True, False])


@pytest.mark.parametrize(("last", "kept"), [(19, True), (20, False)])
def test_a_time_is_in_the_future_when_it_is_more_than_a_step_ahead(last: int, kept: bool) -> None:
    """The step from 1 to 10 is nine, so 19 is plausible beside 10, and 20 is not."""
    assert believed([1, last, 10])[1] == [True, kept, not kept]


@given(TIMES)
def test_times_never_run_backwards(times: list[int]) -> None:
    taken, own = believed(times)

    assert taken == sorted(taken)
    assert sum(own) == len(longest(times))
    assert all(at == told for at, told, trusted in zip(times, taken, own, strict=True) if trusted)


@given(TIMES)
def test_the_slow_count_believes_the_same(times: list[int]) -> None:
    assert believed(times)[0] == clock.believed(times)
