"""Run the benchmarks: `python -m benchmarks [NAME ...] [--quick] [--size MEGABYTES]`.

Each prints its bars as it finds them: what, size, against what, bar, met or missed, the ratio last.
"""

import argparse
import importlib
from collections.abc import Iterator

from benchmarks.bar import Bar
from benchmarks.options import Options

BENCHMARKS = (
    "startup",
    "snapshots",
    "rerun",
    "joins",
    "bootstrap",
    "jsonl_ingest",
    "cursor_ingest",
    "studies",
)
"""Each is a module of this package with a function `bars`."""


def measured(name: str, options: Options) -> Iterator[Bar]:
    """The bars of one benchmark, one by one."""
    yield from importlib.import_module(f"benchmarks.{name}").bars(options)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=(__doc__ or "").split("\n")[0])
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help=f"one of {', '.join(BENCHMARKS)}; default all"
    )
    parser.add_argument("--quick", action="store_true", help="small sizes, to see that each runs")
    parser.add_argument("--size", type=int, metavar="MEGABYTES", help="how much the ingest benchmarks read")
    asked = parser.parse_args()
    unknown = sorted(set(asked.names) - set(BENCHMARKS))
    if unknown:
        parser.error(f"no benchmark is called {', '.join(unknown)}; there are {', '.join(BENCHMARKS)}")
    for name in asked.names or BENCHMARKS:
        for bar in measured(name, Options(asked.quick, asked.size)):
            print(bar.line(), flush=True)


if __name__ == "__main__":
    main()
