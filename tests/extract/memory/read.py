"""The memory of a small repository, in the few columns that a test speaks of."""

from pathlib import Path
from typing import Any

import pandas as pd

from pipeline.extract.memory import read_memory
from pipeline.extract.memory.reading import Memory
from tests.transform import tiny

Told = tuple[str, str, int | None]


def memory(repository: Path, *, branch: str = "HEAD") -> Memory:
    return read_memory(repository, tiny.study(), branch=branch)


def versions(repository: Path, axis: str = "first-parent", *, branch: str = "HEAD") -> list[Told]:
    """Path, change and characters of each version of an axis, in order."""
    found = _axis(memory(repository, branch=branch), axis)
    return [(row.path, row.change, _plain(row.chars)) for row in found.itertuples()]


def paths(repository: Path, *, branch: str = "HEAD") -> list[str]:
    """The paths of the files alive at the end, sorted."""
    found = _axis(memory(repository, branch=branch), "first-parent")
    alive = found[found["valid_to"].isna() & found["blob"].notna()]
    return sorted(alive["path"])


def files(repository: Path) -> list[tuple[str, str]]:
    """Path and file of each version, the file by the path at which it was first seen."""
    found = _axis(memory(repository), "first-parent")
    return [(row.path, row.file_id.rpartition("@")[0]) for row in found.itertuples()]


def times(repository: Path) -> list[str]:
    """From when each version is alive."""
    found = _axis(memory(repository), "first-parent")
    return [f"{at:%Y-%m-%d}" for at in found["valid_from"]]


def unknown(repository: Path) -> dict[str, str]:
    """Why the text of a path's last version is unknown."""
    found = _axis(memory(repository), "first-parent")
    said = found[found["text_unknown_because"].notna()]
    return dict(zip(said["path"], said["text_unknown_because"], strict=True))


def names(repository: Path) -> dict[str, str]:
    """Other names of files of memory, and what they point to."""
    table = memory(repository).frames["memory_names"]
    return dict(table.itertuples(index=False, name=None))


def gaps(repository: Path) -> list[tuple[str, str]]:
    return [(gap.where, gap.reason) for gap in memory(repository).gaps]


def _axis(held: Memory, axis: str) -> pd.DataFrame:
    table = held.frames["committed_versions"]
    return table[table["axis"] == axis]


def _plain(value: Any) -> int | None:
    return None if pd.isna(value) else int(value)
