"""The way back from a number: its rows, and the messages, calls, commits and texts behind them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import pandas as pd

from pipeline.audit.carrying import carrying
from pipeline.measures.evidence import Evidence
from pipeline.measures.measure import Measure
from pipeline.measures.registry import Declared

LIMIT = 20
"""Rows that are followed to their sources, unless all are asked for."""
EXCERPT = 200
"""Characters shown of a message."""

Tables = Mapping[str, pd.DataFrame]
Source = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Explained:
    """A number and the way back from it.

    `rows` are those that carry it, each with the table it stands in; `of` is how many rows the measure has;
    `sources` are messages, tool calls, commits and blobs, each with its `kind` and `ref`.
    """

    declared: Declared
    measure: Measure
    how: str
    of: int
    rows: list[dict[str, Any]]
    sources: list[Source]


def explained(declared: Declared, evidence: Evidence, limit: int | None = LIMIT) -> Explained:
    """The measure followed back to what was said, called and committed."""
    measure = declared.take(evidence)
    found = carrying(declared, measure)
    shown = found.rows if limit is None else found.rows.head(limit)
    table = _table(measure.rows)
    rows = [{"table": table, **_plain(row)} for row in shown.to_dict("records")]
    sources: list[Source] = []
    for row in shown.to_dict("records"):
        for source in _sources(table, {str(key): value for key, value in row.items()}, evidence):
            if source not in sources:
                sources.append(source)
    return Explained(declared, measure, found.how, len(measure.rows), rows, sources)


def _table(rows: pd.DataFrame) -> str:
    """The table that the rows' key columns belong to."""
    columns = set(rows.columns)
    for needed, name in (
        ({"conversation_id", "seq", "nth"}, "memory_reads"),
        ({"case"}, "cases"),
        ({"date"}, "activity"),
        ({"commit"}, "repository"),
        ({"axis", "conversation_id"}, "reads_by_conversation"),
        ({"section"}, "growth"),
        ({"file_id"}, "memory_versions"),
        ({"key"}, "study.toml"),
        ({"conversation_id", "seq"}, "tool_calls"),
        ({"conversation_id", "nth"}, "attachments"),
        ({"recap"}, "requests"),
    ):
        if needed <= columns:
            return name
    return "conversations"


def _sources(table: str, row: dict[str, Any], evidence: Evidence) -> Iterator[Source]:
    tables = evidence.tables
    match table:
        case "memory_reads" | "tool_calls":
            yield from _of_read(tables, evidence, row["conversation_id"], int(row["seq"]))
        case "cases":
            yield from _of_case(tables, evidence, row["case"])
        case "activity":
            yield from _of_day(tables, evidence, row["date"])
        case "growth":
            yield from _of_growth(evidence, row)
        case "repository":
            yield {"kind": "commit", "ref": row["commit"]}
        case "memory_versions":
            yield from _versions(evidence, tables["memory_versions"]["file_id"] == row["file_id"])
        case "reads_by_conversation":
            yield from _of_conversation(tables, evidence, row["conversation_id"])
        case "study.toml":
            return
        case _:
            yield from _first_message(tables, row["conversation_id"])


def _of_read(tables: Tables, evidence: Evidence, conversation: str, seq: int) -> Iterator[Source]:
    """The call, what the person had said last, the version read, who wrote it and where it landed."""
    yield from _said_before(tables, conversation, seq)
    yield from _call(tables, conversation, seq)
    reads = tables["memory_reads"]
    for read in _dicts(reads[(reads["conversation_id"] == conversation) & (reads["seq"] == seq)]):
        held = _on_axis(evidence)
        alive = held[(held["file_id"] == read["file_id"]) & (held["blob"] == read["blob"])]
        yield from _versions(evidence, alive.index)
        yield from _write(tables, read["last_update_by"], read["file_id"], read["last_update_at"])


def _of_case(tables: Tables, evidence: Evidence, name: str) -> Iterator[Source]:
    cases = tables["cases"]
    for case in _dicts(cases[cases["case"] == name]):
        if pd.isna(case["conversation_id"]):
            continue
        yield from _first_message(tables, case["conversation_id"])
        if pd.notna(case["seq"]):
            yield from _of_read(tables, evidence, case["conversation_id"], int(case["seq"]))
        yield from _write(tables, case["from_by"], case["file_id"], case["from_at"])


def _of_conversation(tables: Tables, evidence: Evidence, conversation: str) -> Iterator[Source]:
    """Its first message, the commit whose memory it began with, and each of its reads."""
    yield from _first_message(tables, conversation)
    snapshots = tables["snapshots"]
    axis = evidence.study.readings.time_axis
    own = snapshots[(snapshots["conversation_id"] == conversation) & (snapshots["axis"] == axis)]
    for one in _dicts(own):
        if pd.notna(one["commit"]):
            yield {
                "kind": "commit",
                "ref": one["commit"],
                "what": "in force at its start",
                "files": _whole(one["files"]),
            }
    reads = tables["memory_reads"]
    for read in _dicts(reads[reads["conversation_id"] == conversation].sort_values(["seq", "nth"])):
        yield from _call(tables, conversation, int(read["seq"]))
        if pd.notna(read["blob"]):  # what a conversation wrote and had not committed is in no blob
            yield {
                "kind": "blob",
                "ref": read["blob"],
                "path": read["path"],
                "chars_read": _whole(read["chars_read"]),
            }


