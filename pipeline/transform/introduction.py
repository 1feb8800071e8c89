"""From which update a case counts: the note's introduction, or its last update before the read."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pandas as pd

from pipeline.study import Case, Readings
from pipeline.transform.files_at import committed_axis
from pipeline.transform.memory_accesses import Tables
from pipeline.transform.notes import section
from pipeline.transform.threads import roots
from pipeline.transform.updates import updates
from pipeline.transform.writes import file_or_path

TextOf = Callable[[str], str | None]
"""The text of a version by its blob; None where it is unknown."""


@dataclass(frozen=True, slots=True)
class Update:
    """One update: when, and by which conversation (None: nobody known)."""

    at: pd.Timestamp
    by: str | None


def counted_from(
    case: Case, read: "pd.Series[Any]", made: Tables, readings: Readings, text_of: TextOf
) -> Update | None:
    """The update that the case counts from, at or before the read; None where there is none.

    Without a heading these are updates of the whole file, and its last is that of memory_reads. With one
    they are the versions that changed the text under the heading; an update that never became a version
    changed it unseen and is left out.
    """
    if case.heading:
        changed = _changes(case.heading, read, made, readings, text_of)
    elif case.counted_from == "last_update":
        known = pd.notna(read["last_update_at"])
        return Update(read["last_update_at"], _name(read["last_update_by"])) if known else None
    else:
        changed = _updates(read, made, readings)
    if case.counted_from == "introduction":
        return changed[0] if changed else None
    root = roots(made["conversations"])
    mine = root.get(read["conversation_id"])
    return next((u for u in reversed(changed) if u.by is None or root.get(u.by) != mine), None)


def _updates(read: "pd.Series[Any]", made: Tables, readings: Readings) -> list[Update]:
    found = updates(made["memory_versions"], made["memory_writes"], readings)
    found = found[found["file_id"].eq(read["file_id"]) & found["at"].le(read["at"])]
    return [Update(at, _name(by)) for at, by in zip(found["at"], found["by"], strict=True)]


def _changes(
    heading: str, read: "pd.Series[Any]", made: Tables, readings: Readings, text_of: TextOf
) -> list[Update]:
    versions = made["memory_versions"]
    chain = versions[
        (versions["axis"] == committed_axis(readings.time_axis))
        & versions["file_id"].eq(read["file_id"])
        & versions["blob"].notna()
    ].sort_values("position", kind="stable")
    changed, before = [], None
    for blob, at, by in chain[["blob", "valid_from", "written_by"]].itertuples(index=False):
        text = text_of(blob)
        now = before if text is None else section(text, heading)
        update = _of_version(at, _name(by), read["file_id"], made["memory_writes"], readings)
        if now is not None and now != before and update.at <= read["at"]:
            changed.append(update)
        before = now
    return changed


def _of_version(
    at: pd.Timestamp, by: str | None, file_id: str, writes: pd.DataFrame, readings: Readings
) -> Update:
    if by is None or readings.update_time == "commit":
        return Update(at, by)
    mine = writes[writes["conversation_id"].eq(by) & file_or_path(writes).eq(file_id)]
    before = mine[mine["at"].dt.floor("s") <= at]["at"]
    return Update(at if before.empty else before.max(), by)


def _name(value: Any) -> str | None:
    return None if pd.isna(value) else str(value)
