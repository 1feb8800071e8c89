"""What a number rests on."""

import pytest

from pipeline import tables as declared_tables
from pipeline.audit.strength import WEIGHED, strength
from pipeline.measures.catalogue import common
from pipeline.measures.evidence import Evidence
from pipeline.stages.run import Shelf, place_of
from pipeline.stages.workspace import Workspace


@pytest.fixture(scope="module")
def evidence(planted_workspace: Workspace) -> Evidence:
    place = place_of(planted_workspace, "planted")
    shelf = Shelf(place.derived)
    held = {one.name: shelf[one.name] for one in declared_tables.TABLES}
    return Evidence(held, place.study, intervals=False)


def other_characters(evidence: Evidence) -> Evidence:
    """The same study in which each conversation had read other amounts of text."""
    table = evidence.tables["reads_by_conversation"].copy()
    number = table["ordinal"].astype("Float64")
    for column in ("chars_read", "main_chars_read"):
        table[column] = (table[column] // 2 + number % 3).astype(table[column].dtype)
    return Evidence({**evidence.tables, "reads_by_conversation": table}, evidence.study, intervals=False)


def test_what_moves_with_the_characters_read_is_what_tells_of_inferred_ones(evidence: Evidence) -> None:
    other = other_characters(evidence)
    moved = {one.name for one in common() if one.take(evidence).value != one.take(other).value}

    assert moved
    assert {name for name in moved if not name.startswith(WEIGHED)} == set()


def test_a_number_that_weighs_no_characters_rests_on_none(evidence: Evidence) -> None:
    told = {one.name: strength(one.take(evidence), evidence.tables).inferred_chars for one in common()}
    reads = evidence.tables["memory_reads"]
    inferred = int(evidence.reads()["chars_basis"].isin(["range", "version"]).sum())

    assert len(reads)
    assert {name for name, count in told.items() if count is not None} == {
        name for name in told if name.startswith(WEIGHED)
    }
    assert told["inferred.characters"] == inferred
    assert told["conversations.independent"] is None
