"""Cross-conversation reads, their last updates and distances, under every reading."""

from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.transform.crossing import crossing
from pipeline.transform.threads import speakers
from pipeline.transform.updates import updates
from tests.transform import tiny
from tests.transform.tiny import moment

NOTE = "docs/memory/a.md"
PEOPLE = tiny.conversations(
    {"c": "one", "ordinal": 1, "at": moment(0)},
    {"c": "two", "ordinal": 2, "at": moment(0)},
    {"c": "three", "ordinal": 3, "at": moment(0)},
    {"c": "five", "ordinal": 5, "at": moment(0)},
    {"c": "fork", "ordinal": None, "at": moment(0)},
    {"c": "helper", "ordinal": None, "relation": "subagent", "parent": "three", "at": moment(0)},
)
KINDS = tiny.requests(one="work", two="informational", three="work", five="work")


def reads(*rows: tuple[str, float]) -> pd.DataFrame:
    made = pd.DataFrame(
        {
            "conversation_id": [c for c, _ in rows],
            "seq": range(len(rows)),
            "nth": 0,
            "at": [moment(day) for _, day in rows],
            "file_id": NOTE,
        }
    )
    return made.astype(
        {"conversation_id": "str", "at": "datetime64[us, UTC]", "file_id": "str", "seq": "Int64"}
    )


def found(
    rows: pd.DataFrame, written: list[dict[str, Any]], versions: list[dict[str, Any]], **changed: Any
) -> pd.DataFrame:
    readings = tiny.readings(**changed)
    speaking = speakers(PEOPLE, readings.subagents)
    ordinal = speaking["ordinal"].reindex(rows["conversation_id"]).set_axis(rows.index)
    told = updates(tiny.versions(*versions), tiny.writes(*written), readings)
    return crossing(rows.assign(ordinal=ordinal), told, speaking, KINDS, readings)


def write(c: str, day: float, seq: int = 1) -> dict[str, Any]:
    return {"c": c, "seq": seq, "at": moment(day), "path": NOTE}


def only(table: pd.DataFrame) -> dict[str, Any]:
    assert len(table) == 1
    return {name: None if pd.isna(value) else value for name, value in table.iloc[0].items()}


def test_the_distance_is_that_of_the_ordinals_and_of_full_days() -> None:
    row = only(found(reads(("five", 2.9)), [write("two", 1)], []))

    assert (row["cross"], row["distance_conversations"], row["distance_days"]) == (True, 3, 1)
    assert (row["last_update_by"], row["last_update_ordinal"]) == ("two", 2)
    assert (row["last_update_at"], row["undetermined_because"]) == (moment(1), None)


def test_an_update_after_the_read_is_not_its_last_and_one_at_its_instant_is() -> None:
    written = [write("one", 1), write("two", 3)]

    assert only(found(reads(("five", 2.9)), written, []))["last_update_by"] == "one"
    assert only(found(reads(("five", 3)), written, []))["last_update_by"] == "two"


def test_ones_own_updates_are_left_aside_however_many() -> None:
    written = [write("one", 1), write("three", 2), write("helper", 2.1), write("three", 2.2, 3)]

    assert only(found(reads(("three", 3)), written, []))["last_update_by"] == "one"


def test_own_updates_can_end_the_crossing() -> None:
    written = [write("one", 1), write("three", 2)]

    row = only(found(reads(("three", 3)), written, [], own_updates="end the crossing"))

    assert (row["cross"], row["distance_conversations"], row["distance_days"]) == (False, None, None)


def test_a_version_without_a_known_writer_is_an_update_by_nobody() -> None:
    row = only(found(reads(("three", 3)), [write("one", 1)], [{"path": NOTE, "at": moment(2)}]))

    assert (row["cross"], row["last_update_by"]) == (True, None)
    assert (row["distance_days"], row["undetermined_because"]) == (1, "outside_conversations")


def test_a_known_writer_wins_a_tie_with_a_commit_by_nobody() -> None:
    row = only(found(reads(("three", 3)), [write("one", 2)], [{"path": NOTE, "at": moment(2)}]))

    assert row["last_update_by"] == "one"


def test_a_version_with_a_writer_is_the_same_update_as_the_write() -> None:
    versions = [{"path": NOTE, "at": moment(2), "by": "one"}]

    row = only(found(reads(("three", 3)), [write("one", 1)], versions))

    assert (row["last_update_at"], row["distance_days"]) == (moment(1), 2)


