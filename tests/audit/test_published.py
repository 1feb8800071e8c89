"""Tables under other names give the same verdicts; what is missing is named."""

import os
from pathlib import Path

import pandas as pd
import pytest

from pipeline.errors import RereadError
from pipeline.stages.auditing import audited_tables
from tests.audit.publishing import head, publish
from tests.twin.article.tables import audited, place_of


@pytest.fixture(scope="module")
def verdicts(twin: Path, tables: dict[str, pd.DataFrame]) -> dict[str, tuple[str, object]]:
    return {one.claim.id: (one.kind, one.value) for one in audited(place_of(twin), tables).verdicts}


def test_other_names_and_orders_give_the_same_verdicts(
    twin: Path, tables: dict[str, pd.DataFrame], verdicts: dict[str, tuple[str, object]], tmp_path: Path
) -> None:
    path = publish(tmp_path, tables, head(twin))
    found = audited_tables(twin / "claims.yaml", tmp_path, path)

    assert {one.claim.id: one.kind for one in found.verdicts} == {
        one: kind for one, (kind, _) in verdicts.items()
    }
    for one in found.verdicts:
        right = verdicts[one.claim.id][1]
        assert one.value == (pytest.approx(right) if isinstance(right, float) else right), one.claim.id


def test_a_missing_column_is_named_and_nothing_else_changes(
    twin: Path, tables: dict[str, pd.DataFrame], verdicts: dict[str, tuple[str, object]], tmp_path: Path
) -> None:
    path = publish(tmp_path, tables, head(twin), ["memory_reads.distance_days", "growth.chars"])
    found = {one.claim.id: one for one in audited_tables(twin / "claims.yaml", tmp_path, path).verdicts}
    changed = {one for one, verdict in found.items() if verdict.kind != verdicts[one][0]}

    assert {found[one].kind for one in changed} == {"not_computable"}
    assert found["days-max"].reason == "the tables have no column distance_days of memory_reads"
    assert found["final-chars"].reason == "the tables have no column chars of growth"
    assert {found[one].reason for one in changed} == {
        "the tables have no column distance_days of memory_reads",
        "the tables have no column chars of growth",
    }  # fmt: skip
    assert changed == {
        "days-p90", "days-max", "days-max-months", "final-chars", "final-dialog-chars",
        "final-dialogs-majority", "final-main-chars", "main-chars-final", "main-chars-growth",
    }  # fmt: skip


def test_a_missing_table_is_named(twin: Path, tables: dict[str, pd.DataFrame], tmp_path: Path) -> None:
    kept = {name: frame for name, frame in tables.items() if name != "activity"}
    found = audited_tables(twin / "claims.yaml", tmp_path, publish(tmp_path, kept, head(twin)))

    assert {one.claim.id: one.reason for one in found.verdicts}[
        "active-days"
    ] == "the tables have no table activity"


def test_without_the_reads_themselves_what_needs_no_read_is_still_computed(
    twin: Path, tables: dict[str, pd.DataFrame], verdicts: dict[str, tuple[str, object]], tmp_path: Path
) -> None:
    kept = {name: frame for name, frame in tables.items() if name not in {"memory_reads", "conversations"}}
    found = audited_tables(twin / "claims.yaml", tmp_path, publish(tmp_path, kept, head(twin)))
    told = {one.claim.id: one for one in found.verdicts}

    assert told["distance-max"].reason == "the tables have no table memory_reads"
    assert told["share-read-p90"].kind == verdicts["share-read-p90"][0] == "confirmed"
    assert found.strengths["share-read-p90"].n == 271
    assert found.strengths["share-read-p90"].inferred_chars is None


@pytest.mark.parametrize("kind", ["map", "table", "claims"])
def test_a_pipe_is_never_waited_for(kind: str, tmp_path: Path) -> None:
    files = {name: tmp_path / name for name in ("map", "table", "claims")}
    files["map"].write_text(table("table", 'date = "d"'), "utf-8")
    files["table"].write_text("d\n2026-01-01\n", "utf-8")
    files["claims"].write_text("schema: 1\nclaims: []\n", "utf-8")
    assert audited_tables(files["claims"], tmp_path, files["map"]).verdicts == ()

    files[kind].unlink()
    os.mkfifo(files[kind])
    with pytest.raises(RereadError) as raised:
        audited_tables(files["claims"], tmp_path, files["map"])

    assert raised.value.problem.message.endswith("is no plain file")
    assert raised.value.problem.where == str(files[kind])


def table(file: str = "a.csv", columns: str = "") -> str:
    return f'[tables.activity]\nfile = "{file}"\ncolumns = {{ {columns} }}'


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ("[tables", "map_syntax", "the map is not TOML"),
        ('[tables.nothing]\nfile = "a.csv"\ncolumns = {}', "map_value", "there is no table 'nothing'"),
        (table(columns='dates = "d"'), "map_value", "table activity has no column 'dates'"),
        (table(columns='date = "day"'), "column_unknown", "the file has no column 'day'"),
        (table("../a.csv"), "table_outside", "leads out of the folder"),
        (table("b.csv"), "table_missing", "there is no table"),
        (table(columns='new_work = "d"'), "table_value", "'2026-01-01' is no integer"),
        (table(columns='date = { column = "d", value = 1 }'), "map_value", "give one of column"),
        ("study = { histories = [] }\n[tables]", "map_value", "study.histories has no place in a map"),
    ],
)
def test_a_map_that_cannot_be_used_says_why(text: str, code: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("d,n\n2026-01-01,1\n", "utf-8")
    (tmp_path / "map.toml").write_text(text, "utf-8")
    (tmp_path / "claims.yaml").write_text("schema: 1\nclaims: []\n", "utf-8")
    with pytest.raises(RereadError) as raised:
        audited_tables(tmp_path / "claims.yaml", tmp_path, tmp_path / "map.toml")

    assert raised.value.problem.code == code
    assert said in raised.value.problem.message
