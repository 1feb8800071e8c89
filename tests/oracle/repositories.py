"""Small repositories and conversations of every shape, for Hypothesis."""

from dataclasses import dataclass
from pathlib import Path

import pygit2
from hypothesis import strategies as st

from tests.oracle.events import Act, Thread

BEGIN = 1_770_000_000
STEP = 43_200
"""Half a day, so that bounds in whole days are met to the second."""
PATHS = (
    "docs/memory/a.md", "docs/memory/b.md", "docs/memory/dialogs/a.md", "docs/memory/dialogs/c.md",
    "docs/memory/errors/e.md", "src/x.md",
)  # fmt: skip
PATTERNS = ("docs/memory/*.md", "docs/memory/**/[ab].md", "docs/memory/dialogs", "docs/**/{c,e}.md", "*")
TEXTS = ("one\n", "two\nlines\n", "drei Zeilen\r\nund ä\r\n", "")


@dataclass(frozen=True)
class Edit:
    """A text written to a path (None: the path deleted), or what lay at `source` moved there."""

    path: str
    text: str | None = None
    source: str | None = None


@dataclass(frozen=True)
class Commit:
    """A commit on `main` or `side`, or the merge of side into main, which takes `theirs` from it."""

    where: str
    step: int
    edits: tuple[Edit, ...]
    theirs: tuple[str, ...] = ()


_paths = st.sampled_from(PATHS)
_edits = st.one_of(
    st.builds(Edit, _paths, st.sampled_from(TEXTS)),
    st.builds(Edit, _paths, st.none()),
    st.builds(Edit, _paths, st.none(), _paths),
)


def histories(*, branches: bool = True, most: int = 9) -> st.SearchStrategy[list[Commit]]:
    """Commits in order; times rise mostly, sometimes tie, sometimes run ahead or back."""
    where = st.sampled_from(["main", "main", "side", "merge"] if branches else ["main"])
    made = st.builds(
        Commit, where, st.integers(-2, 3), st.lists(_edits, max_size=3).map(tuple),
        st.lists(_paths, max_size=3, unique=True).map(tuple),
    )  # fmt: skip
    return st.lists(made, min_size=1, max_size=most)


def threads() -> st.SearchStrategy[list[Thread]]:
    """Up to four conversations: independent ones, forks, and sub-agents of the first."""
    kinds = st.sampled_from(["own", "own", "fork", "agent"])
    return st.lists(st.tuples(_moments(), kinds), min_size=1, max_size=4).map(_threads)


def acts(names: list[str]) -> st.SearchStrategy[list[Act]]:
    """Reads, writes, moves and deletions by the conversations, in no order; some by a pattern."""
    what = st.sampled_from(["read", "read", "read", "write", "delete", "move"])
    paths = st.one_of(_paths, _paths, st.sampled_from(PATTERNS))
    chars = st.one_of(st.none(), st.integers(0, 9))
    lines = st.sampled_from([(None, None), (None, None), (1, 1), (2, None), (2, 3), (-1, None)])
    one = st.tuples(st.sampled_from(names), _moments(), paths, what, chars, lines)
    return st.lists(one, max_size=8).map(lambda rows: [_act(seq, row) for seq, row in enumerate(rows)])


def _act(seq: int, told: tuple[str, float, str, str, int | None, tuple[int | None, int | None]]) -> Act:
    name, at, path, how, chars, lines = told
    asked = lines if how == "read" else (None, None)
    held = chars if how in {"read", "write"} else None
    return Act(name, seq, at, path, how, held, lines=asked, pattern=path in PATTERNS)


def make(folder: Path, history: list[Commit]) -> Path:
    """The repository that the history makes, bare, with HEAD on main."""
    git = pygit2.init_repository(str(folder), bare=True, initial_head="main")
    heads: dict[str, str] = {}
    trees: dict[str, dict[str, str]] = {}
    at = BEGIN
    for number, commit in enumerate(history):
        at += commit.step * STEP
        branch = "side" if commit.where == "side" and "main" in heads else "main"
        heads.setdefault(branch, heads.get("main", ""))
        parents = [head for head in (heads[branch],) if head]
        tree = dict(trees[parents[0]]) if parents else {}
        if commit.where == "merge" and heads.get("side") and heads["side"] not in parents:
            parents.append(heads["side"])
            tree = _taken(tree, trees[heads["side"]], commit.theirs)
        for edit in commit.edits:
            _apply(tree, edit)
        heads[branch] = _commit(git, tree, parents, max(at, 1), number)
        trees[heads[branch]] = tree
    git.references.create("refs/heads/main", heads["main"])
    return folder


def _moments() -> st.SearchStrategy[float]:
    return st.tuples(st.integers(-1, 12), st.sampled_from([0.0, 0.0, 0.5, 1.0])).map(
        lambda told: BEGIN + told[0] * STEP + told[1]
    )


def _threads(rows: list[tuple[float, str]]) -> list[Thread]:
    return [
        Thread(f"t{n}", at, kind != "own" and n > 0, "t0" if kind == "agent" and n > 0 else None)
        for n, (at, kind) in enumerate(rows)
    ]


def _taken(ours: dict[str, str], side: dict[str, str], paths: tuple[str, ...]) -> dict[str, str]:
    kept = {path: text for path, text in ours.items() if path not in paths}
    return kept | {path: side[path] for path in paths if path in side}


def _apply(tree: dict[str, str], edit: Edit) -> None:
    if edit.source is not None:
        if edit.source in tree:
            tree[edit.path] = tree.pop(edit.source)
    elif edit.text is None:
        tree.pop(edit.path, None)
    else:
        tree[edit.path] = edit.text


def _commit(git: pygit2.Repository, tree: dict[str, str], parents: list[str], at: int, number: int) -> str:
    index = pygit2.Index()
    for path, text in tree.items():
        index.add(pygit2.IndexEntry(path, git.create_blob(text.encode()), pygit2.GIT_FILEMODE_BLOB))
    by = pygit2.Signature("A", "a@example.org", at, 0)
    return str(git.create_commit(None, by, by, str(number), index.write_tree(git), parents))