def test_at_its_commit_an_update_is_later_and_what_was_never_committed_is_none() -> None:
    versions = [{"path": NOTE, "at": moment(2), "by": "one"}]
    written = [write("one", 1), write("two", 2.5)]

    late = only(found(reads(("three", 3)), written, versions, update_time="commit"))
    between = only(found(reads(("three", 1.5)), written, versions, update_time="commit"))

    assert (late["last_update_by"], late["last_update_at"], late["distance_days"]) == ("one", moment(2), 1)
    assert (between["cross"], between["undetermined_because"]) == (False, "no_update")


@pytest.mark.parametrize(
    ("writer", "because"),
    [("fork", "excluded_thread"), ("five", "later_conversation"), ("helper", "excluded_thread")],
)
def test_an_update_that_gives_no_distance_says_why(writer: str, because: str) -> None:
    row = only(found(reads(("two", 3)), [write(writer, 1)], []))

    assert (row["cross"], row["distance_conversations"], row["distance_days"]) == (True, None, 2)
    assert row["undetermined_because"] == because


def test_a_read_of_ones_own_new_file_is_not_cross() -> None:
    row = only(found(reads(("two", 3)), [write("two", 1)], []))

    assert (row["cross"], row["undetermined_because"], row["last_update_at"]) == (False, "no_update", None)


def test_a_thread_that_is_not_independent_crosses_nothing() -> None:
    row = only(found(reads(("fork", 3)), [write("two", 1)], []))

    assert (row["cross"], row["distance_days"], row["undetermined_because"]) == (False, None, None)


def test_a_subagents_reads_and_writes_can_be_its_parents() -> None:
    rows = reads(("helper", 3), ("five", 4))
    written = [write("one", 1), write("helper", 2)]

    apart, parent = (found(rows, written, [], subagents=reading) for reading in ("apart", "parent"))

    assert apart["cross"].tolist() == [False, True]
    assert apart["undetermined_because"].tolist()[1] == "excluded_thread"
    assert parent["cross"].tolist() == [True, True]
    assert parent["last_update_by"].tolist() == ["one", "helper"]
    assert parent["distance_conversations"].tolist() == [2, 2]


def test_strictly_between_counts_neither_end() -> None:
    row = only(found(reads(("five", 2)), [write("two", 1)], [], distance="strictly between"))

    assert row["distance_conversations"] == 2


def test_work_only_counts_the_work_conversations_up_to_each_end() -> None:
    row = only(found(reads(("five", 2)), [write("one", 1)], [], numbering="work only"))

    assert row["distance_conversations"] == 2


def test_the_first_write_takes_the_place_of_the_last_update_over_the_same_reads() -> None:
    written = [write("five", 0.5), write("one", 1), write("two", 2)]

    first = only(found(reads(("five", 4)), written, [], updated_by="first write"))

    assert (first["last_update_by"], first["distance_conversations"], first["distance_days"]) == ("two", 4, 3)


def test_of_a_distinct_file_only_the_first_crossing_read_counts() -> None:
    rows = reads(("five", 0.5), ("five", 2), ("five", 3), ("three", 3))

    kept = found(rows, [write("one", 1)], [], read_unit="distinct file")

    assert kept["cross"].tolist() == [False, True, False, True]
    assert kept["distance_conversations"].fillna(0).tolist() == [0, 4, 0, 2]


NAMES = ("one", "two", "three", "five", "fork", "helper")
EVENTS = st.lists(st.tuples(st.sampled_from(NAMES), st.integers(0, 6)), max_size=8)
NOBODY = st.lists(st.integers(0, 6), max_size=3)


@given(EVENTS, NOBODY, st.lists(st.tuples(st.sampled_from(NAMES), st.integers(0, 6)), min_size=1, max_size=5))
def test_plain_loops_over_all_updates_agree(
    written: list[tuple[str, int]], nobody: list[int], asked: list[tuple[str, int]]
) -> None:
    written = sorted(written, key=lambda event: event[1])
    rows = reads(*asked)

    table = found(
        rows,
        [write(c, day, seq) for seq, (c, day) in enumerate(written)],
        [{"path": NOTE, "at": moment(day)} for day in sorted(nobody)],
    )

    for (reader, at), row in zip(asked, table.to_dict("records"), strict=True):
        expected = _plainly(reader, at, written, nobody)
        got = {key: None if pd.isna(row[key]) else row[key] for key in expected}
        assert got == expected


