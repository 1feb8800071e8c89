"""The files below a folder in which histories are looked for."""

import errno
import os
from collections.abc import Callable, Iterator
from pathlib import Path

LEFT_OUT = {".git", "node_modules"}
"""Folders that hold no histories."""


def walk(path: Path) -> Iterator[tuple[Path, list[str], list[Path]]]:
    """Each folder at or below `path` with the folders in it, which may be cut while walking, and its files.

    Both are in the order of their names. Repositories' own folders and installed packages are left out;
    links to folders are not followed.
    """
    for folder, below, names in listed(path):
        below[:] = sorted(name for name in below if name not in LEFT_OUT)
        files = (folder / name for name in sorted(names))
        yield folder, below, [file for file in files if is_plain(file)]


def listed(
    top: Path, refused: Callable[[Path], None] = lambda _: None
) -> Iterator[tuple[Path, list[str], list[str]]]:
    """As `os.walk` does it, however deep the folders lie; `refused` is told of each that cannot be listed."""
    waiting = [top]
    while waiting:
        folder = waiting.pop()
        below: list[str] = []
        names: list[str] = []
        try:
            with os.scandir(folder) as entries:
                for entry in entries:
                    (below if entry.is_dir(follow_symlinks=False) else names).append(entry.name)
        except OSError:
            refused(folder)
            continue
        yield folder, below, names
        waiting += [folder / name for name in reversed(below)]


def is_plain(path: Path) -> bool:
    """Whether a path is a plain file; False where that cannot be asked."""
    try:
        return path.is_file()
    except OSError:
        return False


def is_folder(path: Path) -> bool:
    """Whether a path is a folder; False where that cannot be asked."""
    try:
        return path.is_dir()
    except OSError:
        return False


def files_of(path: Path, endings: set[str], belongs: Callable[[Path], bool]) -> Iterator[Path]:
    """The files of a format: `path` itself whatever its name, or those below it with one of the endings."""
    if path.is_file():
        if belongs(path):
            yield path
        return
    for _, _, files in walk(path):
        yield from (file for file in files if file.suffix in endings and belongs(file))


def folders_of(path: Path, endings: set[str], belongs: Callable[[Path], bool]) -> Iterator[Path]:
    """`path` where it is a file of a format, or the folders at or below it that hold one directly."""
    if path.is_file():
        if belongs(path):
            yield path
        return
    for folder, _, files in walk(path):
        if any(file.suffix in endings and belongs(file) for file in files):
            yield folder


def start(file: Path, size: int) -> bytes:
    """The first bytes of a file; none where it is no plain file or cannot be read."""
    if not is_plain(file):
        return b""
    try:
        with file.open("rb") as stream:
            return stream.read(size)
    except OSError:
        return b""


def content_of(file: Path) -> bytes:
    """The bytes of a plain file. Raises OSError where it cannot be read, and for a pipe or a device, which is
    never opened."""
    if file.exists() and not file.is_file():
        raise OSError(errno.EINVAL, "no plain file", str(file))
    return file.read_bytes()
