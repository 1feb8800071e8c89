"""Commits and what each changed, in one pass of Git."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import IO

from pipeline.extract.repository import Objects

FILE_MODES = (b"100644", b"100755", b"100664")
LINK_MODE = b"120000"
_BLOCK = 1 << 18
LATEST = 253_402_300_799
"""The last second of the year 9999: what lies behind it is no date."""
_DIGITS = 20
Change = tuple[bytes, str | None, str | None]
"""A path, and the blob there before and after; None where no file is. Links and submodules are no files."""


@dataclass(slots=True)
class Commit:
    """One commit: id, committer time in seconds, parents, and its changes against its first parent.

    The time is 0 where the commit has none that can be read, and LATEST where it lies behind that.
    """

    name: str
    at: int
    parents: tuple[str, ...] = ()
    changes: list[Change] = field(default_factory=list)
    links: list[tuple[bytes, str]] = field(default_factory=list)


def trunk(objects: Objects, tip: str, folders: Sequence[str] | None) -> list[Commit]:
    """The first-parent chain of the tip, oldest first, with changes below the folders (None: all)."""
    arguments = [
        "log", "--first-parent", "--raw", "-z", "--no-renames", "--no-abbrev", "--root", "--sparse",
        "--no-show-signature", "--no-color", "--no-notes", "--no-ext-diff", "--no-textconv",
        "--diff-merges=first-parent", "--format=%x01%H %ct %P", tip, "--", *_pathspecs(folders),
    ]  # fmt: skip
    with objects.stream(*arguments) as stream:
        found = list(_commits(_parts(stream)))
    found.reverse()
    return found


def others(objects: Objects, tip: str) -> list[Commit]:
    """Every commit that the tip reaches, in topological order, oldest first, without changes."""
    told = objects.output(
        "log", "--topo-order", "-z", "--no-show-signature", "--format=%x01%H %ct %P", tip, "--"
    )
    found = list(_commits(told.split(b"\0")))
    found.reverse()
    return found


def links(objects: Objects, commit: str) -> list[tuple[bytes, str]]:
    """Path and blob of each symbolic link in a commit's tree."""
    entries = objects.output("ls-tree", "-r", "-z", "--full-tree", commit).split(b"\0")
    parted = (entry.partition(b"\t") for entry in entries if entry.startswith(LINK_MODE))
    return [(path, meta.split()[2].decode()) for meta, _, path in parted]


def differences(
    objects: Objects, pairs: Iterable[tuple[str, str]], folders: Sequence[str] | None
) -> dict[tuple[str, str], list[Change]]:
    """What differs between the commits of each pair, below the folders; an empty name is an empty tree."""
    asked = list(dict.fromkeys(pairs))
    if not asked:
        return {}
    trees = _trees(objects, {name for pair in asked for name in pair})
    distinct = dict.fromkeys(f"{trees[a]} {trees[b]}\n" for a, b in asked)
    given = "".join(distinct).encode()
    arguments = ["diff-tree", "--stdin", "-r", "--raw", "-z", "--no-renames", "--no-abbrev", "--"]
    told = objects.output(*arguments, *_pathspecs(folders), given=given)
    by_trees: dict[str, list[Change]] = {}
    current: list[Change] = []
    for token, path in _tokens(told.split(b"\0")):
        if path is None:
            current = by_trees.setdefault(token.decode().strip(), [])
        else:
            current.extend(_change(token, path))
    return {(a, b): by_trees.get(f"{trees[a]} {trees[b]}", []) for a, b in asked}


def _trees(objects: Objects, commits: set[str]) -> dict[str, str]:
    ordered = sorted(commits - {""})
    given = "".join(f"{name}^{{tree}}\n" for name in ordered).encode()
    lines = objects.output("cat-file", "--batch-check=%(objectname)", given=given).decode().split("\n")
    empty = objects.output("mktree", given=b"").decode().strip() if "" in commits else ""
    return {"": empty, **dict(zip(ordered, lines, strict=False))}


def _pathspecs(folders: Sequence[str] | None) -> list[str]:
    return [f":(top,literal){folder}" for folder in folders or ()]


def _commits(parts: Iterable[bytes]) -> Iterator[Commit]:
    commit: Commit | None = None
    for token, path in _tokens(parts):
        if path is None:
            if commit is not None:
                yield commit
            name, at, parents = token.lstrip(b"\x01").decode().split(" ", 2)
            commit = Commit(name, _seconds(at), tuple(parents.split()))
        elif commit is not None:
            commit.changes.extend(_change(token, path))
            if token[8:14] == LINK_MODE:
                commit.links.append((path, token.split(b" ")[3].decode()))
    if commit is not None:
        yield commit


def _seconds(told: str) -> int:
    return min(int(told), LATEST) if told.isdecimal() and len(told) <= _DIGITS else 0


def _tokens(parts: Iterable[bytes]) -> Iterator[tuple[bytes, bytes | None]]:
    """Headers as (header, None), entries as (meta, path). A header may end with a line feed, not a NUL."""
    parts = iter(parts)
    for part in parts:
        if part[:1] == b":":
            yield part, next(parts)
            continue
        for token in part.split(b"\n"):
            if token[:1] == b":":
                yield token, next(parts)
            elif token:
                yield token, None


def _parts(stream: IO[bytes]) -> Iterator[bytes]:
    """What stands between NULs, as it comes: the rest is read while Git still works."""
    left = b""
    while block := stream.read1(_BLOCK):  # type: ignore[attr-defined]
        *whole, left = (left + block).split(b"\0")
        yield from whole
    yield left


def _change(meta: bytes, path: bytes) -> Iterator[Change]:
    old_mode, new_mode, old, new, _ = meta.split(b" ", 4)
    before = old.decode() if old_mode[1:] in FILE_MODES else None
    after = new.decode() if new_mode in FILE_MODES else None
    if before != after:
        yield path, before, after
