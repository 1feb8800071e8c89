"""Every figure that the real corpora state of themselves holds in the tables that `reread run` makes."""

from collections import Counter, defaultdict
from collections.abc import Callable

import pytest

from pipeline import tables
from tests.corpora import stated
from tests.corpora.figures.corpora import CORPORA
from tests.corpora.run import KNOWN, Run
from tests.corpora.stated import Stated

pytestmark = pytest.mark.slow

NAMES = tuple(corpus.name for corpus in CORPORA)


@pytest.mark.parametrize("told", stated.figures(), ids=lambda told: f"{told.corpus}: {told.figure}")
def test_a_stated_figure_holds_in_the_tables(run_of: Callable[[str], Run], told: Stated) -> None:
    assert run_of(told.corpus).shown(told.figure) == told.stated


@pytest.mark.parametrize("name", NAMES)
def test_the_plain_count_of_the_histories_is_the_stated_one(run_of: Callable[[str], Run], name: str) -> None:
    """So what a listed difference calls the corpus' own count is that."""
    run = run_of(name)
    plain = sum(run.plain.values(), Counter[str]())

    told = {
        row.figure: int(row.stated) for row in stated.figures() if row.corpus == name and row.figure in plain
    }

    assert len(told) >= 7
    assert {figure: plain[figure] for figure in told} == told


@pytest.mark.parametrize("name", NAMES)
def test_every_difference_is_listed_and_every_listed_one_differs(
    run_of: Callable[[str], Run], name: str
) -> None:
    listed = {(row.figure, row.id): (int(row.oracle), int(row.ours)) for row in KNOWN if row.corpus == name}

    assert run_of(name).wrong() == listed


def test_every_listed_difference_says_why_and_stands_there_once() -> None:
    assert {row.corpus for row in KNOWN} <= set(NAMES)
    assert all(row.reason for row in KNOWN)
    assert len({(row.corpus, row.figure, row.id) for row in KNOWN}) == len(KNOWN)


OF = defaultdict(
    lambda: "calls",
    {
        "human messages": "human messages",
        "failed reads": "reads",
        "reads": "reads",
        "reads outside the repository": "reads",
        "failed calls, main": "calls, main",
    },
)
"""The rows among which those of a figure are found: all calls where nothing is said."""


@pytest.mark.parametrize("name", NAMES)
def test_of_a_hundred_rows_at_most_one_differs(run_of: Callable[[str], Run], name: str) -> None:
    run = run_of(name)
    differing: Counter[str] = Counter()
    for (figure, _), (there, here) in run.wrong().items():
        differing[figure] += abs(there - here)

    for figure, rows in differing.items():
        population = run.sums()[OF[figure]]
        assert rows <= sum(population.counts.values()) / 100, figure


@pytest.mark.parametrize("name", NAMES)
def test_every_table_has_the_rows_it_had_before(run_of: Callable[[str], Run], name: str) -> None:
    """`rows.csv` changes only where somebody means it to."""
    derived = run_of(name).counted.derived

    found = {(name, table.name): len(derived.table(table.name)) for table in tables.TABLES}

    assert found == {key: count for key, count in stated.rows().items() if key[0] == name}


@pytest.mark.parametrize(
    ("name", "skipped"),
    [
        ("chef-chopsky", []),
        ("cipher-box", []),
        ("getspecstory", []),
        ("minsky", [("histories", "2025-05-21_improve-mcp-error-handling.md", "no_generator")]),
    ],
)
def test_what_was_not_understood_is_told(
    run_of: Callable[[str], Run], name: str, skipped: list[tuple[str, str, str]]
) -> None:
    """Only one history, written by hand, has no form of its own."""
    derived = run_of(name).counted.derived

    table = derived.table("skipped_inputs")

    assert list(table[["source", "where", "reason"]].itertuples(index=False, name=None)) == skipped
    assert derived.skipped == [
        {"source": source, "where": where, "reason": reason} for source, where, reason in skipped
    ]
