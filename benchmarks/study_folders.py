"""Generated studies: a repository with memory, sessions that read it, and the study file."""

import random
from datetime import UTC, datetime, timedelta
from pathlib import Path

from benchmarks.history import BEGAN, SEED, Size, make, memory_path
from benchmarks.sessions import ROOT, Kind, Session

STUDY = """\
name = "{name}"
synthetic = true

[[repositories]]
path = "repository.git"
aliases = ["{root}"]

[[histories]]
path = "histories"

[[memory]]
glob = "docs/memory/**"

[start_set]
files = ["docs/memory/decisions/note00000.md", "docs/memory/status/note00001.md"]
"""


def make_study(raw: Path, name: str, size: Size, conversations: int) -> Path:
    """The study `name` in the folder of studies; its conversations start evenly over the history."""
    folder = raw / name
    (folder / "histories").mkdir(parents=True)
    (folder / "study.toml").write_text(STUDY.format(name=name, root=ROOT), encoding="utf-8")
    make(folder / "repository.git", size)
    for number in range(conversations):
        at = size.span * (number + 1) // (conversations + 1)
        add_conversation(folder, size, number + 1, at)
    return folder


def add_conversation(folder: Path, size: Size, number: int, seconds: int) -> None:
    """One more session, so many seconds after the history began."""
    kind = Kind(tuple(map(memory_path, range(size.files))), (5, 20, 60), 40, 0.3)
    began = datetime.fromtimestamp(BEGAN, UTC) + timedelta(seconds=seconds)
    project = folder / "histories" / "projects" / ROOT.replace("/", "-")
    project.mkdir(parents=True, exist_ok=True)
    Session(random.Random(SEED + number), number, kind, began).write(project, 2)
