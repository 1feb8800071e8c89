"""Are notes read again, and how long after they were written?"""

from typing import Any

import numpy as np
import pandas as pd

from pipeline.measures.evidence import Evidence
from pipeline.measures.measure import Measure
from pipeline.measures.statistics import survival, survival_median
from pipeline.transform.files_at import committed_axis
from pipeline.transform.updates import ends_a_file, updates

COLUMNS = ["file_id", "at", "by", "until", "read_at", "days", "conversations", "read_again"]


def lives(evidence: Evidence) -> pd.DataFrame:
    """One row for each update of a memory file that left a text: how long until somebody else read it.

    `until` is the file's next update, else the study's end. `read_again`: a cross-conversation read of
    that very version fell before it, first at `read_at`; else the row is censored at `until`. `days` are
    full days from the update to the read or to the censoring, `conversations` how many independent
    conversations began in that time.
    """
    made = evidence.tables
    every = updates(made["memory_versions"], made["memory_writes"], evidence.study.readings)
    every["until"] = every.groupby("file_id")["at"].shift(-1)
    every["until"] = every["until"].fillna(_end(evidence))
    kept = every.loc[~_deletions(every, evidence) & (every["until"] >= every["at"])]
    first = _first_reads(evidence)
    kept = kept.merge(first, on=["file_id", "at"], how="left")
    kept["read_again"] = kept["read_at"].notna() & (kept["read_at"] <= kept["until"])
    ended = kept["until"].mask(kept["read_again"], kept["read_at"])
    kept["days"] = (ended - kept["at"]).dt.days
    kept["conversations"] = _begun(evidence, ended) - _begun(evidence, kept["at"])
    return kept[COLUMNS].sort_values(["at", "file_id"], kind="stable").reset_index(drop=True)


def versions(evidence: Evidence) -> Measure:
    """Updates of memory files that left a text, inside the study's time."""
    rows = lives(evidence)
    return Measure("reuse.versions", len(rows), "versions", len(rows), rows, {})


def read_again(evidence: Evidence) -> Measure:
    """Versions that another independent conversation read before the file's next update."""
    rows = lives(evidence)
    return Measure("reuse.read_again", int(rows["read_again"].sum()), "versions", len(rows), rows, {})


def never_read_share(evidence: Evidence) -> Measure:
    """The share of versions that no other independent conversation read before the file's next update."""
    rows = lives(evidence)
    value = float(1 - rows["read_again"].mean()) if len(rows) else None
    return Measure("reuse.never_read_share", value, "share", len(rows), rows, {})


def median_days(evidence: Evidence) -> Measure:
    """The Kaplan-Meier median of full days from an update to the first cross-conversation read of it;
    undefined where fewer than half are ever read."""
    return _median(evidence, "days")


def median_conversations(evidence: Evidence) -> Measure:
    """The Kaplan-Meier median of conversations begun from an update to the first cross-conversation read of
    it; undefined where fewer than half are ever read."""
    return _median(evidence, "conversations")


def curve(evidence: Evidence, scale: str) -> pd.DataFrame:
    """The Kaplan-Meier curve in `days` or `conversations`: columns `duration`, `remaining`."""
    rows = lives(evidence)
    return survival(rows[scale].to_numpy(dtype=np.float64), rows["read_again"].to_numpy(dtype=np.bool_))


def _median(evidence: Evidence, scale: str) -> Measure:
    rows = lives(evidence)
    ended = rows["read_again"].to_numpy(dtype=np.bool_)
    value = survival_median(rows[scale].to_numpy(dtype=np.float64), ended)
    return Measure(f"reuse.median_{scale}", value, scale, len(rows), rows, {"censored": int((~ended).sum())})


def _end(evidence: Evidence) -> Any:
    own = evidence.independent()
    commits = evidence.tables["repository"]
    chain = commits.loc[commits["axis"] == "first-parent", "believed_at"]
    return pd.concat([own["started_at"], own["ended_at"], chain]).max()


def _deletions(every: pd.DataFrame, evidence: Evidence) -> "pd.Series[bool]":
    versions, writes = evidence.tables["memory_versions"], evidence.tables["memory_writes"]
    versions = versions[versions["axis"] == committed_axis(evidence.study.readings.time_axis)]
    gone = versions.loc[ends_a_file(versions), ["file_id", "valid_from"]]
    removed = writes.loc[writes["action"] == "delete", ["file_id", "path", "at"]]
    removed = removed.assign(file_id=removed["file_id"].fillna(removed["path"]))
    pairs = set(gone.itertuples(index=False, name=None))
    pairs |= set(removed[["file_id", "at"]].itertuples(index=False, name=None))
    found = [pair in pairs for pair in zip(every["file_id"], every["at"], strict=True)]
    return pd.Series(found, index=every.index, dtype=bool)


def _first_reads(evidence: Evidence) -> pd.DataFrame:
    reads = evidence.reads()
    cross: pd.DataFrame = reads.loc[reads["cross"].astype(bool), ["file_id", "last_update_at", "at"]]
    renamed = cross.rename(columns={"at": "read_at", "last_update_at": "at"}).sort_values("read_at")
    return renamed.drop_duplicates(["file_id", "at"])


def _begun(evidence: Evidence, at: "pd.Series[pd.Timestamp]") -> "np.ndarray[Any, np.dtype[np.intp]]":
    starts = evidence.independent()["started_at"].sort_values().to_numpy()
    return np.searchsorted(starts, at.to_numpy(), side="right")
