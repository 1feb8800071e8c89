"""memory_writes: what conversations wrote to memory."""

import pandas as pd

from pipeline import tables
from pipeline.study import Readings
from pipeline.transform.expansion import expanded
from pipeline.transform.files_at import committed_axis, files_at
from pipeline.transform.memory_accesses import Sections, Tables, memory_accesses

ACTIONS: tuple[str, ...] = ("write", "move", "delete")


def memory_writes(made: Tables, section_of: Sections, readings: Readings) -> pd.DataFrame:
    """One row for each access that created, changed, moved or deleted a memory file; copies left out.

    Made of the tables conversations, tool_calls, accesses and memory_versions; status ok or unknown.
    `file_id` is that of the version alive at the path on the reading's commits, else of its next version
    (the write made it), else of its last one before; empty where the path was never committed. `commit` is
    empty until `attribution.attribute`. Sub-agents' writes are all here.
    """
    writes = memory_accesses(made, section_of, ACTIONS)
    versions, axis = made["memory_versions"], committed_axis(readings.time_axis)
    writes = expanded(writes, versions, axis)
    known = writes["path"].isin(versions["path"])
    owner = files_at(writes["path"], writes["at"], versions, axis)["file_id"]
    writes = writes.assign(file_id=owner.where(known), commit=None)
    ordered = writes.sort_values(["conversation_id", "seq", "nth"], kind="stable")
    return tables.frame("memory_writes", ordered)


def file_or_path(writes: pd.DataFrame) -> "pd.Series[str]":
    """The identity of each write's file: a file that was never committed goes by its path."""
    return writes["file_id"].fillna(writes["path"])
