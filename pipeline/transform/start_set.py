"""The start set: which files the protocol tells an agent to read first, at any instant."""

from bisect import bisect_left, insort
from collections import defaultdict

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from pathspec import GitIgnoreSpec

from pipeline import tables
from pipeline.study import Newest, StartSet, Study
from pipeline.transform.asof import FOREVER, Integers, instants
from pipeline.transform.files_at import on_axis
from pipeline.transform.memory_accesses import Tables


def start_files(made: Tables, study: Study) -> pd.DataFrame:
    """By `axis`, `conversation_id` and `file_id` the start set's files alive at each conversation's start.

    Made of conversations and memory_versions. Conversations without a start have none.
    """
    known = made["conversations"]
    known = known[known["started_at"].notna()].sort_values("started_at", kind="stable")
    rows = [_of_axis(made["memory_versions"], known, study.start_set, axis) for axis in tables.AXES]
    return pd.concat(rows, ignore_index=True)


def in_start_set(held: pd.DataFrame, start_set: StartSet) -> pd.DataFrame:
    """The versions (`files_at.on_axis`) that are ever in the start set, alive only while they are in it.

    In it are the files that match one of its globs, and of those that match `newest.glob` the n whose version
    alive began last, ties by path. A file that is both is in it once.
    """
    fixed = _matching(held["path"], start_set.files)
    rows = held[fixed]
    if start_set.newest is None:
        return rows
    ranked = held[_matching(held["path"], (start_set.newest.glob,))]
    newest = _while_newest(ranked, start_set.newest)
    return pd.concat([rows, newest[~fixed[newest.index]]])


def _of_axis(
    versions: pd.DataFrame, conversations: pd.DataFrame, start_set: StartSet, axis: str
) -> pd.DataFrame:
    rows = in_start_set(on_axis(versions, axis), start_set)
    at = instants(conversations["started_at"])
    first = np.searchsorted(at, instants(rows["valid_from"]))
    behind = np.searchsorted(at, instants(rows["valid_to"], missing=FOREVER))
    many = behind - first
    place = np.arange(many.sum()) - np.repeat(np.cumsum(many) - many, many) + np.repeat(first, many)
    pairs = pd.DataFrame(
        {
            "axis": pd.Series(axis, index=range(len(place)), dtype="str"),
            "conversation_id": conversations["conversation_id"].to_numpy()[place],
            "file_id": rows["file_id"].to_numpy()[np.repeat(np.arange(len(rows)), many)],
        }
    )
    return pairs.astype("str").drop_duplicates(ignore_index=True)


def _matching(paths: "pd.Series[str]", globs: tuple[str, ...]) -> NDArray[np.bool]:
    spec = GitIgnoreSpec.from_lines(globs)
    known = {path: spec.match_file(path) for path in paths.unique()}
    return paths.map(known).to_numpy(dtype=bool)


def _while_newest(ranked: pd.DataFrame, newest: Newest) -> pd.DataFrame:
    """The rows cut to the time in which they are among the newest; one that returns stands there again."""
    began, ended = instants(ranked["valid_from"]), instants(ranked["valid_to"], missing=FOREVER)
    spans = _spans(began, ended, ranked["path"].tolist(), newest.n)
    place = [row for row, _, _ in spans]
    until = np.array([end for _, _, end in spans], dtype=np.int64)
    stamps = until.view("datetime64[us]").copy()
    stamps[until == FOREVER] = np.datetime64("NaT")
    since = np.array([start for _, start, _ in spans], dtype=np.int64).view("datetime64[us]")
    cut = ranked.iloc[place]
    return cut.assign(
        valid_from=pd.DatetimeIndex(since, tz="UTC"), valid_to=pd.DatetimeIndex(stamps, tz="UTC")
    )


def _spans(began: Integers, ended: Integers, paths: list[str], n: int) -> list[tuple[int, int, int]]:
    changes: dict[int, list[int]] = defaultdict(list)
    for row, (start, end) in enumerate(zip(began.tolist(), ended.tolist(), strict=True)):
        changes[start].append(row)
        changes[end].append(row)
    alive: list[tuple[int, str, int]] = []
    entered: dict[int, int] = {}
    spans = []
    for at in sorted(changes):
        for row in changes[at]:
            key = (-int(began[row]), paths[row], row)
            if began[row] == at:
                insort(alive, key)
            else:
                del alive[bisect_left(alive, key)]
        top = {row for _, _, row in alive[:n]}
        spans += [(row, entered.pop(row), at) for row in list(entered) if row not in top]
        entered.update({row: at for row in top if row not in entered})
    return spans + [(row, start, FOREVER) for row, start in entered.items()]
