"""The tables that the pipeline makes of the twin are the generator's own, row by row."""

import csv
from pathlib import Path
from typing import Any

import pandas as pd
import pytest


def truth(twin: Path, name: str) -> list[dict[str, str]]:
    with (twin / "truth" / f"{name}.csv").open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def said(value: Any) -> str:
    if pd.isna(value):
        return ""
    if isinstance(value, pd.Timestamp):
        return value.strftime("%Y-%m-%dT%H:%M:%SZ")
    return str(value)


def rows(frame: pd.DataFrame, columns: list[str]) -> list[dict[str, str]]:
    return [{key: said(value) for key, value in row.items()} for row in frame[columns].to_dict("records")]


def in_order(found: list[dict[str, str]]) -> list[tuple[str, ...]]:
    return sorted(tuple(row.values()) for row in found)


def test_conversations(twin: Path, tables: dict[str, pd.DataFrame]) -> None:
    own = tables["conversations"][tables["conversations"]["independent"]]
    speaking = tables["requests"][tables["requests"]["speaks"]][["conversation_id", "kind", "recap"]]
    found = own.merge(speaking, on="conversation_id")

    columns = ["conversation_id", "ordinal", "started_at", "kind", "recap"]
    assert in_order(rows(found, columns)) == in_order(truth(twin, "conversations"))


def test_cross_reads(twin: Path, tables: dict[str, pd.DataFrame]) -> None:
    reads = tables["memory_reads"]
    cross = reads[reads["cross"]]
    expected = truth(twin, "reads")
    for row in expected:
        # The plan names the writer only where an independent conversation wrote.
        if not row["last_update_by"]:
            row["last_update_by"] = "-"
    known = {row["conversation_id"] for row in truth(twin, "conversations")}
    shown = cross.assign(
        last_update_by=cross["last_update_by"].where(cross["last_update_by"].isin(known), "-")
    )

    assert in_order(rows(shown, list(expected[0]))) == in_order(expected)


def test_reads_by_conversation(twin: Path, tables: dict[str, pd.DataFrame]) -> None:
    table = tables["reads_by_conversation"]
    own = table[table["axis"] == "first-parent"].assign(
        files_available=lambda t: t["files_available"].fillna(0),
        main_chars_available=lambda t: t["main_chars_available"].fillna(0),
    )
    expected = truth(twin, "by_conversation")

    assert in_order(rows(own, list(expected[0]))) == in_order(expected)


def test_versions_and_who_wrote_them(twin: Path, tables: dict[str, pd.DataFrame]) -> None:
    versions = tables["memory_versions"]
    own = versions[versions["axis"] == "first-parent"]
    found = in_order(rows(own.sort_values("path"), ["path", "written_by", "valid_from", "chars"]))
    columns = ("path", "conversation_id", "committed_at", "chars")
    expected = in_order([{key: row[key] for key in columns} for row in truth(twin, "writes")])

    assert found == expected


def test_writes_have_landed_where_the_plan_says(twin: Path, tables: dict[str, pd.DataFrame]) -> None:
    writes = tables["memory_writes"]
    found = in_order(rows(writes, ["path", "conversation_id", "at", "chars"]))
    planned = [row for row in truth(twin, "writes") if row["conversation_id"]]
    expected = in_order(
        [{key: row[key] for key in ("path", "conversation_id", "at", "chars")} for row in planned]
    )

    assert found == expected
    assert writes["commit"].notna().all()


def test_days(twin: Path, tables: dict[str, pd.DataFrame]) -> None:
    active = tables["activity"]
    begun = active[active["new_work"] + active["new_other"] > 0]

    assert in_order(rows(begun, ["date", "new_work", "new_other"])) == in_order(truth(twin, "days"))


def test_the_end(twin: Path, tables: dict[str, pd.DataFrame]) -> None:
    final = tables["growth"][tables["growth"]["conversation_id"] == "final"].set_index("section")
    expected = pd.DataFrame(truth(twin, "end")).assign(chars=lambda t: t["chars"].astype(int))
    sums = expected.groupby("section")["chars"].agg(["size", "sum"])

    assert final["files"].to_dict() == sums["size"].to_dict()
    assert final["chars"].to_dict() == sums["sum"].to_dict()


@pytest.mark.parametrize(
    ("reason", "count"),
    [("subagent", 10), ("best_of_n", 2), ("fork", 2), ("empty", 2), ("copy", 2), ("outside_window", 2),
     ("other_repository", 1), ("no_workspace", 1)],
)  # fmt: skip
def test_every_reason_to_leave_a_thread_out_is_there(
    reason: str, count: int, tables: dict[str, pd.DataFrame]
) -> None:
    assert int((tables["conversations"]["excluded_because"] == reason).sum()) == count
