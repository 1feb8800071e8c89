"""A column that is missing is named by every measure that needs it, however the measure looks it up."""

from collections.abc import Iterator, Mapping

import pandas as pd
import pytest

from pipeline import tables as declared
from pipeline.measures.asked import NONE, SERIES, Arguments, asked
from pipeline.measures.catalogue import common
from pipeline.measures.columns import NotHereError, missing_named
from pipeline.measures.evidence import Evidence
from pipeline.stages.run import Shelf, place_of
from pipeline.stages.workspace import Workspace

EVERY = [(one.name, NONE) for one in common()] + [
    (name, Arguments(take="median", of=one.values[:1]))
    for name, one in SERIES.items()
    if one.values or name not in {"kind_reads", "kind_records"}
]
"""Every named measure, and a statistic of every series that needs no name of a study's own section."""


class Watched(Mapping[str, pd.DataFrame]):
    """Tables that remember which of them were asked for."""

    def __init__(self, held: Mapping[str, pd.DataFrame]) -> None:
        self.held, self.asked = held, set[str]()

    def __getitem__(self, name: str) -> pd.DataFrame:
        self.asked.add(name)
        return self.held[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.held)

    def __len__(self) -> int:
        return len(self.held)


@pytest.fixture(scope="module")
def evidence(planted_workspace: Workspace) -> Evidence:
    place = place_of(planted_workspace, "planted")
    shelf = Shelf(place.derived)
    held = {one.name: shelf[one.name] for one in declared.TABLES}
    return Evidence(held, place.study, intervals=False)


def taken(name: str, arguments: Arguments, evidence: Evidence) -> object:
    with missing_named(evidence.tables):
        return asked(evidence.study, name, arguments).take(evidence).value


@pytest.mark.parametrize(("name", "arguments"), EVERY, ids=lambda held: str(held)[:60])
def test_without_a_column_a_measure_says_which_or_gives_the_same(
    name: str, arguments: Arguments, evidence: Evidence
) -> None:
    watched = Watched(evidence.tables)
    right = taken(name, arguments, Evidence(watched, evidence.study, intervals=False))
    needed = 0
    for table in sorted(watched.asked):
        for column in evidence.tables[table].columns:
            lacking = {**evidence.tables, table: evidence.tables[table].drop(columns=column)}
            try:
                value = taken(name, arguments, Evidence(lacking, evidence.study, intervals=False))
            except NotHereError as absent:
                assert str(absent) == f"the tables have no column {column} of {table}"
                needed += 1
            else:
                assert value == right, f"without {column} of {table}"

    assert needed or not watched.asked


def test_a_key_that_is_no_missing_column_is_a_fault_of_ours(evidence: Evidence) -> None:
    with pytest.raises(KeyError, match="nowhere"), missing_named(evidence.tables):
        evidence.tables["conversations"]["nowhere"]
