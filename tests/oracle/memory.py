"""What memory held after each commit and at each instant, by walking every commit's tree with libgit2."""

import subprocess
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import pygit2

from tests.oracle.clock import believed

POINTER = b"version https://git-lfs.github.com/spec/v1\n"


@dataclass(frozen=True)
class Lying:
    """One file at a path: its identity, its text's id, and when it was last changed."""

    file: str
    blob: str
    changed_at: float


State = dict[str, Lying]


@dataclass(frozen=True)
class Change:
    """What one commit did to one path; `file` is the identity of what it set or took away."""

    at: float
    place: int
    commit: str
    path: str
    file: str
    blob: str | None


@dataclass
class Chain:
    """The commits of one axis in order, with their times and what each did to memory."""

    commits: list[str] = field(default_factory=list)
    at: list[int] = field(default_factory=list)
    changes: list[list[Change]] = field(default_factory=list)

    @cached_property
    def all_changes(self) -> list[Change]:
        return [change for changes in self.changes for change in changes]

    @cached_property
    def _states(self) -> dict[float, State | None]:
        return {}

    def of(self, path: str) -> list[Change]:
        """The changes of one path, in order."""
        return self._by_path.get(path, [])

    @cached_property
    def _by_path(self) -> dict[str, list[Change]]:
        found: dict[str, list[Change]] = {}
        for change in self.all_changes:
            found.setdefault(change.path, []).append(change)
        return found

    def state(self, moment: float) -> State | None:
        """What is alive at the instant; None before the first commit with memory."""
        if moment not in self._states:
            self._states[moment] = self._state(moment)
        return self._states[moment]

    def _state(self, moment: float) -> State | None:
        state: State = {}
        begun = False
        for at, changes in zip(self.at, self.changes, strict=True):
            if at > moment:
                continue
            for change in changes:
                begun = True
                state.pop(change.path, None)
                if change.blob is not None:
                    state[change.path] = Lying(change.file, change.blob, at)
        return state if begun else None

    def in_force(self, moment: float) -> str | None:
        """The last commit in order among those that had happened, once there was memory."""
        if self.state(moment) is None:
            return None
        happened = [commit for commit, at in zip(self.commits, self.at, strict=True) if at <= moment]
        return happened[-1]


class Walker:
    """The trees of one repository, memory only."""

    def __init__(self, repository: Path, is_memory: Callable[[str], bool]) -> None:
        self.folder = repository
        self.git = pygit2.Repository(str(repository))
        self.is_memory = is_memory
        self._below: dict[str, dict[str, str]] = {}

    def rev_list(self, branch: str, *options: str) -> list[str]:
        """Commits of the branch, oldest first."""
        told = ["git", "-C", str(self.folder), "rev-list", "--reverse", *options, branch]
        return subprocess.run(told, check=True, capture_output=True, text=True).stdout.split()

    def tree(self, commit: str) -> dict[str, str]:
        """Path and blob of each memory file of the commit."""
        whole = self._walk(self.git[commit].tree)
        return {path: blob for path, blob in whole.items() if self.is_memory(path)}

    def _walk(self, tree: pygit2.Tree) -> dict[str, str]:
        known = self._below.get(str(tree.id))
        if known is not None:
            return known
        found: dict[str, str] = {}
        for entry in tree:
            if entry.type_str == "tree":
                for path, blob in self._walk(entry).items():
                    found[f"{entry.name}/{path}"] = blob
            elif entry.type_str == "blob" and entry.filemode != pygit2.GIT_FILEMODE_LINK:
                found[entry.name] = str(entry.id)
        self._below[str(tree.id)] = found
        return found

    def chars(self, blob: str) -> int | None:
        """Code points of the text; None where it is not known."""
        text = self.text(blob)
        return None if text is None else len(text)

    def text(self, blob: str) -> str | None:
        """The text of a committed version; None where it is not known, and for a write of a log."""
        if blob.startswith("write "):
            return None
        data = self.git[blob].data
        if data.startswith(POINTER):
            return None
        try:
            return data.decode("utf-8-sig")
        except UnicodeDecodeError:
            return None

    def first_parent(self, branch: str = "HEAD") -> Chain:
        """The branch's first-parent chain."""
        commits = self.rev_list(branch, "--first-parent")
        chain = Chain(commits, believed([self.git[c].commit_time for c in commits]))
        before: dict[str, str] = {}
        files: dict[str, str] = {}
        for place, (commit, at) in enumerate(zip(commits, chain.at, strict=True)):
            after = self.tree(commit)
            chain.changes.append(changes_of(before, after, files, at=at, place=place, commit=commit))
            files = identities(files, chain.changes[-1])
            before = after
        return chain

    def ancestry(self, branch: str = "HEAD") -> Chain:
        """Every commit the branch reaches, in Git's topological order."""
        trunk = self.first_parent(branch)
        own = dict(zip(trunk.commits, trunk.at, strict=True))
        chain = Chain(self.rev_list(branch, "--topo-order"))
        when: dict[str, int] = {}
        trees: dict[str, dict[str, str]] = {}
        files: dict[str, dict[str, str]] = {}
        for place, commit in enumerate(chain.commits):
            parents = [str(p) for p in self.git[commit].parent_ids]
            at = max([own.get(commit, self.git[commit].commit_time), *(when[p] for p in parents)])
            when[commit], trees[commit] = at, self.tree(commit)
            first = parents[0] if parents else None
            before = trees[first] if first else {}
            lay = files[first] if first else {}
            changes = changes_of(before, trees[commit], lay, at=at, place=place, commit=commit)
            files[commit] = identities(lay, changes)
            for parent in parents[1:]:
                for path, blob in trees[commit].items():
                    if trees[parent].get(path) == blob and before.get(path) != blob:
                        files[commit][path] = files[parent][path]
            if len(parents) > 1:
                changes = [c for c in changes if all(trees[p].get(c.path) != c.blob for p in parents)]
            chain.at.append(at)
            chain.changes.append(changes)
        return chain


def changes_of(
    before: dict[str, str], after: dict[str, str], files: dict[str, str], *, at: int, place: int, commit: str
) -> list[Change]:
    """What differs, deletions first; a new path with the blob of a vanished one is that file, one to one."""
    gone = sorted(path for path in before if path not in after)
    new = sorted(path for path in after if path not in before)
    origin: dict[str, str] = {}
    for same_name in (True, False):
        for path in new:
            for old in gone:
                free = path not in origin and old not in origin.values() and before[old] == after[path]
                if free and (not same_name or old.rsplit("/", 1)[-1] == path.rsplit("/", 1)[-1]):
                    origin[path] = old
    changes = [Change(at, place, commit, path, files[path], None) for path in gone]
    for path in sorted(after):
        if path in origin:
            file = files[origin[path]]
        elif path in before:
            file = files[path]
        else:
            file = f"{path}@{commit}"
        if before.get(path) != after[path]:
            changes.append(Change(at, place, commit, path, file, after[path]))
    return changes


def identities(files: dict[str, str], changes: list[Change]) -> dict[str, str]:
    """By path the file that lies there after the changes."""
    after = dict(files)
    for change in changes:
        after.pop(change.path, None)
    for change in changes:
        if change.blob is not None:
            after[change.path] = change.file
    return after
