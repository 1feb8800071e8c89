"""The versions of all commits that a branch reaches, not of its first-parent chain alone."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pipeline.extract.memory import history
from pipeline.extract.memory.history import Change, Commit
from pipeline.extract.memory.lives import Files, Version, applied
from pipeline.extract.repository import Objects

Changed = list[tuple[str, str | None, str | None]]
Select = Callable[[Sequence[Change]], Changed]


@dataclass(frozen=True, slots=True)
class Limits:
    """What of a commit's changes is asked for: below which folders (None: all), and which are memory."""

    folders: Sequence[str] | None
    select: Select


def ancestry(
    objects: Objects, tip: str, trunk: list[Commit], when: dict[str, int], limits: Limits
) -> tuple[list[Commit], list[int], list[Version]]:
    """The commits in topological order, the time of each, and the versions they make.

    `when` are the believed times of the trunk. A commit's time is the greater of its own and its parents'.
    A merge makes only what differs from all its parents; what it takes from one of them is that one's file.
    """
    commits = history.others(objects, tip)
    on_trunk = {commit.name: commit.changes for commit in trunk}
    differing = history.differences(objects, _pairs(commits, on_trunk), limits.folders)
    changed = {pair: limits.select(changes) for pair, changes in differing.items()}
    children = Counter(parent for commit in commits for parent in commit.parents)
    states: dict[str, Files] = {}
    times: dict[str, int] = {}
    versions: list[Version] = []
    for commit in commits:
        own = when.get(commit.name, commit.at)
        times[commit.name] = at = max([own, *(times[p] for p in commit.parents if p in times)])
        own_changes = on_trunk.get(commit.name)
        changes = changed[_first(commit), commit.name] if own_changes is None else limits.select(own_changes)
        files = _inherited(commit, states, children)
        made = applied(commit, changes, files, at)
        versions += _merged(commit, made, files, states, changed)
        states[commit.name] = files
    return commits, [times[commit.name] for commit in commits], versions


def _first(commit: Commit) -> str:
    return commit.parents[0] if commit.parents else ""


def _pairs(commits: list[Commit], on_trunk: dict[str, list[Change]]) -> list[tuple[str, str]]:
    firsts = [(_first(commit), commit.name) for commit in commits if commit.name not in on_trunk]
    others = [(parent, commit.name) for commit in commits for parent in commit.parents[1:]]
    return firsts + others


def _inherited(commit: Commit, states: dict[str, Files], children: "Counter[str]") -> Files:
    """The first parent's files: its own mapping where nobody else needs it any more, else a copy."""
    first = _first(commit)
    held = states.get(first, {})
    children[first] -= 1
    if children[first] > 0:
        return dict(held)
    states.pop(first, None)
    return held


def _merged(
    commit: Commit,
    made: list[Version],
    files: Files,
    states: dict[str, Files],
    changed: dict[tuple[str, str], Changed],
) -> list[Version]:
    kept = made
    for parent in commit.parents[1:]:
        other = {path for path, _, _ in changed[parent, commit.name]}
        theirs = states.get(parent, {})
        for version in made:
            if version.blob is not None and version.path not in other and version.path in theirs:
                files[version.path] = theirs[version.path]
        kept = [version for version in kept if version.path in other]
    return kept
