"""Cross-conversation reads and their distances from the last update of what was read."""

import numpy as np
import pandas as pd

from pipeline.study import Readings
from pipeline.transform import last_update
from pipeline.transform.asof import Integers, instants
from pipeline.transform.attribution import DAY

COLUMNS = (
    "last_update_at", "last_update_by", "last_update_ordinal", "cross", "distance_conversations",
    "distance_days", "undetermined_because",
)  # fmt: skip
"""The columns of memory_reads that `crossing` gives."""


def crossing(
    reads: pd.DataFrame,
    updates: pd.DataFrame,
    speakers: pd.DataFrame,
    kinds: pd.DataFrame,
    readings: Readings,
) -> pd.DataFrame:
    """`COLUMNS` for each read, on the reads' index.

    A read is cross where its conversation is independent and its file has an update at or before it by
    anybody but that conversation and its sub-agents. The distance in conversations is determinable where
    the update belongs to an independent conversation with a lower ordinal; else `undetermined_because` says
    why not. The distance in days is in full days. Both are empty for reads that are not cross.

    `reads` carry conversation_id, seq, nth, ordinal, at and file_id; `updates` is `updates.updates`,
    `speakers` is `threads.speakers`, `kinds` the table requests. The readings own_updates, read_unit,
    updated_by, distance and numbering are applied here.
    """
    found = last_update.find(reads, updates, speakers["root"])
    ordinal = reads["ordinal"].reset_index(drop=True)
    last = _told(found.last, updates, speakers)
    chosen = last if readings.updated_by == "last update" else _told(found.first, updates, speakers)
    cross = ordinal.notna() & (found.last >= 0)
    if readings.own_updates == "end the crossing":
        cross &= ~found.own_since
    if readings.read_unit == "distinct file":
        cross &= _first_of_file(reads, speakers, cross)
    why = _reason(last, ordinal)
    why = why.fillna(_reason(chosen, ordinal)).where(ordinal.notna())
    steps = _steps(chosen["ordinal"], ordinal, _numbers(speakers, kinds, readings))
    if readings.distance == "strictly between":
        steps = (steps - 1).clip(lower=0)
    return pd.DataFrame(
        {
            "last_update_at": last["at"],
            "last_update_by": last["by"],
            "last_update_ordinal": last["ordinal"],
            "cross": cross.astype("boolean"),
            "distance_conversations": steps.where(cross & why.isna()),
            "distance_days": _days(chosen["at"], reads["at"].reset_index(drop=True)).where(cross),
            "undetermined_because": why,
        }
    ).set_index(reads.index)


def _told(rows: Integers, updates: pd.DataFrame, speakers: pd.DataFrame) -> pd.DataFrame:
    told = updates.reindex(rows).reset_index(drop=True)
    ordinal = speakers["ordinal"].reindex(told["by"]).reset_index(drop=True)
    return told.assign(ordinal=ordinal, found=rows >= 0)


def _reason(told: pd.DataFrame, ordinal: "pd.Series[int]") -> "pd.Series[str]":
    why = pd.Series(None, index=told.index, dtype="str")
    why[(told["ordinal"] >= ordinal).fillna(False).astype(bool)] = "later_conversation"
    why[told["ordinal"].isna()] = "excluded_thread"
    why[told["by"].isna()] = "outside_conversations"
    why[~told["found"]] = "no_update"
    return why


def _first_of_file(
    reads: pd.DataFrame, speakers: pd.DataFrame, cross: "pd.Series[bool]"
) -> "pd.Series[bool]":
    speaker = speakers["speaker"].reindex(reads["conversation_id"]).to_numpy()
    rows = reads.reset_index(drop=True).assign(speaker=speaker)[cross.astype(bool)]
    ordered = rows.sort_values(["speaker", "at", "seq", "nth"], kind="stable")
    kept = ordered[~ordered.duplicated(["speaker", "file_id"])].index
    return pd.Series(cross.index.isin(kept), index=cross.index)


def _numbers(speakers: pd.DataFrame, kinds: pd.DataFrame, readings: Readings) -> "pd.Series[int]":
    """By ordinal the number that distances are taken from."""
    known = speakers[speakers["ordinal"].notna() & speakers["speaker"].eq(speakers.index.to_series())]
    ordered = known["ordinal"].sort_values()
    if readings.numbering == "all independent":
        return pd.Series(ordered.to_numpy(), index=ordered.to_numpy(), dtype="Int64")
    work = kinds[kinds["speaks"] & kinds["kind"].eq("work")]["conversation_id"]
    counted = np.cumsum(ordered.index.isin(work))
    return pd.Series(counted, index=ordered.to_numpy(), dtype="Int64")


def _steps(update: "pd.Series[int]", read: "pd.Series[int]", number: "pd.Series[int]") -> "pd.Series[int]":
    ends = [number.reindex(end).reset_index(drop=True) for end in (read, update)]
    return (ends[0] - ends[1]).astype("Int64")


def _days(update: "pd.Series[pd.Timestamp]", read: "pd.Series[pd.Timestamp]") -> "pd.Series[int]":
    days = (instants(read) - instants(update)) // DAY
    return pd.Series(days, dtype="Int64").where(update.notna() & read.notna())
