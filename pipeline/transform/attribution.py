"""Which conversation wrote each version of a memory file, and in which commit each write landed."""

import numpy as np
import pandas as pd

from pipeline.study import Readings
from pipeline.transform.asof import Integers, Timeline, codes, instants
from pipeline.transform.files_at import committed_axis
from pipeline.transform.threads import roots

SECOND = 1_000_000
DAY = 86_400 * SECOND


def attribute(
    versions: pd.DataFrame, writes: pd.DataFrame, conversations: pd.DataFrame, readings: Readings
) -> tuple[pd.DataFrame, pd.DataFrame]:
    """memory_versions with `written_by`, memory_writes with `commit`.

    A version belongs to the conversation that last wrote the file at or before the commit, compared in
    whole seconds (so a write in the commit's own second is before it), at most `attribution_days` before. A
    write landed in the first commit of its file at or after it, within the same bound, on the reading's
    axis. Where sub-agents are dropped their writes vanish and what they committed has no known writer.
    Versions that are logged writes, not commits, keep the writer they have.
    """
    bound = readings.attribution_days * DAY
    attributed = versions.assign(written_by=_writers(versions, writes, bound))
    landed = writes.assign(commit=_commits(versions, writes, bound, committed_axis(readings.time_axis)))
    return (
        _without_subagents(attributed, landed, conversations)
        if readings.subagents == "dropped"
        else (attributed, landed)
    )


def _writers(versions: pd.DataFrame, writes: pd.DataFrame, bound: int) -> "pd.Series[str]":
    ordered = writes[writes["at"].notna()].sort_values(["at", "seq", "nth"], kind="stable")
    written, at = _whole(instants(ordered["at"])), _whole(instants(versions["valid_from"]))
    asked, known = codes(versions["file_id"], ordered["file_id"])
    row = Timeline(known, written).rows(asked, at)
    near = row >= 0
    near[near] = at[near] - written[row[near]] <= bound
    writer = ordered["conversation_id"].reindex(ordered.index[row[near]]).to_numpy()
    found = versions["written_by"].mask(versions["commit"].notna())
    committed = near & versions["commit"].notna().to_numpy()
    found[committed] = writer[committed[near]]
    return found


def _commits(versions: pd.DataFrame, writes: pd.DataFrame, bound: int, axis: str) -> "pd.Series[str]":
    chain = versions[(versions["axis"] == axis) & versions["commit"].notna()].sort_values(
        "position", kind="stable", ascending=False
    )
    asked, known = codes(writes["file_id"], chain["file_id"])
    at, landing = _whole(instants(writes["at"])), instants(chain["valid_from"])
    row = Timeline(known, -landing).rows(asked, -at)
    near = (row >= 0) & writes["at"].notna().to_numpy()
    near[near] = landing[row[near]] - at[near] <= bound
    found = pd.Series(None, index=writes.index, dtype="str")
    found[near] = chain["commit"].to_numpy()[row[near]]
    return found


def _without_subagents(
    versions: pd.DataFrame, writes: pd.DataFrame, conversations: pd.DataFrame
) -> tuple[pd.DataFrame, pd.DataFrame]:
    root = roots(conversations)
    workers = root.index[root.ne(root.index.to_series())]
    forgotten = versions["written_by"].mask(versions["written_by"].isin(workers))
    kept = writes[~writes["conversation_id"].isin(workers)].reset_index(drop=True)
    return versions.assign(written_by=forgotten), kept


def _whole(at: Integers) -> Integers:
    return np.floor_divide(at, SECOND) * SECOND
