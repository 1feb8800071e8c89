"""The bootstrap interval of Spearman's coefficient against a loop of scipy.stats.spearmanr."""

from collections.abc import Iterator

import numpy as np
from scipy import stats

from benchmarks.bar import Bar
from benchmarks.options import Options
from benchmarks.pairs import each, timed
from pipeline.measures.bootstrap import BATCH, interval, of_spearman, resampled
from pipeline.measures.series import Numbers

SEED = 20260203
N = 271
BLOCK = 7


def series() -> tuple[Numbers, Numbers]:
    """Pairs as a study has them: whole numbers, a third of the second ones zero."""
    random = np.random.default_rng(SEED)
    x = random.integers(0, 200_000, N).astype(np.float64)
    return x, np.where(random.random(N) < 1 / 3, 0.0, np.floor(x * random.random(N)))


def ours(x: Numbers, y: Numbers, resamples: int) -> tuple[float, float]:
    found = interval(of_spearman(x, y), N, BLOCK, SEED, resamples)
    assert found is not None
    return found.low, found.high


def theirs(x: Numbers, y: Numbers, resamples: int) -> tuple[float, float]:
    """The same resamples, drawn in the same order, one coefficient at a time."""
    random = np.random.default_rng(SEED)
    made = []
    for done in range(0, resamples, BATCH):
        for at in resampled(N, BLOCK, min(BATCH, resamples - done), random):
            made.append(stats.spearmanr(x[at], y[at]).statistic)
    low, high = np.quantile(made, [0.025, 0.975])
    return float(low), float(high)


def bars(options: Options) -> Iterator[Bar]:
    resamples = 200 if options.quick else 10_000
    x, y = series()
    spent = timed([lambda: ours(x, y, resamples), lambda: theirs(x, y, resamples)], options.rounds(5))
    if not np.allclose(*spent.answers, rtol=0, atol=1e-12):
        raise SystemExit(f"the intervals differ: {spent.answers[0]} and {spent.answers[1]}")
    size = f"{resamples:,} resamples of {N} pairs"
    against = "a loop of scipy.stats.spearmanr"
    yield Bar(
        "bootstrap interval of Spearman", size, against, spent.ratio(1, 0), 10, faster=True, note=each(spent)
    )
