"""Each corpus run once a session."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.corpora.counted import Counted
from tests.corpora.figures.corpora import CORPORA
from tests.corpora.run import Run
from tests.derived import run_study


@pytest.fixture(scope="session")
def run_of(corpus_study: Callable[[str], Path]) -> Callable[[str], Run]:
    made: dict[str, Run] = {}

    def run(name: str) -> Run:
        if name not in made:
            corpus = next(corpus for corpus in CORPORA if corpus.name == name)
            made[name] = Run(corpus, Counted(run_study(corpus_study(name)), corpus.memory))
        return made[name]

    return run
