"""Which memory file lay at a path at an instant, on a time axis, and whether a file was alive."""

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from pipeline.tables import AXES
from pipeline.transform.asof import FOREVER, Integers, Timeline, codes, instants


def committed_axis(axis: str) -> str:
    """The axis whose commits a time axis rests on: the worktree lies over the first-parent chain."""
    return "first-parent" if axis == "worktree" else axis


def on_axis(versions: pd.DataFrame, axis: str) -> pd.DataFrame:
    """The memory_versions of one axis in its order, without deletions and without versions that were never
    alive since a later one of their path had come before them or with them."""
    chosen = (versions["axis"] == axis) & (versions["change"] != "delete")
    chosen &= versions["valid_to"].isna() | (versions["valid_from"] < versions["valid_to"])
    kept = versions[chosen]
    return kept.sort_values(["position"], kind="stable").reset_index(drop=True)


def files_at(
    paths: "pd.Series[str]", at: "pd.Series[pd.Timestamp]", versions: pd.DataFrame, axis: str
) -> pd.DataFrame:
    """For each path and instant: `file_id`, and `blob` and `section` of the version alive there and then.

    Where nothing is alive at the path, the file is that of its next version, else of its last one before;
    on this axis, else on the others; a path that no axis knows is its own file. `alive` says which.
    """
    found = _at(paths, at, on_axis(versions, axis))
    for other in AXES:
        if other != axis and found["file_id"].isna().any():
            elsewhere = _at(paths, at, on_axis(versions, other))
            found["file_id"] = found["file_id"].fillna(elsewhere["file_id"])
    found["file_id"] = found["file_id"].fillna(paths)
    return found


def alive_files(
    files: "pd.Series[str]", at: "pd.Series[pd.Timestamp]", versions: pd.DataFrame, axis: str
) -> pd.DataFrame:
    """For each file and instant `alive`, at any path, and `section` where it then lay; never alive where
    the instant is empty."""
    held = on_axis(versions, axis)
    asked, known = codes(files, held["file_id"])
    line = Timeline(known, instants(held["valid_from"]))
    rows = line.rows(asked, instants(at))
    alive = _living(rows, held, instants(at))
    section = _taken(held["section"], np.where(alive, rows, -1))
    return pd.DataFrame({"alive": alive, "section": section}).set_index(files.index)


def _at(paths: "pd.Series[str]", at: "pd.Series[pd.Timestamp]", held: pd.DataFrame) -> pd.DataFrame:
    asked, known = codes(paths, held["path"])
    moment = instants(at)
    line = Timeline(known, instants(held["valid_from"]))
    places = line.places(asked, moment)
    following = _following(line, places, asked)
    row = np.where(places >= 0, line.order[places], -1) if len(held) else places
    alive = _living(row, held, moment)
    owner = np.where(alive | (following < 0), row, following)
    return pd.DataFrame(
        {
            "file_id": _taken(held["file_id"], owner),
            "blob": _taken(held["blob"], np.where(alive, row, -1)),
            "section": _taken(held["section"], np.where(alive, row, -1)),
            "alive": alive,
        }
    ).set_index(paths.index)


def _following(line: Timeline, places: Integers, asked: Integers) -> Integers:
    first = np.searchsorted(line.keys, asked)
    after = np.where(places >= 0, places + 1, first)
    within = (after < len(line.keys)) & (asked >= 0)
    same = within.copy()
    same[within] = line.keys[after[within]] == asked[within]
    following = np.full(len(places), -1, dtype=np.int64)
    following[same] = line.order[after[same]]
    return following


def _living(rows: Integers, held: pd.DataFrame, moment: Integers) -> NDArray[np.bool]:
    until = np.append(instants(held["valid_to"], missing=FOREVER), -1)
    return (rows >= 0) & (moment < until[rows])


def _taken(column: "pd.Series[str]", rows: Integers) -> "pd.Series[str]":
    return column.reindex(rows).reset_index(drop=True)
