"""95 % intervals of statistics of a series whose neighbours in time depend on each other.

Moving blocks over conversations in order; the block length is Politis and White's (2004, corrected
2009) for the moving-block bootstrap, but at least ceil(n^(1/3)); percentiles of the resampled statistic.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pipeline.measures.series import Numbers

RESAMPLES = 9_999
BATCH = 500
"""Resamples held in memory at once."""

Indices = npt.NDArray[np.intp]
Resampled = Callable[[Indices], Numbers]
"""From resampled indices, shape (resamples, n), to one number a resample."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A 95 % interval and the block length it rests on."""

    low: float
    high: float
    block: int


def block_length(numbers: Numbers) -> int:
    """The block length for these numbers in order, at least ceil(n^(1/3)), at most n."""
    n = len(numbers)
    least = math.ceil(round(n ** (1 / 3), 9))
    return int(min(n, max(least, math.ceil(_politis_white(numbers)))))


def _politis_white(numbers: Numbers) -> float:
    n = len(numbers)
    centred = numbers - numbers.mean()
    if n < 8 or not centred.any():
        return 1.0
    kn = max(5, math.ceil(math.log10(n)))
    longest = math.ceil(math.sqrt(n)) + kn
    covariances = np.array([centred[: n - lag] @ centred[lag:] / n for lag in range(longest + 1)])
    band = 2 * _last_significant(covariances / covariances[0], n, kn)
    lags = np.arange(-min(band, longest), min(band, longest) + 1)
    weights = np.minimum(1.0, 2 * (1 - np.abs(lags) / max(band, 1)))
    at = covariances[np.abs(lags)]
    slope = float((weights * np.abs(lags) * at).sum())
    spectrum = float((weights * at).sum())
    if spectrum <= 0:
        return 1.0
    length = float((2 * slope**2 / (4 / 3 * spectrum**2)) ** (1 / 3) * n ** (1 / 3))
    return min(length, math.ceil(min(3 * math.sqrt(n), n / 3)))


def _last_significant(correlations: Numbers, n: int, kn: int) -> int:
    bound = 2 * math.sqrt(math.log10(n) / n)
    small = np.abs(correlations[1:]) < bound
    for start in range(len(small) - kn + 1):
        if small[start : start + kn].all():
            return max(start, 1)
    large = np.flatnonzero(~small)
    return int(large[-1]) + 1 if len(large) else 1


def resampled(n: int, block: int, resamples: int, generator: np.random.Generator) -> Indices:
    """Indices of moving-block resamples, shape (resamples, n)."""
    starts = generator.integers(0, n - block + 1, size=(resamples, math.ceil(n / block)))
    return (starts[:, :, None] + np.arange(block)).reshape(resamples, -1)[:, :n]


def interval(
    statistic: Resampled, n: int, block: int, seed: int, resamples: int = RESAMPLES
) -> Interval | None:
    """The interval of a statistic given as a function from resampled indices to one number a resample.

    None where there are fewer than 8 numbers. Numbers that are undefined in a resample (NaN) are left out.
    """
    if n < 8:
        return None
    generator = np.random.default_rng(seed)
    sizes = [min(BATCH, resamples - done) for done in range(0, resamples, BATCH)]
    made = np.concatenate([statistic(resampled(n, block, size, generator)) for size in sizes])
    made = made[~np.isnan(made)]
    if len(made) == 0:
        return None
    low, high = np.quantile(made, [0.025, 0.975])
    return Interval(float(low), float(high), block)


def of_quantile(numbers: Numbers, q: float, method: str) -> Resampled:
    """The resampled q-quantile of the numbers, by numpy's name of the method."""
    return lambda at: np.quantile(numbers[at], q, axis=1, method=method)  # type: ignore[call-overload]


def of_pearson(x: Numbers, y: Numbers) -> Resampled:
    """The resampled Pearson coefficient of the pairs."""
    return lambda at: _correlations(x[at], y[at])


def of_spearman(x: Numbers, y: Numbers) -> Resampled:
    """The resampled Spearman coefficient of the pairs; mid-ranks are counted, not sorted anew."""
    by_x, by_y = _dense(x), _dense(y)
    return lambda at: _correlations(_midranks(by_x[at]), _midranks(by_y[at]))


def _dense(numbers: Numbers) -> Indices:
    return np.unique(numbers, return_inverse=True)[1].astype(np.intp)


def _midranks(places: Indices) -> Numbers:
    resamples = len(places)
    width = int(places.max()) + 1
    offset = np.arange(resamples)[:, None] * width
    counts = np.bincount((places + offset).ravel(), minlength=resamples * width).reshape(resamples, width)
    ranks = np.cumsum(counts, axis=1) - (counts - 1) / 2
    return np.take_along_axis(ranks, places, axis=1)


def _correlations(x: Numbers, y: Numbers) -> Numbers:
    x = x - x.mean(axis=1, keepdims=True)
    y = y - y.mean(axis=1, keepdims=True)
    spread = np.sqrt((x * x).sum(axis=1) * (y * y).sum(axis=1))
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(spread > 0, (x * y).sum(axis=1) / spread, np.nan)
