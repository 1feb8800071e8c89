"""The world of a whole study: its repository walked, its conversations as the tables tell them."""

from typing import Any

import pandas as pd

from pipeline.study import Study, load
from tests.derived import Derived
from tests.oracle import product
from tests.oracle.events import Act, Thread, World
from tests.oracle.memory import Chain, Walker
from tests.oracle.product import Made

WORKS_FOR = ("subagent", "subtask")
HISTORIES = ("conversations", "messages", "tool_calls", "accesses", "attachments")
MEMORY = ("committed_versions", "memory_blobs", "repository", "memory_names", "requests")


def chains_of(walker: Walker, branch: str) -> dict[str, Chain]:
    """The commits of both axes that Git knows."""
    return {"first-parent": walker.first_parent(branch), "ancestry": walker.ancestry(branch)}


def world_of(derived: Derived, walker: Walker, chains: dict[str, Chain], axis: str) -> World:
    """The study's conversations over its commits, read on an axis."""
    told = derived.table("conversations")
    ids = set(told["conversation_id"])
    threads = [_thread(row, ids) for row in _rows(told)]
    began = {thread.name: thread.began for thread in threads}
    copies = {row["conversation_id"] for row in _rows(told) if row["excluded_because"] == "copy"}
    accesses = derived.table("accesses")
    accesses = accesses[
        accesses["path"].notna() & accesses["counts"] & ~accesses["conversation_id"].isin(copies)
    ]
    calls = derived.table("tool_calls")
    calls = calls[calls["status"].isin(["ok", "unknown"])][["conversation_id", "seq", "at"]]
    rows = _rows(accesses.merge(calls, on=["conversation_id", "seq"]))
    acts = [_act(row, began) for row in rows if row["action"] in {"read", "write", "move", "delete"}]
    return World(walker, chains, threads, acts, axis)


def remade(derived: Derived, axis: str) -> Made:
    """What the stages make of the study's histories and commits, read on an axis."""
    made = {name: derived.table(name) for name in (*HISTORIES, *MEMORY)}
    return product.derived(made, on_axis(load(derived.study), axis))


def on_axis(study: Study, axis: str) -> Study:
    """The study with that time axis."""
    return study.model_copy(update={"readings": study.readings.model_copy(update={"time_axis": axis})})


def _rows(frame: pd.DataFrame) -> list[dict[str, Any]]:
    told = frame.astype("object").mask(frame.isna(), None)
    return told.to_dict("records")


def _thread(row: dict[str, Any], ids: set[str]) -> Thread:
    parent = row["parent_id"] if row["relation"] in WORKS_FOR and row["parent_id"] in ids else None
    began = None if row["started_at"] is None else row["started_at"].timestamp()
    return Thread(row["conversation_id"], began, not row["independent"], parent)


def _act(row: dict[str, Any], began: dict[str, float | None]) -> Act:
    name = row["conversation_id"]
    at = began[name] if row["at"] is None else row["at"].timestamp()
    assert at is not None, f"{name} did something at no known time"
    logged = row["action"] != "read" or row["chars_basis"] in {"log", "log-stripped"}
    return Act(
        name, row["seq"], at, row["path"], row["action"], row["chars"] if logged else None, row["nth"],
        (row["line_from"], row["line_to"]), "glob" in row["flags"].split(),
    )  # fmt: skip
