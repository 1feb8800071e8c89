"""What lies below a path and cannot be looked into: it may hold histories, so it is told."""

import os
from collections.abc import Iterator
from pathlib import Path

from pipeline.extract.histories.records import Gap
from pipeline.extract.histories.walking import LEFT_OUT, listed

_LONGEST = 240


def unread(path: Path) -> Iterator[Gap]:
    """A gap for each folder at or below `path` that cannot be listed, and each file that cannot be opened."""
    refused: list[Path] = []
    for folder, below, names in listed(path, refused.append):
        below[:] = sorted(name for name in below if name not in LEFT_OUT)
        files = (folder / name for name in sorted(names))
        yield from (refusal(file) for file in files if not _opens(file))
    if path.is_file() and not _opens(path):
        yield refusal(path)
    yield from (refusal(folder) for folder in refused if folder != path or path.is_dir())


def _opens(file: Path) -> bool:
    """Whether a plain file can be opened; a pipe, a device or a link to nowhere is nothing to be read."""
    try:
        return not file.is_file() or _may_read(file)
    except OSError:
        return False


def _may_read(file: Path) -> bool:
    return os.access(file, os.R_OK, effective_ids=os.access in os.supports_effective_ids)


def refusal(path: Path) -> Gap:
    """The gap of what cannot be read; of a path that is very long its two ends are named."""
    name = os.fsencode(path).decode("utf-8", "replace")
    half = _LONGEST // 2
    return Gap(name if len(name) <= _LONGEST else f"{name[:half]}…{name[-half:]}", "unreadable")
