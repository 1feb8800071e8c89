"""`reread run` once more: with nothing changed, and with one conversation added."""

import json
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.bar import Bar
from benchmarks.history import Size
from benchmarks.options import Options
from benchmarks.study_folders import add_conversation, make_study

NAME = "generated"


def bars(options: Options) -> Iterator[Bar]:
    size, count = (Size(60, 20), 12) if options.quick else (Size(2_500, 3_000), 2_720)
    with tempfile.TemporaryDirectory() as made:
        workspace = Path(made)
        folder = make_study(workspace / "data" / "raw", NAME, size, count)
        first, again, added = [], [], []
        for round_ in range(options.rounds(3)):
            shutil.rmtree(workspace / "data" / "derived", ignore_errors=True)
            shutil.rmtree(workspace / "reports", ignore_errors=True)
            first.append(_run(workspace, None))
            again.append(_run(workspace, "current"))
            add_conversation(folder, size, count + 1 + round_, size.span - round_ - 1)
            added.append(_run(workspace, None))
    said = f"{count:,} conversations, {size.commits:,} commits, {size.files:,} files"
    for what, times, limit in (("nothing changed", again, 5), ("one conversation added", added, 25)):
        share = median(100 * one / whole for one, whole in zip(times, first, strict=True))
        note = f"{median(times):.2f} s and {median(first):.2f} s"
        yield Bar(f"reread run again, {what}", said, "the first run", share, limit, unit="%", note=note)


def _run(workspace: Path, state: str | None) -> float:
    """The seconds of one run; every stage must end in the state, where one is given."""
    command = [sys.executable, "-m", "pipeline", "run", NAME, "--json", "--workspace", str(workspace)]
    began = time.perf_counter()
    told = subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
    spent = time.perf_counter() - began
    _check(json.loads(told)["stages"], state)
    return spent


def _check(stages: list[dict[str, Any]], state: str | None) -> None:
    wrong = [stage["name"] for stage in stages if state and stage["state"] != state]
    if wrong:
        raise SystemExit(f"these stages did not end as {state}: {', '.join(wrong)}")
