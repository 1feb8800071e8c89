"""One conversation seen from its memory: what there was, what it read, what it wrote."""

from dataclasses import dataclass
from typing import Any

import pandas as pd

from pipeline.errors import RereadError
from pipeline.extract.memory import texts
from pipeline.stages.extracting import repository_path
from pipeline.stages.run import Shelf, place_of
from pipeline.stages.stage import Place
from pipeline.stages.workspace import Workspace
from pipeline.transform.files_at import on_axis

MEMORY = ["path", "section", "chars", "valid_from", "written_by", "blob"]
READS = [
    "seq", "nth", "at", "time_basis", "path", "line_from", "line_to", "chars_read", "chars_basis",
    "found_by", "not_in_snapshot", "last_update_at", "last_update_by", "cross",
    "distance_conversations", "distance_days", "undetermined_because",
]  # fmt: skip
WRITES = ["seq", "nth", "at", "path", "action", "chars", "commit"]
FACTS = [
    "conversation_id", "ordinal", "title", "source", "started_at", "ended_at", "time_basis", "independent",
    "excluded_because", "parent_id", "relation", "human_messages", "tool_calls", "first_request",
]  # fmt: skip

_DIGITS = 9
"""More digits than any number of a conversation has."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A conversation: its own facts, its starting memory, its reads and its writes."""

    facts: dict[str, Any]
    memory: pd.DataFrame
    reads: pd.DataFrame
    writes: pd.DataFrame

    def as_json(self) -> dict[str, Any]:
        """The shape of `reread show --json`."""
        return {
            "conversation": self.facts,
            "memory": records(self.memory),
            "reads": records(self.reads),
            "writes": records(self.writes),
        }


def shown(workspace: Workspace, study: str, wanted: str) -> Shown:
    """The conversation of that id, or of that ordinal. Raises RereadError where the study has none."""
    place = place_of(workspace, study)
    shelf = Shelf(place.derived)
    row = _conversation(shelf, wanted)
    own = row["conversation_id"]
    requests = shelf["requests"]
    label = requests[requests["conversation_id"].eq(own) & requests["speaks"]]
    facts = records(pd.DataFrame([row])[FACTS])[0]
    facts |= records(label[["kind", "recap", "labeller"]])[0] if len(label) else {}
    reads, writes = shelf["memory_reads"], shelf["memory_writes"]
    return Shown(
        facts,
        _memory(shelf, place, row)[MEMORY],
        reads.loc[reads["conversation_id"] == own, READS].sort_values(["seq", "nth"]),
        writes.loc[writes["conversation_id"] == own, WRITES].sort_values(["seq", "nth"]),
    )


def note(workspace: Workspace, study: str, wanted: str, path: str) -> str:
    """The text of a memory file as it stood at the conversation's start. Raises RereadError where it was
    not there, or its text is unknown."""
    place = place_of(workspace, study)
    shelf = Shelf(place.derived)
    memory = _memory(shelf, place, _conversation(shelf, wanted))
    held = memory[memory["path"] == path]
    if held.empty:
        raise RereadError(
            "note_unknown",
            f"there was no {path!r} in the memory at the start of {wanted}",
            study,
            f"`reread show {study} {wanted}` lists what there was",
        )
    with texts([repository_path(place, one) for one in place.study.repositories]) as text_of:
        text = text_of(held["blob"].iloc[0])
    if text is None:
        because = held["text_unknown_because"].iloc[0]
        raise RereadError(
            "text_unknown", f"the text of {path!r} is unknown: {because}", study, "see its commit"
        )
    return text


def records(frame: pd.DataFrame) -> list[dict[str, Any]]:
    """Rows as plain values for JSON: instants as ISO text in UTC, missing as None."""
    return [{str(key): _plain(value) for key, value in row.items()} for row in frame.to_dict("records")]


def _plain(value: Any) -> Any:
    if isinstance(value, pd.Timestamp):
        return value.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return None if pd.isna(value) else value


def _conversation(shelf: Shelf, wanted: str) -> "pd.Series[Any]":
    table = shelf["conversations"]
    found = table[table["conversation_id"] == wanted]
    if found.empty and wanted.isdecimal() and len(wanted) <= _DIGITS:
        found = table[table["ordinal"] == int(wanted)]
    if found.empty:
        raise RereadError(
            "conversation_unknown",
            f"there is no conversation {wanted!r}",
            "conversations",
            "give an id of the table conversations or the number of an independent one",
        )
    return found.iloc[0]


def _memory(shelf: Shelf, place: Place, row: "pd.Series[Any]") -> pd.DataFrame:
    held = on_axis(shelf["memory_versions"], place.study.readings.time_axis)
    at = row["started_at"]
    if pd.isna(at):
        return held.iloc[:0]
    alive: pd.DataFrame = held[(held["valid_from"] <= at) & ~(held["valid_to"] <= at).fillna(False)]
    return alive.sort_values("path")
