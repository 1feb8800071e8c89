"""Peak memory of the snapshot stage, in a process of its own.

A first run over a small repository loads all libraries; what the large one then takes above that is printed
in megabytes. Git's own processes are not counted.
"""

import subprocess
import sys
from pathlib import Path

from benchmarks.history import Size
from benchmarks.snapshot_stage import of_size, stage


def above_start_up(small: Path, repository: Path, size: Size, count: int) -> float:
    """Megabytes that the stage takes above start-up, measured in a fresh interpreter."""
    numbers = map(str, (size.commits, size.files, count))
    command = [sys.executable, "-m", "benchmarks.memory_use", str(small), str(repository), *numbers]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def peak() -> float:
    """The high-water mark of this process in megabytes; unlike ru_maxrss, never that of its parent."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.split("VmHWM:")[1].split()[0]) / 1024


def main() -> None:
    few, many, commits, files, count = sys.argv[1:]
    size = Size(int(commits), int(files))
    stage(Path(few), of_size(8, Size(50, 20)))
    before = peak()
    stage(Path(many), of_size(int(count), size))
    print(round(peak() - before, 1))


if __name__ == "__main__":
    main()
