"""Whether conversations read what the protocol says to read first, and wrote what it says to write last."""

import pandas as pd
from pathspec import GitIgnoreSpec

from pipeline.study import Study
from pipeline.transform.lines import uncovered
from pipeline.transform.threads import roots


def start_set_read(
    reads: pd.DataFrame, writes: pd.DataFrame, start_files: pd.DataFrame, study: Study
) -> "pd.Series[bool]":
    """By conversation with a start set: whether it read each of its files whole before its first write of
    memory, in its own thread. Empty for a study that states no protocol.

    `reads` carry conversation_id, seq, file_id, first, last, text_lines, line_from and line_to, of one axis;
    `start_files` conversation_id and file_id.
    """
    if not study.start_set.states_protocol:
        return pd.Series(dtype="boolean")
    wrote = writes.groupby("conversation_id")["seq"].min().reindex(reads["conversation_id"])
    early = reads[wrote.isna().to_numpy() | (reads["seq"].to_numpy() < wrote.fillna(0).to_numpy())]
    asked = start_files[["conversation_id", "file_id"]].drop_duplicates()
    early = early.merge(asked, on=["conversation_id", "file_id"])
    whole = {key for key, rows in early.groupby(["conversation_id", "file_id"]) if _whole(rows)}
    done = [key in whole for key in asked.itertuples(index=False, name=None)]
    return asked.assign(done=done).groupby("conversation_id")["done"].all().astype("boolean")


def end_set_written(writes: pd.DataFrame, conversations: pd.DataFrame, study: Study) -> "pd.Series[bool]":
    """By independent conversation: whether it, or a sub-agent of it, wrote a file of every group of the end
    set. Empty for a study that states no protocol or no end set."""
    if not (study.start_set.states_protocol and study.end_set.groups):
        return pd.Series(dtype="boolean")
    chosen = conversations.loc[conversations["independent"], "conversation_id"]
    root = roots(conversations).reindex(writes["conversation_id"]).to_numpy()
    done = pd.Series(True, index=pd.Index(chosen), dtype="boolean")
    for group in study.end_set.groups:
        spec = GitIgnoreSpec.from_lines(group)
        matching = writes["path"].map(spec.match_file).astype(bool).to_numpy()
        done &= done.index.isin(root[matching])
    return done


def _whole(rows: pd.DataFrame) -> bool:
    unknown = rows["first"].isna()
    if (unknown & rows["line_from"].isna() & rows["line_to"].isna()).any():
        return True
    known = rows[~unknown]
    if known.empty:
        return False
    covered: list[tuple[int, int]] = []
    for first, last in zip(known["first"], known["last"], strict=True):
        uncovered(covered, int(first), int(last))
    lines = int(known["text_lines"].max())
    return not uncovered(covered, 1, lines)
