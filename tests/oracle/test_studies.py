"""The product and the slow count agree on whole studies: the planted one, and the real corpora."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from pipeline.tables import AXES
from tests.corpora.figures.corpora import CORPORA
from tests.derived import Derived, command, run_study
from tests.oracle import compare, studies
from tests.oracle.memory import Chain, Walker
from tests.oracle.sums import Rules


@dataclass(frozen=True)
class Case:
    """A study that was run, its commits walked, and its rules told by another way than its file's."""

    derived: Derived
    walker: Walker
    chains: dict[str, Chain]
    rules: Rules


def check(case: Case, axis: str) -> None:
    """Every table that follows from memory and events, read on an axis."""
    made = studies.remade(case.derived, axis)
    world = studies.world_of(case.derived, case.walker, case.chains, axis)
    numbered = case.derived.table("conversations").dropna(subset="ordinal")

    assert world.ordinal == dict(zip(numbered["conversation_id"], numbered["ordinal"], strict=True))
    assert compare.product_snapshots(made) == compare.slow_snapshots(world, case.rules)
    assert compare.product_reads(made) == compare.slow_reads(world)
    assert compare.product_volumes(made) == compare.slow_volumes(world, case.rules)
    assert compare.product_landings(made) == compare.slow_landings(world)
    if axis != "worktree":
        assert compare.product_writers(made, axis) == compare.slow_writers(world)


@pytest.fixture(scope="module")
def planted(tmp_path_factory: pytest.TempPathFactory) -> Case:
    workspace = tmp_path_factory.mktemp("twin")
    done = command("twin", "planted", "--workspace", str(workspace))
    assert done.returncode == 0, done.stderr
    derived = run_study(workspace / "data/raw/planted")
    memory = re.compile(r"docs/memory/.*\.md|\.cursor/rules/.*\.mdc")
    walker = Walker(derived.study / "repo", lambda path: memory.fullmatch(path) is not None)
    begin = {"docs/memory/status/now.md", "docs/memory/REGISTER.md"}
    logs = "docs/memory/dialogs/"
    rules = Rules(lambda path: not path.startswith(logs), begin.__contains__, lambda p: p.startswith(logs), 1)
    return Case(derived, walker, studies.chains_of(walker, "main"), rules)


@pytest.mark.parametrize("axis", AXES)
def test_the_planted_study_agrees(planted: Case, axis: str) -> None:
    check(planted, axis)


def test_the_planted_study_is_read_as_the_slow_count_reads_it(planted: Case) -> None:
    """The tables that `reread run` wrote, not only those made anew from them."""
    world = studies.world_of(planted.derived, planted.walker, planted.chains, "first-parent")
    written = {name: planted.derived.table(name) for name in ("memory_reads", "reads_by_conversation")}

    assert len(written["memory_reads"]) > 50
    assert compare.product_reads(written) == compare.slow_reads(world)
    assert compare.product_volumes(written) == compare.slow_volumes(world, planted.rules)


@pytest.fixture(scope="module")
def corpus(corpus_study: Callable[[str], Path]) -> Callable[[str], Case]:
    made: dict[str, Case] = {}

    def case(name: str) -> Case:
        if name not in made:
            derived = run_study(corpus_study(name))
            memory = re.compile(next(one.memory for one in CORPORA if one.name == name))
            walker = Walker(derived.study / "repo", lambda path: memory.search(path) is not None)
            made[name] = Case(derived, walker, studies.chains_of(walker, "main"), Rules(lambda _: True))
        return made[name]

    return case


@pytest.mark.slow
@pytest.mark.parametrize("axis", AXES)
@pytest.mark.parametrize("name", [corpus.name for corpus in CORPORA])
def test_a_real_corpus_agrees(corpus: Callable[[str], Case], name: str, axis: str) -> None:
    check(corpus(name), axis)
