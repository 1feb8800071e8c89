"""reads_by_conversation: what each independent conversation had and what it read of it, on every axis."""

from collections.abc import Callable

import pandas as pd

from pipeline import tables
from pipeline.study import Study
from pipeline.transform.files_at import alive_files, files_at
from pipeline.transform.lines import Texts
from pipeline.transform.memory_accesses import Tables
from pipeline.transform.protocol import end_set_written, start_set_read
from pipeline.transform.reads import LOGGED
from pipeline.transform.threads import speakers
from pipeline.transform.volumes import distinct_chars

IsMain = Callable[[str], bool]
"""Whether a section is a main section."""


def reads_by_conversation(
    made: Tables, is_main: IsMain, study: Study, start_files: pd.DataFrame
) -> pd.DataFrame:
    """One row for each independent conversation and time axis, by axis and ordinal.

    Made of conversations, memory_versions, memory_blobs, memory_writes, memory_reads, snapshots and requests.
    Files read are distinct files of the starting snapshot; characters read are those of its files (under
    `chars_of = "any memory file"` of every memory file), each line once (under `chars_read = "per access"`
    summed over accesses). A sub-agent's reads are its root's where they are read so.
    """
    rows = [_on_axis(made, is_main, study, start_files, axis) for axis in tables.AXES]
    return tables.frame("reads_by_conversation", pd.concat(rows))


def placed_reads(made: Tables, study: Study, axis: str) -> pd.DataFrame:
    """The reads that count as an independent conversation's, as they look on the axis: `reader`, file_id,
    blob, `section` and `in_snapshot` of the file at the reader's start, and the lines asked for."""
    speaking = speakers(made["conversations"], study.readings.subagents)
    reads = made["memory_reads"][made["memory_reads"]["ordinal"].notna()].reset_index(drop=True)
    speaker = speaking.reindex(reads["conversation_id"]).reset_index(drop=True)
    lay = files_at(reads["path"], reads["at"], made["memory_versions"], axis)
    held = alive_files(lay["file_id"], speaker["started_at"], made["memory_versions"], axis)
    texts = Texts(made["memory_blobs"]).asked(lay["blob"], reads["line_from"], reads["line_to"])
    return reads.assign(
        reader=speaker["speaker"],
        file_id=lay["file_id"],
        blob=lay["blob"],
        section=held["section"].fillna(reads["section"]),
        in_snapshot=held["alive"],
        logged=reads["chars_read"].where(reads["chars_basis"].isin(LOGGED)),
        first=texts["first"],
        last=texts["last"],
        text_lines=texts["text_lines"],
    )


def _on_axis(
    made: Tables, is_main: IsMain, study: Study, start_files: pd.DataFrame, axis: str
) -> pd.DataFrame:
    reads = placed_reads(made, study, axis)
    reads["main"] = reads["section"].map({s: is_main(s) for s in reads["section"].unique()}).astype(bool)
    rows = _available(made, axis)
    rows = rows.join(_counts(reads).reindex(rows.index).fillna(0))
    rows = rows.join(_chars(reads, made["memory_blobs"], study).reindex(rows.index).fillna(0))
    begun = start_files[start_files["axis"] == axis]
    own = reads[reads["reader"] == reads["conversation_id"]]
    started = start_set_read(own, made["memory_writes"], begun, study)
    ended = end_set_written(made["memory_writes"], made["conversations"], study)
    rows = rows.assign(
        axis=axis,
        has_snapshot=rows["files"].fillna(0) > 0,
        share_read=share(rows["files_read"], rows["files"]),
        start_set_read=started.reindex(rows.index),
        end_set_written=ended.reindex(rows.index),
    )
    return rows.rename(columns=_AVAILABLE).rename_axis("conversation_id").reset_index()


_AVAILABLE = {
    "files": "files_available",
    "chars": "chars_available",
    "main_files": "main_files_available",
    "main_chars": "main_chars_available",
}


def _available(made: Tables, axis: str) -> pd.DataFrame:
    conversations, kinds = made["conversations"], made["requests"]
    chosen = conversations[conversations["independent"]].sort_values("ordinal")
    rows = chosen.set_index("conversation_id")[["ordinal", "started_at"]]
    rows["kind"] = kinds[kinds["speaks"]].set_index("conversation_id")["kind"]
    snapshots = made["snapshots"][made["snapshots"]["axis"] == axis].set_index("conversation_id")
    return rows.join(snapshots[list(_AVAILABLE)])


def _counts(reads: pd.DataFrame) -> pd.DataFrame:
    by = reads.groupby("reader")
    held = reads[reads["in_snapshot"]]
    determined = reads["distance_conversations"].notna()
    return pd.DataFrame(
        {
            "files_read": held.groupby("reader")["file_id"].nunique(),
            "main_files_read": held[held["main"]].groupby("reader")["file_id"].nunique(),
            "memory_reads": by.size(),
            "reads_not_in_snapshot": reads[~reads["in_snapshot"]].groupby("reader").size(),
            "cross_reads": reads[reads["cross"]].groupby("reader").size(),
            "cross_reads_with_distance": reads[reads["cross"] & determined].groupby("reader").size(),
        }
    )


def _chars(reads: pd.DataFrame, blobs: pd.DataFrame, study: Study) -> pd.DataFrame:
    if study.readings.chars_of == "starting snapshot":
        reads = reads[reads["in_snapshot"]]
    main = reads.drop_duplicates(["reader", "file_id"]).set_index(["reader", "file_id"])["main"]
    if study.readings.chars_read == "per access":
        files = reads.groupby(["reader", "file_id"])["chars_read"].sum()
    else:
        files = distinct_chars(reads, dict(zip(blobs["blob"], blobs["line_chars"], strict=True)))
    chosen = main.reindex(files.index).fillna(False).astype(bool)
    return pd.DataFrame(
        {
            "chars_read": files.groupby(level=0).sum(),
            "main_chars_read": files[chosen].groupby(level=0).sum(),
        }
    )


def share(read: "pd.Series[int]", available: "pd.Series[int]") -> "pd.Series[float]":
    """The share read of what was available; empty where nothing was."""
    some = available.astype("Float64").where(available.fillna(0) > 0)
    return read.astype("Float64") / some
