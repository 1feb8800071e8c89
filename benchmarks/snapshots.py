"""The snapshot stage over a long history: against Git alone, against walks of trees, and against itself."""

import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks import tree_walks
from benchmarks.bar import Bar
from benchmarks.corpora import largest
from benchmarks.history import SEED, Size, make
from benchmarks.memory_use import above_start_up
from benchmarks.options import Options
from benchmarks.pairs import agree, each, timed
from benchmarks.snapshot_stage import conversations, of_size, stage, starts
from pipeline.extract.layout import Layout
from pipeline.study import load

CONVERSATIONS = 3_000
WALKED = 30
FOLDER = "docs/memory"
SCALED = f"{WALKED} conversations walked, scaled linearly"


def bars(options: Options) -> Iterator[Bar]:
    size = Size(300, 60) if options.quick else Size(20_000, 3_000)
    count = 300 if options.quick else CONVERSATIONS
    with tempfile.TemporaryDirectory() as made:
        repository = make(Path(made, "many"), size)
        yield from _against_git(repository, size, count, options)
        yield from _against_walks(repository, size, count, options)
        yield _more_conversations(repository, size, options)
        small = make(Path(made, "few"), Size(50, 20))
        grown = above_start_up(small, repository, size, count)
        yield Bar("snapshot stage, peak memory", _said(size, count), "start-up", grown, 250, unit="MB")
        yield from _corpus(Path(made), count, options)


def bare_log(repository: Path, branch: str, folders: Sequence[str]) -> bytes:
    """Git's own pass over the first-parent chain and its changes below the folders."""
    asked = ["--first-parent", "--diff-merges=first-parent", "--raw", "-z", "--no-renames", "--no-abbrev"]
    command = ["git", "-C", str(repository), "log", *asked, "--sparse", "--format=%H %ct", branch, "--"]
    return subprocess.run([*command, *folders], check=True, capture_output=True).stdout


def _against_git(repository: Path, size: Size, count: int, options: Options) -> Iterator[Bar]:
    asked = of_size(count, size)
    ways = (lambda: stage(repository, asked), lambda: bare_log(repository, "main", [FOLDER]))
    spent = timed(ways, options.rounds(7))
    yield Bar(
        "snapshot stage", _said(size, count), "the bare git log", spent.ratio(0, 1), 1.8, note=each(spent)
    )


def _against_walks(repository: Path, size: Size, count: int, options: Options) -> Iterator[Bar]:
    asked = of_size(count, size)
    found = stage(repository, asked)
    first = found[(found["axis"] == "first-parent") & (found["files"] > 0)]
    chosen = first.sample(WALKED, random_state=SEED)
    commits, ids = list(chosen["commit"]), list(chosen["conversation_id"])
    ways = (
        lambda: starts(stage(repository, asked), ids),
        lambda: tree_walks.with_pygit2(repository, commits, FOLDER),
        lambda: tree_walks.with_gitpython(repository, commits, FOLDER),
    )
    spent = timed(ways, options.rounds(3))
    agree(*spent.answers)
    for way, name, limit in ((2, "GitPython", 1_000), (1, "pygit2", 50)):
        faster = spent.ratio(way, 0) * count / WALKED
        yield Bar(
            "snapshot stage",
            _said(size, count),
            f"walks with {name}",
            faster,
            limit,
            faster=True,
            note=SCALED,
        )


def _more_conversations(repository: Path, size: Size, options: Options) -> Bar:
    few, many = 300, 3_000 if options.quick else 1_000_000
    asked = [of_size(count, size) for count in (few, many)]
    spent = timed([lambda one=one: len(stage(repository, one)) for one in asked], options.rounds(5))
    against = f"itself with {few}"
    return Bar("snapshot stage", _said(size, many), against, spent.ratio(1, 0), 1.2, note=each(spent))


def _corpus(made: Path, count: int, options: Options) -> Iterator[Bar]:
    folder = largest(made)
    if folder is None:
        print("snapshot stage; the largest corpus: left out, the corpora are not beside the checkout")
        return
    study = load(folder)
    repository, branch = folder / "repo", study.repositories[0].branch
    began, ended, commits = _ends(repository, branch)
    asked = conversations(count, began, ended - began)
    folders = [f":(top){one}" for one in Layout(study).folders or ()]
    ways = (lambda: stage(repository, asked, study), lambda: bare_log(repository, branch, folders))
    spent = timed(ways, options.rounds(7))
    size = f"{folder.name}, {commits:,} commits, {count:,} conversations"
    yield Bar(
        "snapshot stage, the largest corpus",
        size,
        "the bare git log",
        spent.ratio(0, 1),
        1.8,
        note=each(spent),
    )


def _ends(repository: Path, branch: str) -> tuple[int, int, int]:
    command = ["git", "-C", str(repository), "log", "--first-parent", "--format=%ct", branch]
    told = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    return int(told[-1]), int(told[0]), len(told)


def _said(size: Size, count: int) -> str:
    return f"{size.commits:,} commits, {size.files:,} memory files, {count:,} conversations"
