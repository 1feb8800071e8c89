"""From changes of paths to versions of files: identities that outlive renames, and lives in time."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from pipeline.extract.memory.history import Change, Commit

Files = dict[str, str]
"""The identity of the file at each path."""


@dataclass(slots=True)
class Version:
    """What one commit left at one path, or took away (`blob` None)."""

    path: str
    commit: str
    file_id: str
    blob: str | None
    change: str
    at: int
    until: int | None = None


def memory_changes(
    changes: Iterable[Change], readable: Callable[[bytes], str], is_memory: Callable[[str], bool]
) -> list[tuple[str, str | None, str | None]]:
    """The changes to memory files, by path: a path, its blob before and after."""
    named = ((readable(path), before, after) for path, before, after in changes)
    return sorted((row for row in named if is_memory(row[0])), key=lambda row: row[0])


def applied(
    commit: Commit, changes: list[tuple[str, str | None, str | None]], files: Files, at: int
) -> list[Version]:
    """The versions that a commit makes, deletions first; `files` is brought up to date.

    A path gone and a path new with the same blob are one file, one to one; of several the same base name
    speaks first, then the order of paths.
    """
    gone = {path: before for path, before, after in changes if after is None and before is not None}
    new = {path: after for path, before, after in changes if before is None and after is not None}
    origin = _origins(gone, new)
    known = {path: files[path] for path in gone if path in files}
    made = []
    for path in gone:
        file_id = files.pop(path, f"{path}@{commit.name[:12]}")
        made.append(Version(path, commit.name, file_id, None, "delete", at))
    for path, before, after in changes:
        if after is None:
            continue
        if path in origin:
            file_id, change = known.get(origin[path], f"{path}@{commit.name[:12]}"), "rename"
        elif before is None:
            file_id, change = f"{path}@{commit.name[:12]}", "create"
        else:
            file_id, change = files.get(path, f"{path}@{commit.name[:12]}"), "update"
        files[path] = file_id
        made.append(Version(path, commit.name, file_id, after, change, at))
    return made


def live(versions: list[Version]) -> list[Version]:
    """The versions in order, each alive until the earliest later change of its path."""
    earliest: dict[str, int] = {}
    for version in reversed(versions):
        version.until = earliest.get(version.path)
        until = version.until
        earliest[version.path] = version.at if until is None else min(until, version.at)
    return versions


def _origins(gone: dict[str, str], new: dict[str, str]) -> dict[str, str]:
    if not (gone and new):
        return {}
    by_blob: dict[str, list[str]] = {}
    for path in sorted(gone):
        by_blob.setdefault(gone[path], []).append(path)
    origin: dict[str, str] = {}
    for path in sorted(new):
        same = [old for old in by_blob.get(new[path], ()) if _base(old) == _base(path)]
        if same:
            origin[path] = same[0]
            by_blob[new[path]].remove(same[0])
    for path in sorted(new):
        left = by_blob.get(new[path])
        if path not in origin and left:
            origin[path] = left.pop(0)
    return origin


def _base(path: str) -> str:
    return path.rsplit("/", 1)[-1]
