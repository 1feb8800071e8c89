"""`reread --help` against an empty Python program."""

import subprocess
import sys
from collections.abc import Iterator

from benchmarks.bar import Bar
from benchmarks.options import Options
from benchmarks.pairs import each, timed

OURS = (sys.executable, "-c", "from pipeline.cli import main; main(['--help'])")
"""What the installed command does."""
EMPTY = (sys.executable, "-c", "pass")


def ran(command: tuple[str, ...]) -> None:
    subprocess.run(command, check=True, capture_output=True)


def bars(options: Options) -> Iterator[Bar]:
    spent = timed([lambda: ran(OURS), lambda: ran(EMPTY)], options.rounds(21))
    yield Bar("reread --help", "21 starts each", "python -c pass", spent.ratio(0, 1), 5, note=each(spent))
