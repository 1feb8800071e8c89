"""From a repository to the tables committed_versions, memory_blobs, repository and memory_names."""

import posixpath
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pipeline import collector, tables
from pipeline.extract.histories.records import Gap
from pipeline.extract.layout import Layout
from pipeline.extract.memory import history
from pipeline.extract.memory.ancestry import Limits, ancestry
from pipeline.extract.memory.blobs import Blob, blobs
from pipeline.extract.memory.clock import believed
from pipeline.extract.memory.frames import Axis, frames
from pipeline.extract.memory.history import Change, Commit
from pipeline.extract.memory.lives import Files, applied, live, memory_changes
from pipeline.extract.memory.sources import source_lines
from pipeline.extract.memory.text import decoded
from pipeline.extract.odd_names import readable
from pipeline.extract.repository import Objects, Repository
from pipeline.study import Study

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, slots=True)
class Memory:
    """The memory of one repository: its tables by name, and what was not understood."""

    frames: "dict[str, pd.DataFrame]"
    gaps: list[Gap] = field(default_factory=list)


def tip_of(path: Path, branch: str) -> str:
    """What a branch stands at, and where a shallow clone was cut: equal texts, equal histories."""
    repository = Repository(path)
    return f"{repository.tip(branch)} {' '.join(repository.shallow())}"


def read_memory(path: Path, study: Study, *, branch: str = "HEAD", prefix: str = "") -> Memory:
    """All versions of all memory files on the axes first-parent and ancestry.

    Paths stand below `prefix`, where the study has several repositories. Raises RereadError where there is
    no repository or no such branch, and where commits or trees are missing.
    """
    layout = Layout(study)
    repository = Repository(path)
    tip = repository.tip(branch)
    if tip is None:
        return Memory(frames([], {}, None, layout), [Gap(branch, "no_commits")])
    select = _selection(layout, prefix)
    folders = None if prefix else layout.folders
    with repository.objects() as objects, collector.seldom():
        trunk = history.trunk(objects, f"{tip}^{{commit}}", folders)
        axes = _axes(objects, trunk, folders, select)
        found = [(v.blob, v.path) for axis in axes for v in axis.versions if v.blob is not None]
        counted = {blob for blob, path in found if layout.may_start(path)}
        # Versions of one file stand side by side: they share most of their lines.
        by_path = sorted(found, key=lambda version: version[1])
        texts = blobs(objects, list(dict.fromkeys(blob for blob, _ in by_path)), counted)
        sources = source_lines(objects, trunk[-1].name, layout)
        names = _names(objects, trunk, prefix)
    made = frames(axes, texts, sources, layout)
    made["memory_names"] = tables.frame("memory_names", _of_memory(names, made["committed_versions"]))
    return Memory(made, _gaps(axes, texts, repository.shallow()))


@contextmanager
def texts(paths: Sequence[Path]) -> Iterator[Callable[[str], str | None]]:
    """A function from a blob's id to its text, over several repositories; None where it is unknown."""
    with ExitStack() as stack:
        readers = [
            stack.enter_context(stack.enter_context(Repository(path).objects()).reader()) for path in paths
        ]

        def text_of(blob: str) -> str | None:
            content = next((found for reader in readers if (found := reader.get(blob)) is not None), None)
            return None if content is None else decoded(content).text

        yield text_of


def _selection(layout: Layout, prefix: str) -> Callable[[Sequence[Change]], Any]:
    below = f"{prefix}/" if prefix else ""
    known: dict[bytes, str] = {}

    def named(path: bytes) -> str:
        if path not in known:
            known[path] = below + readable(path)
        return known[path]

    return lambda changes: memory_changes(changes, named, lambda path: layout.section(path) is not None)


def _axes(
    objects: Objects, trunk: list[Commit], folders: Sequence[str] | None, select: Callable[[Any], Any]
) -> list[Axis]:
    times, own = believed([commit.at for commit in trunk])
    files: Files = {}
    versions = [
        version
        for commit, at in zip(trunk, times, strict=True)
        if commit.changes
        for version in applied(commit, select(commit.changes), files, at)
    ]
    first = Axis("first-parent", trunk, times, own, live(versions))
    if all(len(commit.parents) < 2 for commit in trunk):
        return [first, Axis("ancestry", trunk, times, own, first.versions)]
    when = {commit.name: at for commit, at in zip(trunk, times, strict=True)}
    trusted = {commit.name: told for commit, told in zip(trunk, own, strict=True)}
    commits, reached, made = ancestry(objects, trunk[-1].name, trunk, when, Limits(folders, select))
    kept = [trusted.get(c.name, at == c.at) for c, at in zip(commits, reached, strict=True)]
    return [first, Axis("ancestry", commits, reached, kept, live(made))]


def _names(objects: Objects, trunk: list[Commit], prefix: str) -> dict[str, str]:
    """By path what each symbolic link last pointed to: those of the last commit, and those ever committed
    where memory lies."""
    last = {path: blob for commit in trunk for path, blob in commit.links}
    last |= history.links(objects, trunk[-1].name)
    below = f"{prefix}/" if prefix else ""
    with objects.reader() as reader:
        pointed = {path: reader.get(blob) for path, blob in last.items()}
    named = {readable(path): readable(target) for path, target in pointed.items() if target}
    return {
        below + path: below + posixpath.normpath(posixpath.join(posixpath.dirname(path), target))
        for path, target in named.items()
        if not target.startswith("/")
    }


def _of_memory(names: dict[str, str], versions: "pd.DataFrame") -> list[tuple[str, str]]:
    paths = sorted(set(versions["path"]))
    return [
        (path, target)
        for path, target in sorted(names.items())
        if any(held == target or held.startswith(f"{target}/") for held in paths)
    ]


def _gaps(axes: list[Axis], texts: dict[str, Blob], shallow: Sequence[str]) -> list[Gap]:
    first = axes[0]
    doubted = [
        Gap(commit.name, "clock_runs_backwards")
        for commit, own in zip(first.commits, first.own, strict=True)
        if not own
    ]
    undated = [
        Gap(commit.name, "unreadable_time") for commit in first.commits if commit.at in {0, history.LATEST}
    ]
    paths = {version.blob: version.path for version in first.versions if version.blob}
    unknown = [
        Gap(f"{paths[name]} {name}", blob.unknown_because)
        for name, blob in texts.items()
        if blob.unknown_because and name in paths
    ]
    return [*doubted, *undated, *unknown, *(Gap(commit, "shallow") for commit in shallow)]
