"""growth: the memory's files and characters, section by section, at each start and at the end."""

import numpy as np
import pandas as pd

from pipeline import tables
from pipeline.transform.asof import FOREVER, Integers, instants
from pipeline.transform.files_at import on_axis

FINAL = "final"
"""The `conversation_id` of the rows for the end."""


def growth(
    conversations: pd.DataFrame, versions: pd.DataFrame, repository: pd.DataFrame, axis: str
) -> pd.DataFrame:
    """One row for each independent conversation's start, and for the last commit's believed time, and each
    section with a file alive then. Unknown texts add a file and no characters.

    Cumulative sums of what begins and ends to live answer all starts at once.
    """
    held = on_axis(versions, axis)
    asked = _asked(conversations, repository, axis)
    rows = [_section(str(name), rows, asked) for name, rows in held.groupby("section")]
    if not rows:
        return tables.empty("growth")
    ordered = pd.concat(rows).sort_values(["at", "ordinal", "section"], kind="stable", na_position="last")
    return tables.frame("growth", ordered)


def _asked(conversations: pd.DataFrame, repository: pd.DataFrame, axis: str) -> pd.DataFrame:
    chosen = conversations[conversations["independent"]].sort_values("ordinal")
    asked = chosen[["conversation_id", "ordinal"]].assign(at=chosen["started_at"])
    last = repository[repository["axis"] == axis]["believed_at"].max()
    if pd.isna(last):
        return asked
    end = pd.DataFrame({"conversation_id": [FINAL], "ordinal": [None], "at": [last]}).astype(asked.dtypes)
    return pd.concat([asked, end])


def _section(name: str, versions: pd.DataFrame, asked: pd.DataFrame) -> pd.DataFrame:
    born, gone = instants(versions["valid_from"]), instants(versions["valid_to"], missing=FOREVER)
    chars = versions["chars"].fillna(0).to_numpy(dtype=np.int64)
    at = instants(asked["at"])
    ones = np.ones(len(versions), dtype=np.int64)
    files = _upto(at, born, ones) - _upto(at, gone, ones)
    alive = asked.assign(section=name, files=files, chars=_upto(at, born, chars) - _upto(at, gone, chars))
    return alive[alive["files"] > 0]


def _upto(at: Integers, events: Integers, amounts: Integers) -> Integers:
    order = np.argsort(events, kind="stable")
    sums = np.concatenate([[0], np.cumsum(amounts[order])]).astype(np.int64)
    return sums[np.searchsorted(events[order], at, side="right")]
