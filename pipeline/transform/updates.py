"""Updates of memory files: logged writes, and versions that nobody is known to have written."""

import pandas as pd

from pipeline.study import Readings
from pipeline.transform.files_at import committed_axis
from pipeline.transform.writes import file_or_path


def updates(versions: pd.DataFrame, writes: pd.DataFrame, readings: Readings) -> pd.DataFrame:
    """All updates: `file_id`, `at`, `by` (the conversation; empty: nobody known), in the order of time.

    A logged write, at its own time, committed or not; a version without a known writer, at its commit's
    time. A version with one is the same update as its writer's write; a renamed file's old name is no
    version of its own. Under `update_time = "commit"` every update is a version, at its commit's time, and
    what was never committed is none. At equal instants a known writer comes last, so it wins. `versions`
    and `writes` come from `attribution.attribute`.
    """
    axis = committed_axis(readings.time_axis)
    chain = versions[(versions["axis"] == axis) & versions["commit"].notna()].sort_values("position")
    chain = chain[(chain["change"] != "delete") | ends_a_file(chain)]
    committed = pd.DataFrame(
        {"file_id": chain["file_id"], "at": chain["valid_from"], "by": chain["written_by"]}
    )
    if readings.update_time == "commit":
        return _ordered(committed)
    written = writes.sort_values(["at", "seq", "nth"], kind="stable")
    logged = pd.DataFrame(
        {"file_id": file_or_path(written), "at": written["at"], "by": written["conversation_id"]}
    )
    return _ordered(pd.concat([committed[committed["by"].isna()], logged[logged["at"].notna()]]))


def ends_a_file(versions: pd.DataFrame) -> "pd.Series[bool]":
    """Which versions delete a file that has no other version at that instant, as a renamed one has."""
    gone = versions["change"] == "delete"
    lives = versions.loc[~gone, ["file_id", "valid_from"]]
    pairs = pd.MultiIndex.from_frame(versions[["file_id", "valid_from"]])
    return gone & ~pairs.isin(pd.MultiIndex.from_frame(lives))


def _ordered(rows: pd.DataFrame) -> pd.DataFrame:
    known = rows.assign(known=rows["by"].notna()).sort_values(["at", "known"], kind="stable")
    return known[["file_id", "at", "by"]].reset_index(drop=True)
