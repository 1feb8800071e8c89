"""memory_writes: what conversations wrote to memory."""

import pandas as pd

from pipeline import tables
from pipeline.transform.files_at import files_at
from pipeline.transform.memory_accesses import Sections, memory_accesses

ACTIONS = ("write", "move", "delete")


def memory_writes(
    accesses: pd.DataFrame,
    tool_calls: pd.DataFrame,
    conversations: pd.DataFrame,
    versions: pd.DataFrame,
    section_of: Sections,
    axis: str = "first-parent",
) -> pd.DataFrame:
    """One row for each access that created, changed, moved or deleted a memory file; copies left out.

    Status ok or unknown. `file_id` is that of the version alive at the path, else of its next version (the
    write made it), else of its last one before; empty where the path was never committed. `commit` is
    empty until `attribution.attribute`. Sub-agents' writes are all here.
    """
    made = memory_accesses(accesses, tool_calls, conversations, section_of, ACTIONS)
    made = made[made["section"].notna()].reset_index(drop=True)
    known = made["path"].isin(versions["path"])
    owner = files_at(made["path"], made["at"], versions, axis)["file_id"]
    made = made.assign(file_id=owner.where(known), commit=None)
    ordered = made.sort_values(["conversation_id", "seq", "nth"], kind="stable")
    return tables.frame("memory_writes", ordered)


def file_or_path(writes: pd.DataFrame) -> "pd.Series[str]":
    """The identity of each write's file: a file that was never committed goes by its path."""
    return writes["file_id"].fillna(writes["path"])
