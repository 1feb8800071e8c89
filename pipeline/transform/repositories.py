"""The memory of several repositories as one."""

from collections.abc import Sequence

import pandas as pd

from pipeline import tables

VERSIONS = "committed_versions"


def joined(memories: Sequence[dict[str, pd.DataFrame]]) -> dict[str, pd.DataFrame]:
    """The tables that `read_memory` gives, of several repositories together.

    Places on an axis are counted anew over all of them, by time, ties in the order given.
    """
    if len(memories) == 1:
        return dict(memories[0])
    versions = _renumbered([one[VERSIONS] for one in memories], "valid_from")
    commits = _renumbered([one["repository"] for one in memories], "believed_at")
    blobs = pd.concat([one["memory_blobs"] for one in memories]).drop_duplicates("blob")
    return {
        VERSIONS: tables.frame(VERSIONS, versions),
        "memory_blobs": tables.frame("memory_blobs", blobs),
        "memory_names": pd.concat([one["memory_names"] for one in memories], ignore_index=True),
        "repository": tables.frame("repository", commits.drop_duplicates(["axis", "commit"])),
    }


def _renumbered(frames: list[pd.DataFrame], time: str) -> pd.DataFrame:
    whole = pd.concat(frames, ignore_index=True).sort_values([time, "position"], kind="stable")
    return whole.assign(position=whole.groupby("axis").cumcount())
