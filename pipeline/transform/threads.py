"""Which conversation a thread's reads and writes belong to: itself, or the one it works for."""

import pandas as pd

SUBAGENTS = ("subagent", "subtask")
"""Relations of a thread that works for its parent."""


def roots(conversations: pd.DataFrame) -> "pd.Series[str]":
    """For each conversation_id the conversation it works for at last: itself, unless it is a sub-agent.

    What a sub-agent writes is its root's own, for whoever of them reads.
    """
    ids = conversations["conversation_id"]
    works = conversations["relation"].isin(SUBAGENTS) & conversations["parent_id"].isin(ids)
    parents = dict(zip(ids[works], conversations["parent_id"][works], strict=True))
    return pd.Series([_root(thread, parents) for thread in ids], index=pd.Index(ids), dtype="str")


def speakers(conversations: pd.DataFrame, subagents: str) -> pd.DataFrame:
    """By conversation_id: `root`, `speaker` (whose reads its reads are), the speaker's `ordinal` and
    `started_at`, and `counts` (False: its reads exist nowhere), under the reading `subagents`.

    `apart` and `dropped`: each thread speaks for itself; `parent`: a sub-agent's root speaks. Copies never
    count; sub-agents do not where they are dropped.
    """
    known = conversations.set_index("conversation_id")
    root = roots(conversations)
    speaker = root if subagents == "parent" else root.index.to_series()
    counts = known["excluded_because"].ne("copy").fillna(True)
    if subagents == "dropped":
        counts &= root.eq(root.index.to_series())
    return pd.DataFrame(
        {
            "root": root,
            "speaker": speaker,
            "ordinal": known["ordinal"].reindex(speaker).set_axis(root.index),
            "started_at": known["started_at"].reindex(speaker).set_axis(root.index),
            "counts": counts.astype(bool),
        }
    )


def _root(thread: str, parents: dict[str, str]) -> str:
    seen = {thread}
    while (parent := parents.get(thread)) is not None and parent not in seen:
        seen.add(parent)
        thread = parent
    return thread
