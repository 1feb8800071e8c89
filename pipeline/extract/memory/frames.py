"""The tables of memory, made column by column."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pipeline import tables
from pipeline.extract.layout import Layout
from pipeline.extract.memory.blobs import Blob
from pipeline.extract.memory.history import Commit
from pipeline.extract.memory.lives import Version

if TYPE_CHECKING:
    import pandas as pd

_NEVER = -(1 << 63)
_UNKNOWN = Blob(unknown_because="missing_object")


@dataclass(frozen=True, slots=True)
class Axis:
    """One time axis: its commits, the time each is taken to have happened, whether its own is believed, and
    the versions they make."""

    name: str
    commits: list[Commit]
    times: list[int]
    own: list[bool]
    versions: list[Version]


def frames(
    axes: Sequence[Axis], texts: dict[str, Blob], sources: int | None, layout: Layout
) -> "dict[str, pd.DataFrame]":
    """The tables committed_versions, memory_blobs and repository; memory_names without rows."""
    known = [blob.row(name) for name, blob in texts.items() if blob.known]
    return {
        "committed_versions": _joined(
            "committed_versions", [_versions(axis, texts, layout) for axis in axes]
        ),
        "memory_blobs": tables.frame("memory_blobs", known),
        "repository": _joined("repository", [_commits(axis, sources) for axis in axes]),
        "memory_names": tables.empty("memory_names"),
    }


def _joined(name: str, parts: "list[dict[str, Any]]") -> "pd.DataFrame":
    import pandas as pd

    if not parts:
        return tables.empty(name)
    return tables.frame(name, pd.concat([pd.DataFrame(part) for part in parts], ignore_index=True))


def _versions(axis: Axis, texts: dict[str, Blob], layout: Layout) -> dict[str, Any]:
    versions = axis.versions
    commits = [version.commit for version in versions]
    held = [texts.get(version.blob, _UNKNOWN) if version.blob else None for version in versions]
    return {
        "axis": axis.name,
        "path": [version.path for version in versions],
        "version": commits,
        "commit": commits,
        "position": range(len(versions)),
        "file_id": [version.file_id for version in versions],
        "section": [layout.section(version.path) for version in versions],
        "blob": _texts([version.blob for version in versions]),
        "change": [version.change for version in versions],
        "chars": _integers([blob.chars if blob else None for blob in held]),
        "lines": _integers([blob.lines if blob else None for blob in held]),
        "records": _integers([blob.records if blob else None for blob in held]),
        "text_unknown_because": _texts([blob.unknown_because if blob else None for blob in held]),
        "valid_from": instants([version.at for version in versions]),
        "valid_to": instants([version.until for version in versions]),
        "written_by": _texts([None] * len(versions)),
    }


def _commits(axis: Axis, sources: int | None) -> dict[str, Any]:
    last = axis.commits[-1].name
    return {
        "axis": axis.name,
        "commit": [commit.name for commit in axis.commits],
        "position": range(len(axis.commits)),
        "at": instants([commit.at for commit in axis.commits]),
        "believed_at": instants(axis.times),
        "believed": axis.own,
        "source_lines": _integers([sources if commit.name == last else None for commit in axis.commits]),
    }


def instants(seconds: Sequence[int | None]) -> "pd.Series[pd.Timestamp]":
    """Seconds of the epoch as instants in UTC; None stays empty."""
    import numpy as np
    import pandas as pd

    whole = np.array([_NEVER if second is None else second for second in seconds], dtype=np.int64)
    return pd.Series(whole.view("datetime64[s]").astype("datetime64[us]")).dt.tz_localize("UTC")


def _integers(values: Sequence[int | None]) -> Any:
    import pandas as pd

    return pd.array(values, dtype="Int64")


def _texts(values: Sequence[str | None]) -> Any:
    import pandas as pd

    return pd.Series(values, dtype="str")
