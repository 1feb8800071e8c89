"""Statistics and intervals on values computed by hand, and against SciPy and arch on any numbers."""

import math
from itertools import pairwise

import numpy as np
import pytest
from arch.bootstrap import optimal_block_length
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from pipeline.measures import bootstrap
from pipeline.measures.series import Numbers
from pipeline.measures.statistics import (
    MAXIMUM,
    MEAN,
    POSITIVE,
    POSITIVE_MEDIAN,
    SUM,
    WHOLE,
    Statistic,
    at_least,
    pearson,
    quantile,
    share_at_least,
    spearman,
    survival,
    survival_median,
)

NONE = np.array([], dtype=np.float64)
SMALL = st.integers(0, 6).map(float)
PAIRS = st.lists(st.tuples(SMALL, SMALL), min_size=8, max_size=40)


def numbers(*values: float) -> Numbers:
    return np.array(values, dtype=np.float64)


@pytest.mark.parametrize(
    ("q", "kind", "value"),
    [
        (0.5, "type 7", 2.5),
        (0.5, "nearest rank", 2),
        (0.5, "type 6", 2.5),
        (0.9, "type 7", 3.7),
        (0.9, "nearest rank", 4),
        (0.9, "type 6", 4),
        (0.25, "type 7", 1.75),
        (0.25, "nearest rank", 1),
        (0.25, "type 6", 1.25),
    ],
)
def test_a_quantile_of_one_two_three_four(q: float, kind: str, value: float) -> None:
    assert quantile(numbers(4, 1, 3, 2), q, kind) == pytest.approx(value, abs=1e-12)


def test_no_numbers_have_no_quantile() -> None:
    assert quantile(NONE, 0.5) is None


def test_pearson_by_hand() -> None:
    """Deviations (-1, 0, 1) and (-4/3, -1/3, 5/3): 3 over the root of 2 times 14/3."""
    assert pearson(numbers(1, 2, 3), numbers(1, 2, 4)) == pytest.approx(3 / math.sqrt(28 / 3), abs=1e-12)


def test_spearman_gives_equal_numbers_their_mean_rank() -> None:
    """Ranks (1, 2.5, 2.5, 4) and (1, 2, 3, 4): 4.5 over the root of 4.5 times 5."""
    found = spearman(numbers(1, 2, 2, 3), numbers(10, 20, 30, 40))

    assert found == pytest.approx(4.5 / math.sqrt(22.5), abs=1e-12)


@pytest.mark.parametrize("coefficient", [pearson, spearman])
def test_a_coefficient_needs_two_pairs_and_a_spread_in_both(coefficient) -> None:
    assert coefficient(numbers(1), numbers(2)) is None
    assert coefficient(numbers(1, 2, 3), numbers(5, 5, 5)) is None
    assert coefficient(numbers(5, 5, 5), numbers(1, 2, 3)) is None


@given(PAIRS)
def test_the_coefficients_are_scipys(pairs: list[tuple[float, float]]) -> None:
    x, y = np.array(pairs).T
    if np.ptp(x) == 0 or np.ptp(y) == 0:
        return

    assert pearson(x, y) == pytest.approx(stats.pearsonr(x, y).statistic, abs=1e-9)
    assert spearman(x, y) == pytest.approx(stats.spearmanr(x, y).statistic, abs=1e-9)


@given(PAIRS)
def test_spearman_knows_order_alone(pairs: list[tuple[float, float]]) -> None:
    x, y = np.array(pairs).T

    assert spearman(x, y) == spearman(np.exp(x), y**3)


def test_at_most_half_remain_from_the_survival_median_on() -> None:
    assert survival_median(numbers(1, 2, 3, 4), np.array([True] * 4)) == 2


def test_a_censored_duration_leaves_without_ending() -> None:
    """Three of four remain after 1; of the two left after the censored 2, one remains after 3."""
    curve = survival(numbers(1, 2, 3, 4), np.array([True, False, True, True]))

    remaining = dict(zip(curve["duration"], curve["remaining"], strict=True))
    assert remaining[1] == pytest.approx(0.75)
    assert remaining[3] == pytest.approx(0.375)
    assert survival_median(numbers(1, 2, 3, 4), np.array([True, False, True, True])) == 3


def test_a_median_that_is_never_reached_is_undefined() -> None:
    assert survival_median(numbers(1, 2, 3), np.array([True, False, False])) is None
    assert survival_median(numbers(1, 2), np.array([False, False])) is None


