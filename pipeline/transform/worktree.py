"""The worktree axis: what lay on the disk, committed or not."""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from typing import Any

import pandas as pd

from pipeline import tables
from pipeline.transform.memory_accesses import Sections
from pipeline.transform.writes import file_or_path

Row = dict[str, Any]

TEXT = ("blob", "chars", "lines", "records", "text_unknown_because")
"""The columns of memory_versions that speak of a version's text."""


def with_worktree(versions: pd.DataFrame, writes: pd.DataFrame, section_of: Sections) -> pd.DataFrame:
    """memory_versions with the axis `worktree` made anew: the first-parent chain, over which each logged
    write lies from its own time until the next commit of its path.

    `versions` and `writes` come from `attribution.attribute`. A commit in the second of a write is after
    it: such a write never lay uncommitted and is no version. A write whose text the log does not hold has
    unknown characters (`not_logged`); `chars` of memory_writes are those of the whole file. A move takes
    away what lies at its path; where it went to is a write of its own.
    """
    committed = versions[versions["axis"] != "worktree"]
    chain = committed[committed["axis"] == "first-parent"].sort_values("position", kind="stable")
    disk = _Disk(_records(chain), section_of)
    dated = writes.assign(file_id=file_or_path(writes))[writes["at"].notna()]
    for write in _records(dated.sort_values(["at", "conversation_id", "seq", "nth"], kind="stable")):
        disk.write(write)
    rows = sorted(disk.rows, key=lambda row: row["valid_from"])
    ordered = [{**row, "axis": "worktree", "position": place} for place, row in enumerate(rows)]
    return pd.concat([committed, tables.frame("memory_versions", ordered)], ignore_index=True)


class _Disk:
    """Versions of the chain, cut short as writes are laid over them in the order of time."""

    def __init__(self, chain: list[Row], section_of: Sections) -> None:
        self.rows = chain
        self._section_of = section_of
        self._laid: dict[str, Row] = {}
        self._commits: dict[str, list[Row]] = defaultdict(list)
        changes: dict[str, set[pd.Timestamp]] = defaultdict(set)
        for row in chain:
            self._commits[row["path"]].append(row)
            changes[row["path"]].update(at for at in (row["valid_from"], row["valid_to"]) if pd.notna(at))
        self._changes = {path: sorted(at) for path, at in changes.items()}

    def write(self, write: Row) -> None:
        """Lays down the version that the write made, unless its path was committed in the same second."""
        path, at = write["path"], write["at"]
        until = self._next_commit(path, at)
        if until is not None and until <= at:
            return
        before = self._covered(path, at)
        self._laid[path] = self._version(write, before) | {"valid_to": until}
        self.rows.append(self._laid[path])

    def _next_commit(self, path: str, at: pd.Timestamp) -> pd.Timestamp | None:
        changes = self._changes.get(path, [])
        place = bisect_left(changes, at.floor("s"))
        return changes[place] if place < len(changes) else None

    def _covered(self, path: str, at: pd.Timestamp) -> Row | None:
        """What lay at the path until now, cut short; None where nothing did."""
        commits = self._commits.get(path, [])
        place = bisect_right(commits, at, key=lambda row: row["valid_from"])
        candidates = [self._laid.get(path), commits[place - 1] if place else None]
        lying = [
            row for row in candidates if row and not (pd.notna(row["valid_to"]) and row["valid_to"] < at)
        ]
        for row in lying:
            row["valid_to"] = at
        return lying[0] if lying and lying[0]["change"] != "delete" else None

    def _version(self, write: Row, before: Row | None) -> Row:
        path, gone = write["path"], write["action"] in {"move", "delete"}
        unknown = None if pd.notna(write["chars"]) or gone else "not_logged"
        change = "delete" if gone else "create" if before is None else "update"
        return {
            "path": path,
            "version": f"write:{write['conversation_id']}#{write['seq']}.{write['nth']}",
            "commit": None,
            "file_id": write["file_id"],
            "section": before["section"] if before else self._section_of(path) or "register",
            **dict.fromkeys(TEXT),
            "chars": None if gone else write["chars"],
            "text_unknown_because": unknown,
            "change": change,
            "valid_from": write["at"],
            "written_by": write["conversation_id"],
        }


def _records(frame: pd.DataFrame) -> list[Row]:
    told = frame.astype("object").mask(frame.isna(), None)
    return [dict(zip(told.columns, row, strict=True)) for row in told.itertuples(index=False)]
