"""The declarations of tables: each column once, each table whole."""

import pandas as pd
import pytest

from pipeline import tables


@pytest.mark.parametrize("table", tables.TABLES, ids=lambda table: table.name)
def test_a_table_is_declared_whole(table: tables.Table) -> None:
    assert len(set(table.names)) == len(table.names)
    assert set(table.key) <= set(table.names)
    assert set(table.private) <= set(table.names)
    assert all(column.meaning.endswith(".") for column in table.columns)
    assert not any(column.nullable for column in table.columns if column.name in table.key[:1])


def test_one_name_is_one_kind_of_column_in_every_table() -> None:
    kinds: dict[str, set[str]] = {}
    for table in tables.TABLES:
        for column in table.columns:
            kinds.setdefault(column.name, set()).add(column.kind)

    assert {name: kind for name, kind in kinds.items() if len(kind) > 1} == {}


@pytest.mark.parametrize("table", tables.TABLES, ids=lambda table: table.name)
def test_an_empty_frame_keeps_the_contract(table: tables.Table) -> None:
    frame = tables.contract(table.name).validate(tables.empty(table.name))

    assert list(frame.columns) == table.names


@pytest.mark.parametrize("nothing", [None, pd.NaT, float("nan")])
def test_a_column_without_any_instant_has_its_type_all_the_same(nothing: object) -> None:
    row = {"conversation_id": "c", "seq": 1, "nth": 0, "at": nothing, "time_basis": "none", "path": "a.md"}
    made = tables.frame("memory_writes", [{**row, "action": "write"}])

    assert str(made["at"].dtype) == tables.DTYPES["instant"]
    assert made["at"].isna().all()