@pytest.mark.parametrize(
    ("statistic", "value", "of_none"),
    [
        (MAXIMUM, 5, None),
        (MEAN, 2, None),
        (SUM, 8, 0),
        (POSITIVE, 3, 0),
        (POSITIVE_MEDIAN, 2, None),
        (WHOLE, 3, 0),
        (at_least(2), 2, 0),
        (share_at_least(2), 0.5, None),
    ],
)
def test_a_statistic_of_nought_one_two_five(
    statistic: Statistic, value: float, of_none: float | None
) -> None:
    assert statistic.take(numbers(0, 1, 2, 5), "type 7") == value
    assert statistic.take(NONE, "type 7") == of_none


@pytest.mark.parametrize(("n", "block"), [(8, 2), (9, 3), (27, 3), (28, 4), (64, 4), (271, 7)])
def test_blocks_of_equal_numbers_are_as_long_as_the_cube_root(n: int, block: int) -> None:
    assert bootstrap.block_length(np.ones(n)) == block


@pytest.mark.parametrize("lag_one", [0.5, 0.85])
def test_blocks_of_dependent_numbers_are_those_of_politis_and_white(lag_one: float) -> None:
    """arch names the length for the circular bootstrap, which is that for moving blocks. It divides each
    covariance by the variances of the parts that overlap, the paper by the variance: one apart at most."""
    series = np.random.default_rng(20260203).normal(size=271)
    for at in range(1, len(series)):
        series[at] += lag_one * series[at - 1]

    expected = float(optimal_block_length(series)["circular"].iloc[0])
    assert bootstrap.block_length(series) == pytest.approx(max(7, math.ceil(expected)), abs=1)


def test_a_block_is_never_longer_than_the_series() -> None:
    assert bootstrap.block_length(numbers(1, 2)) == 2


@given(st.integers(8, 60), st.integers(1, 8), st.integers(0, 99))
def test_a_resample_is_blocks_of_neighbours_the_last_one_cut(n: int, block: int, seed: int) -> None:
    rows = bootstrap.resampled(n, block, 5, np.random.default_rng(seed))

    assert rows.shape == (5, n)
    assert rows.min() >= 0
    assert rows.max() < n
    for row in rows.tolist():
        steps = [after - before for before, after in pairwise(row)]
        assert all(step == 1 for place, step in enumerate(steps, 1) if place % block)


def test_one_block_over_the_whole_series_leaves_no_doubt() -> None:
    series = numbers(3, 1, 4, 1, 5, 9, 2, 6)

    found = bootstrap.interval(bootstrap.of_quantile(series, 0.5, "linear"), 8, 8, 1)

    assert found == bootstrap.Interval(3.5, 3.5, 8)


def test_the_bounds_are_the_quantiles_of_the_resampled_statistic() -> None:
    """The first index is the start of a block: each of 0 to 100 alike."""
    found = bootstrap.interval(lambda at: at[:, 0].astype(np.float64), 101, 1, 1, 100_000)

    assert found is not None
    assert (found.low, found.high) == (pytest.approx(2.5, abs=1), pytest.approx(97.5, abs=1))


def test_fewer_than_eight_numbers_have_no_interval() -> None:
    assert bootstrap.interval(bootstrap.of_quantile(np.arange(7.0), 0.5, "linear"), 7, 2, 1) is None


def test_resamples_without_a_coefficient_are_left_out() -> None:
    """Where one series is the other, every defined coefficient is 1; without any spread none is defined."""
    series = numbers(*[0] * 20, 1, 2)

    assert bootstrap.interval(bootstrap.of_pearson(series, series), 22, 3, 1, 600) == bootstrap.Interval(
        pytest.approx(1), pytest.approx(1), 3
    )
    assert bootstrap.interval(bootstrap.of_pearson(np.ones(22), series), 22, 3, 1, 600) is None


def test_the_same_seed_gives_the_same_interval() -> None:
    series = np.random.default_rng(3).normal(size=50)
    statistic = bootstrap.of_quantile(series, 0.9, "linear")

    assert bootstrap.interval(statistic, 50, 4, 9, 1_200) == bootstrap.interval(statistic, 50, 4, 9, 1_200)
    assert bootstrap.interval(statistic, 50, 4, 9, 1_200) != bootstrap.interval(statistic, 50, 4, 10, 1_200)


@given(PAIRS, st.integers(0, 99))
def test_a_resampled_coefficient_is_scipys_of_the_resample(
    pairs: list[tuple[float, float]], seed: int
) -> None:
    x, y = np.array(pairs).T
    at = bootstrap.resampled(len(x), 3, 4, np.random.default_rng(seed))

    for made, coefficient in ((bootstrap.of_pearson, pearson), (bootstrap.of_spearman, spearman)):
        expected = [coefficient(x[row], y[row]) for row in at]
        defined = [math.nan if value is None else value for value in expected]
        assert made(x, y)(at) == pytest.approx(defined, abs=1e-9, nan_ok=True)
