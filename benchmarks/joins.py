"""The as-of join of reads with writes against pandas' merge_asof: same rows, same answer."""

from collections.abc import Iterator

import numpy as np
import pandas as pd

from benchmarks.bar import Bar
from benchmarks.options import Options
from benchmarks.pairs import agree, each, timed
from pipeline.transform.asof import Timeline

SEED = 20260203
FILES = 3_000
SPAN = 170 * 86_400 * 1_000_000


def generated(count: int) -> tuple[pd.DataFrame, pd.DataFrame]:
    """`count` reads and as many writes of FILES files in 170 days, in no order."""
    random = np.random.default_rng(SEED)
    reads, writes = (
        pd.DataFrame({"file": random.integers(0, FILES, count), "at": random.integers(0, SPAN, count)})
        for _ in range(2)
    )
    return reads, writes.assign(row=np.arange(count))


def ours(reads: pd.DataFrame, writes: pd.DataFrame) -> np.ndarray:
    line = Timeline(writes["file"].to_numpy(), writes["at"].to_numpy())
    return line.rows(reads["file"].to_numpy(), reads["at"].to_numpy())


def theirs(reads: pd.DataFrame, writes: pd.DataFrame) -> np.ndarray:
    left = reads.reset_index().sort_values("at", kind="stable")
    joined = pd.merge_asof(left, writes.sort_values("at", kind="stable"), on="at", by="file")
    return joined.set_index("index")["row"].sort_index().fillna(-1).to_numpy(dtype=np.int64)


def bars(options: Options) -> Iterator[Bar]:
    rows = 10_000 if options.quick else 1_000_000
    reads, writes = generated(rows)
    spent = timed([lambda: ours(reads, writes), lambda: theirs(reads, writes)], options.rounds(5))
    agree(*(answer.tolist() for answer in spent.answers))
    size = f"{rows:,} reads and as many writes of {FILES:,} files"
    yield Bar("as-of join", size, "pandas merge_asof", spent.ratio(1, 0), 2, faster=True, note=each(spent))
