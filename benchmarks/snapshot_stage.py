"""The product's snapshot stage as one call: from a repository to the starting memory of each conversation."""

from pathlib import Path

import numpy as np
import pandas as pd

from benchmarks.history import BEGAN, Size
from pipeline import tables
from pipeline.extract.layout import Layout
from pipeline.extract.memory import read_memory
from pipeline.study import Study, parse
from pipeline.transform.snapshots import snapshots

STUDY = parse(
    b'name = "generated"\nrepositories = [{path = "."}]\nmemory = [{glob = "docs/memory/**"}]', "generated"
)
"""All memory below one folder."""


def conversations(count: int, began: int, span: int) -> pd.DataFrame:
    """So many conversations, their starts spread evenly over the seconds of the history, at half seconds."""
    micros = began * 1_000_000 + np.arange(count, dtype=np.int64) * (span * 1_000_000) // count + 500_000
    starts = pd.to_datetime(micros, unit="us", utc=True)
    return pd.DataFrame({"conversation_id": [f"c{n:07}" for n in range(count)], "started_at": starts})


def of_size(count: int, size: Size) -> pd.DataFrame:
    """Conversations over a generated history."""
    return conversations(count, BEGAN, size.span)


def stage(repository: Path, asked: pd.DataFrame, study: Study = STUDY) -> pd.DataFrame:
    """The table snapshots: every version of every memory file read from Git, each start answered."""
    branch = study.repositories[0].branch
    frames = read_memory(repository, study, branch=branch).frames
    versions = tables.frame("memory_versions", frames["committed_versions"])
    made = {**frames, "conversations": asked, "memory_versions": versions}
    return snapshots(made, Layout(study).is_main, study)


def starts(found: pd.DataFrame, wanted: list[str]) -> list[tuple[int, int]]:
    """Files and characters of some conversations on the first-parent axis."""
    rows = found[found["axis"] == "first-parent"].set_index("conversation_id").loc[wanted]
    return [(int(files), int(chars)) for files, chars in zip(rows["files"], rows["chars"], strict=True)]
