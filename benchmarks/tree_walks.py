"""The same snapshots by walking the tree of each conversation's commit, with pygit2 and with GitPython.

The commit of each conversation is handed to them: only the walk and the texts are timed.
"""

from collections.abc import Iterator
from pathlib import Path

import git
import pygit2

Start = tuple[int, int]
"""Files and characters of the memory at one start."""


def with_pygit2(repository: Path, commits: list[str], folder: str) -> list[Start]:
    opened = pygit2.Repository(str(repository))
    return [_sums(_pygit2_texts(opened[commit].tree[folder])) for commit in commits]


def with_gitpython(repository: Path, commits: list[str], folder: str) -> list[Start]:
    opened = git.Repo(repository)
    return [_sums(_gitpython_texts(opened.commit(commit).tree[folder])) for commit in commits]


def _pygit2_texts(tree: pygit2.Tree) -> Iterator[bytes]:
    for entry in tree:
        if isinstance(entry, pygit2.Tree):
            yield from _pygit2_texts(entry)
        elif isinstance(entry, pygit2.Blob):
            yield entry.data


def _gitpython_texts(tree: git.Tree) -> Iterator[bytes]:
    for found in tree.traverse():
        if isinstance(found, git.Blob):
            yield found.data_stream.read()


def _sums(texts: Iterator[bytes]) -> Start:
    files = chars = 0
    for text in texts:
        files += 1
        chars += len(text.decode())
    return files, chars
