"""How often the 95 % intervals hold the true coefficient, on series of the published study's size."""

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from pipeline.measures.bootstrap import Resampled, interval, of_pearson, of_spearman
from pipeline.measures.correlation import block_of_pairs
from pipeline.measures.series import Numbers

N = 271
CORRELATION = 0.27
RANKS = 6 / np.pi * np.arcsin(CORRELATION / 2)
"""Spearman's coefficient of a normal pair with that correlation."""
BURNT = 100
SERIES = 1_000
RESAMPLES = 499
PAGE = Path(__file__).parents[2] / "docs" / "performance.md"

pytestmark = pytest.mark.slow


def pair(lag_one: float, generator: np.random.Generator) -> tuple[Numbers, Numbers]:
    """Two series with that correlation to each other, each with that correlation to its own past."""
    both = generator.multivariate_normal([0, 0], [[1, CORRELATION], [CORRELATION, 1]], size=N + BURNT)
    for at in range(1, len(both)):
        both[at] += lag_one * both[at - 1]
    return both[BURNT:, 0].copy(), both[BURNT:, 1].copy()


@cache
def coverage(lag_one: float, of: Callable[[Numbers, Numbers], Resampled], true: float) -> float:
    """The share of simulated pairs whose interval holds the true coefficient."""
    generator = np.random.default_rng(20260203)
    held = 0
    for seed in range(SERIES):
        x, y = pair(lag_one, generator)
        found = interval(of(x, y), N, block_of_pairs(x, y), seed, RESAMPLES)
        assert found is not None
        held += found.low <= true <= found.high
    return held / SERIES


@pytest.mark.parametrize("lag_one", [0.3, 0.5])
def test_an_interval_of_pearson_holds_the_truth_in_90_to_98_percent(lag_one: float) -> None:
    assert 0.90 <= coverage(lag_one, of_pearson, CORRELATION) <= 0.98


@pytest.mark.parametrize("lag_one", [0.3, 0.5])
def test_an_interval_of_spearman_holds_the_truth_in_90_to_98_percent(lag_one: float) -> None:
    assert 0.90 <= coverage(lag_one, of_spearman, RANKS) <= 0.98


@pytest.mark.parametrize("lag_one", [0.7, 0.85])
def test_the_page_states_how_far_intervals_of_strongly_dependent_series_fall_short(lag_one: float) -> None:
    """Within one percentage point: the simulation's own standard error."""
    measured = [100 * coverage(lag_one, of_pearson, CORRELATION), 100 * coverage(lag_one, of_spearman, RANKS)]
    row = re.search(rf"\| {lag_one} \| (\d+) % \| (\d+) % \|", PAGE.read_text("utf-8"))

    print(f"lag-one correlation {lag_one}: Pearson {measured[0]:.1f} %, Spearman {measured[1]:.1f} %")
    assert row, f"the page has no row for a lag-one correlation of {lag_one}"
    assert [float(stated) for stated in row.groups()] == pytest.approx(measured, abs=1)
