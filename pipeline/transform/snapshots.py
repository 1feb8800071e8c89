"""snapshots: the memory alive at each conversation's start, summed, on every time axis."""

import numpy as np
import pandas as pd

from pipeline import tables
from pipeline.study import StartSet, Study
from pipeline.transform.alive import Alive, counted
from pipeline.transform.asof import FOREVER, NEVER, Integers, instants
from pipeline.transform.files_at import committed_axis, on_axis
from pipeline.transform.memory_accesses import Tables
from pipeline.transform.reads_by_conversation import IsMain
from pipeline.transform.start_set import in_start_set

SUMS = ("files", "chars", "main_files", "main_chars", "start_files", "start_chars", "start_tokens")
"""The columns of snapshots that are sums."""


def snapshots(made: Tables, is_main: IsMain, study: Study) -> pd.DataFrame:
    """One row for each conversation and time axis, by axis and in the conversations' order.

    Made of conversations, memory_versions (the worktree axis included), memory_blobs and repository. All sums
    are empty where the conversation began before the first version, or at no known time; those of the
    start set are empty too in a study without one. A file whose text is unknown counts as a file and adds
    no characters. Tokens are empty where a text of the start set has not been counted.
    """
    states = [_states(made, is_main, study.start_set, axis) for axis in tables.AXES]
    at = instants(made["conversations"]["started_at"])
    held = [np.searchsorted(state["since"].to_numpy(), at, side="right") - 1 for state in states]
    rows = pd.concat(states, ignore_index=True).drop(columns="since")
    offsets = np.cumsum([0, *(len(state) for state in states[:-1])])
    place = np.concatenate([rows_of + offset for rows_of, offset in zip(held, offsets, strict=True)])
    ids = made["conversations"]["conversation_id"]
    taken = rows.take(place).reset_index(drop=True)
    taken["conversation_id"] = pd.concat([ids] * len(states), ignore_index=True)
    return tables.frame("snapshots", taken)


def _states(made: Tables, is_main: IsMain, start_set: StartSet, axis: str) -> pd.DataFrame:
    """The snapshot from each change to the next, from `since` on; the first is that before all changes."""
    held = on_axis(made["memory_versions"], axis)
    memory = _memory(held, is_main)
    begun = _start_set(in_start_set(held, start_set), made["memory_blobs"])
    chain = _chain(made["repository"], committed_axis(axis))
    first = _first(made["memory_versions"], axis)
    ends = np.array([NEVER, first], dtype=np.int64)
    since = np.unique(np.concatenate([ends, memory.changes, begun.changes, chain[0]]))
    sums = {**memory.sums(since), **begun.sums(since)}
    uncounted = sums.pop("uncounted") > 0
    state = pd.DataFrame({"axis": axis, "since": since, "commit": _in_force(since, *chain), **sums})
    state = state.astype({"axis": "str", "commit": "str", **dict.fromkeys(SUMS, "Int64")})
    if not start_set.files and start_set.newest is None:
        state.loc[:, ["start_files", "start_chars", "start_tokens"]] = pd.NA
    state.loc[uncounted, "start_tokens"] = pd.NA
    state.loc[since < first, list(SUMS)] = pd.NA
    state.loc[since < _first(made["memory_versions"], committed_axis(axis)), "commit"] = None
    return state


def _memory(held: pd.DataFrame, is_main: IsMain) -> Alive:
    sections = {section: is_main(section) for section in held["section"].unique()}
    main = held["section"].map(sections).to_numpy(dtype=np.int64)
    chars, files = counted(held["chars"]), np.ones(len(held), dtype=np.int64)
    amounts = {"files": files, "chars": chars, "main_files": main, "main_chars": chars * main}
    return Alive(held, amounts)


def _start_set(rows: pd.DataFrame, blobs: pd.DataFrame) -> Alive:
    counts = pd.Series(blobs["tokens"].to_numpy(dtype="object"), index=blobs["blob"], dtype="Int64")
    tokens = counts.reindex(rows["blob"]).reset_index(drop=True)
    known = rows["chars"].notna().to_numpy()
    amounts = {
        "start_files": np.ones(len(rows), dtype=np.int64),
        "start_chars": counted(rows["chars"]),
        "start_tokens": counted(tokens),
        "uncounted": (known & tokens.isna().to_numpy()).astype(np.int64),
    }
    return Alive(rows, amounts)


def _chain(repository: pd.DataFrame, axis: str) -> tuple[Integers, "pd.Series[str]"]:
    """Believed times, sorted, and the commit in force from each: of all before it the last in the chain."""
    commits = repository[repository["axis"] == axis].sort_values(["believed_at", "position"], kind="stable")
    position = commits["position"].to_numpy(dtype=np.int64)
    last = np.maximum.accumulate(position) if len(position) else position
    ids = pd.Series(commits["commit"].to_numpy(), index=position, dtype="str")
    return instants(commits["believed_at"]), ids[~ids.index.duplicated(keep="last")].reindex(last)


def _in_force(since: Integers, at: Integers, commits: "pd.Series[str]") -> "pd.Series[str]":
    place = np.searchsorted(at, since, side="right") - 1
    return commits.reset_index(drop=True).reindex(place).reset_index(drop=True)


def _first(versions: pd.DataFrame, axis: str) -> int:
    """The instant of the axis's first version; after every other where it has none."""
    began = instants(versions.loc[versions["axis"] == axis, "valid_from"])
    return int(began.min(initial=FOREVER))