def _plainly(reader: str, at: int, written: list[tuple[str, int]], nobody: list[int]) -> dict[str, Any]:
    """The definitions, read out loud: walk every update, keep the last by somebody else."""
    family = {"three", "helper"} if reader in ("three", "helper") else {reader}
    ordinals = {"one": 1, "two": 2, "three": 3, "five": 5}
    last: tuple[int, bool, str | None] | None = None
    for day, known, by in [(d, False, None) for d in nobody] + [(d, True, c) for c, d in written]:
        candidate = (day, known, by)
        if day <= at and by not in family and (last is None or candidate[:2] >= last[:2]):
            last = candidate
    mine = ordinals.get(reader)
    cross = mine is not None and last is not None
    why = None
    if mine is not None:
        if last is None:
            why = "no_update"
        elif last[2] is None:
            why = "outside_conversations"
        elif last[2] not in ordinals:
            why = "excluded_thread"
        elif ordinals[last[2]] >= mine:
            why = "later_conversation"
    return {
        "cross": cross,
        "last_update_by": None if last is None else last[2],
        "distance_days": at - last[0] if cross and last else None,
        "distance_conversations": mine - ordinals[last[2]] if cross and why is None and last else None,
        "undetermined_because": why,
    }


@pytest.fixture(scope="module")
def solved(corpora: Path) -> dict[str, pd.DataFrame]:
    """The worked solution of the published numbers, as tables."""
    folder = corpora.parent / "claims"
    return {name: pd.read_csv(folder / f"twin-{name}.csv") for name in ("solution", "reads", "writes")}


FIGURES = {
    "default": ({}, 1451, 1384, 4, 50, 191, 20, 81),
    "strictly between": ({"distance": "strictly between"}, 1451, 1384, 3, 49, 190, 20, 81),
    "work only": ({"numbering": "work only"}, 1451, 1384, 3, 42, 161, 20, 81),
    "first write": ({"updated_by": "first write"}, 1451, 1384, 5, 149.7, 266, 74, 168),
    "distinct file": ({"read_unit": "distinct file"}, 920, 871, 5, 61, 191, 31, 81),
}


@pytest.mark.parametrize("reading", FIGURES)
def test_the_worked_solution_has_its_figures(solved: dict[str, pd.DataFrame], reading: str) -> None:
    changed, *expected = FIGURES[reading]

    table = _of_solution(solved, **changed)

    steps, days = table["distance_conversations"].dropna(), table["distance_days"].dropna()
    figures = [
        table["cross"].sum(), len(steps), steps.median(), steps.quantile(0.9), steps.max(),
        days.quantile(0.9), days.max(),
    ]  # fmt: skip
    assert figures == pytest.approx(expected)


def test_the_worked_solution_agrees_row_by_row(solved: dict[str, pd.DataFrame]) -> None:
    table, right = _of_solution(solved), solved["reads"]

    for column in ("distance_conversations", "distance_days"):
        assert table[column].fillna(-1).tolist() == right[column].fillna(-1).tolist()
    assert (
        table["undetermined_because"].fillna("").tolist() == right["undetermined_because"].fillna("").tolist()
    )


def _of_solution(solved: dict[str, pd.DataFrame], **changed: Any) -> pd.DataFrame:
    solution, read, written = solved["solution"], solved["reads"], solved["writes"]
    ids = dict(zip(solution["ordinal"], solution["conversation_id"], strict=True))
    people = tiny.conversations(
        *({"c": c, "ordinal": o, "at": moment(0)} for o, c in ids.items()), {"c": "excluded", "ordinal": None}
    )
    kinds = tiny.requests(**dict(zip(ids.values(), solution["kind"], strict=True)))
    rows = pd.DataFrame(
        {
            "conversation_id": read["reader_ordinal"].map(ids).astype("str"),
            "seq": read["seq"],
            "nth": 0,
            "ordinal": read["reader_ordinal"].astype("Int64"),
            "at": pd.to_datetime(read["at"], utc=True).astype("datetime64[us, UTC]"),
            "file_id": read["path"].astype("str"),
        }
    )
    who = written["ordinal"].map(ids).where(written["by"] == "conversation")
    by = who.mask(written["by"] == "excluded", "excluded").astype("str")
    at = pd.to_datetime(written["at"], utc=True).astype("datetime64[us, UTC]")
    told = pd.DataFrame({"file_id": written["path"].astype("str"), "at": at, "by": by})
    told = told.sort_values("at", kind="stable").reset_index(drop=True)
    return crossing(rows, told, speakers(people, "apart"), kinds, tiny.readings(**changed))