def _of_day(tables: Tables, evidence: Evidence, day: str) -> Iterator[Source]:
    own = evidence.independent()
    begun = own["started_at"].dt.tz_convert(evidence.study.zone_of_days).dt.date.astype(str)
    for conversation in own.loc[begun == day, "conversation_id"]:
        yield from _first_message(tables, conversation)


def _of_growth(evidence: Evidence, row: dict[str, Any]) -> Iterator[Source]:
    """The versions alive at the end or at a start, of the row's section."""
    growth = evidence.tables["growth"]
    own = growth[
        (growth["conversation_id"] == row["conversation_id"]) & (growth["section"] == row["section"])
    ]
    held = _on_axis(evidence)
    for one in _dicts(own):
        at = one["at"]
        inside = held["section"] == row["section"]
        alive = held[inside & (held["valid_from"] <= at) & ~(held["valid_to"] <= at).fillna(False)]
        yield from _versions(evidence, alive[alive["change"] != "delete"].index)


def _first_message(tables: Tables, conversation: str) -> Iterator[Source]:
    messages = tables["messages"]
    own = messages[(messages["conversation_id"] == conversation) & (messages["role"] == "human")]
    for one in _dicts(own.sort_values("seq").head(1)):
        yield _message(one)


def _said_before(tables: Tables, conversation: str, seq: int) -> Iterator[Source]:
    messages = tables["messages"]
    own = messages[(messages["conversation_id"] == conversation) & (messages["role"] == "human")]
    for one in _dicts(own[own["seq"] < seq].sort_values("seq").tail(1)):
        yield _message(one)


def _message(one: dict[str, Any]) -> Source:
    return {
        "kind": "message",
        "ref": f"{one['conversation_id']}#{int(one['seq'])}",
        "role": one["role"],
        "at": _text(one["at"]),
        "text": one["text"][:EXCERPT],
    }


def _call(tables: Tables, conversation: str, seq: int) -> Iterator[Source]:
    calls, accesses = tables["tool_calls"], tables["accesses"]
    own = calls[(calls["conversation_id"] == conversation) & (calls["seq"] == seq)]
    touched = accesses[(accesses["conversation_id"] == conversation) & (accesses["seq"] == seq)]
    for one in _dicts(own):
        yield {
            "kind": "tool_call",
            "ref": f"{conversation}#{seq}",
            "tool": one["tool"],
            "status": one["status"],
            "at": _text(one["at"]),
            "files": [
                {
                    "path": _text(each["path"]),
                    "action": each["action"],
                    "line_from": _whole(each["line_from"]),
                    "line_to": _whole(each["line_to"]),
                    "chars": _whole(each["chars"]),
                }
                for each in _dicts(touched)
            ],
        }


def _write(tables: Tables, by: Any, file_id: Any, at: Any) -> Iterator[Source]:
    """The call that made an update, where a conversation did."""
    if pd.isna(by) or pd.isna(at):
        return
    writes = tables["memory_writes"]
    own = writes[(writes["conversation_id"] == by) & (writes["file_id"] == file_id) & (writes["at"] == at)]
    for one in _dicts(own.tail(1)):
        for source in _call(tables, by, int(one["seq"])):
            yield {**source, "what": "the update", "commit": _text(one["commit"])}


def _versions(evidence: Evidence, chosen: Any) -> Iterator[Source]:
    held = _on_axis(evidence)
    rows = (
        held.loc[held.index.intersection(chosen)]
        if isinstance(chosen, pd.Index)
        else held[chosen.reindex(held.index)]
    )
    for one in _dicts(rows.sort_values(["valid_from", "path"])):
        yield {
            "kind": "commit",
            "ref": _text(one["commit"]),
            "path": one["path"],
            "at": _text(one["valid_from"]),
            "written_by": _text(one["written_by"]),
        }
        yield {"kind": "blob", "ref": _text(one["blob"]), "path": one["path"], "chars": _whole(one["chars"])}


def _on_axis(evidence: Evidence) -> pd.DataFrame:
    held = evidence.tables["memory_versions"]
    return held[held["axis"] == evidence.study.readings.time_axis]


def _dicts(frame: pd.DataFrame) -> list[dict[str, Any]]:
    return [{str(key): value for key, value in row.items()} for row in frame.to_dict("records")]


def _plain(row: Mapping[Any, Any]) -> dict[str, Any]:
    return {str(key): _value(value) for key, value in row.items()}


def _value(value: Any) -> Any:
    if isinstance(value, pd.Timestamp):
        return _text(value)
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return None if pd.isna(value) else value


def _whole(value: Any) -> int | None:
    return None if pd.isna(value) else int(value)


def _text(value: Any) -> str | None:
    if isinstance(value, pd.Timestamp) and pd.notna(value):
        return value.isoformat(timespec="seconds").replace("+00:00", "Z")
    return None if pd.isna(value) else str(value)
