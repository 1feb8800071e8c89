"""Whether Git can open all that lies among a repository's objects: a pipe would be waited for without end."""

import os
from collections.abc import Iterator
from pathlib import Path

from pipeline.errors import RereadError

_FOLDERS = ("info", "info/commit-graphs", "pack", *(f"{first:02x}" for first in range(256)))


def require_plain(objects: Path) -> None:
    """Raises RereadError where a pipe, a device or the like lies where Git looks for objects, here or in the
    folders from which objects are borrowed."""
    for place in (other for folder in _borrowed(objects) for other in _others(folder)):
        raise RereadError(
            "repository_unreadable",
            "a pipe or a device lies among the repository's objects",
            place,
            "take it away, or give a sound clone of the repository",
        )


def _borrowed(objects: Path) -> Iterator[Path]:
    """The folder itself, then each that it or another of them names as one to borrow from."""
    seen: set[str] = set()
    waiting = [objects]
    while waiting:
        folder = waiting.pop()
        if (real := os.path.realpath(folder)) in seen:
            continue
        seen.add(real)
        yield folder
        waiting += [folder / name for name in _named(folder / "info" / "alternates")]


def _named(file: Path) -> list[str]:
    try:
        lines = file.read_bytes().split(b"\n")
    except OSError:
        return []
    return [os.fsdecode(line) for line in lines if line and b"\0" not in line and line[:1] not in b'#"']


def _others(objects: Path) -> Iterator[str]:
    """What is there and is neither a file nor a folder."""
    for folder in _FOLDERS:
        try:
            with os.scandir(objects / folder) as entries:
                yield from (entry.path for entry in entries if _is_other(entry))
        except OSError:
            continue


def _is_other(entry: "os.DirEntry[str]") -> bool:
    return not entry.is_file() and not entry.is_dir() and Path(entry.path).exists()
