"""The as-of join of reads with writes against pandas' merge_asof: same rows, same answer, ratio last."""

import argparse
import time

import numpy as np
import pandas as pd

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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=3)
    chosen = parser.parse_args()
    reads, writes = generated(chosen.rows)
    seconds: dict[str, list[float]] = {"ours": [], "merge_asof": []}
    for _ in range(chosen.rounds):
        answers = []
        for name, join in (("ours", ours), ("merge_asof", theirs)):
            began = time.perf_counter()
            answers.append(join(reads, writes))
            seconds[name].append(time.perf_counter() - began)
        assert np.array_equal(*answers), "the two joins disagree"
    for name, taken in seconds.items():
        print(f"{name}: {min(taken):.3f} s (best of {chosen.rounds}, {chosen.rows:,} reads and writes)")
    print(f"merge_asof / ours: {min(seconds['merge_asof']) / min(seconds['ours']):.2f} (bar: 2)")


if __name__ == "__main__":
    main()
