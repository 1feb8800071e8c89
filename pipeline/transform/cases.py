"""cases: how far back the notes lay that the study's cases speak of, and whether they were told before."""

from typing import Any

import pandas as pd

from pipeline import tables
from pipeline.study import Case, Study
from pipeline.transform.files_at import files_at
from pipeline.transform.introduction import TextOf, counted_from
from pipeline.transform.memory_accesses import SUCCEEDED, Tables
from pipeline.transform.sentences import sentences, tells
from pipeline.transform.threads import speakers


def cases(made: Tables, study: Study, text_of: TextOf) -> pd.DataFrame:
    """One row for each case of the study file.

    The read is the reader's first of the note's file. Counted from `introduction`: the file's first update,
    or, where the case names a heading, the update that first left it there; from `last_update`: the last
    update of the file before the read by anybody but the reader, or the last one that changed the text
    under the heading. Conversations are strictly between; days full; calls those after the read's. The file
    `then` counts from the reader's first access to it. What cannot be told is empty and
    `undetermined_because` says why. Made of conversations, messages, tool_calls, accesses, memory_versions,
    memory_writes and memory_reads.
    """
    return tables.frame("cases", [_case(case, made, study, text_of) for case in study.cases])


def _case(case: Case, made: Tables, study: Study, text_of: TextOf) -> dict[str, Any]:
    row: dict[str, Any] = dict.fromkeys(tables.table("cases").names)
    row.update(case=case.name, path=case.path, counted_from=case.counted_from)
    reader = _reader(case, made["conversations"])
    if reader is None:
        return {**row, "undetermined_because": "no_such_reader"}
    row.update(conversation_id=reader["conversation_id"], ordinal=reader["ordinal"])
    request = reader["first_request"]
    row["request_sentences"] = None if pd.isna(request) else len(sentences(request))
    read = _first_read(case, reader, made, study)
    if read is None:
        return {**row, "undetermined_because": "not_read"}
    row.update(file_id=read["file_id"], seq=read["seq"], read_at=read["at"])
    row["calls_after_read"] = _calls_after(read, made["tool_calls"])
    row["mentioned_before"] = _mentioned(case, read, made["messages"])
    row["read_before_then"] = _before_then(case, read, made)
    return {**row, **_distance(case, read, made, study, text_of)}


def _reader(case: Case, conversations: pd.DataFrame) -> "pd.Series[Any] | None":
    column = "ordinal" if isinstance(case.reader, int) else "conversation_id"
    found = conversations[conversations[column].eq(case.reader).fillna(False)]
    return None if found.empty else found.iloc[0]


def _first_read(case: Case, reader: "pd.Series[Any]", made: Tables, study: Study) -> "pd.Series[Any] | None":
    reads = made["memory_reads"]
    mine = reads[reads["conversation_id"] == reader["conversation_id"]].sort_values(["seq", "nth"])
    paths = pd.Series([case.path] * len(mine), index=mine.index, dtype="str")
    note = files_at(paths, mine["at"], made["memory_versions"], study.readings.time_axis)["file_id"]
    found = mine[mine["file_id"].eq(note) | mine["path"].eq(case.path)]
    return None if found.empty else found.iloc[0]


def _calls_after(read: "pd.Series[Any]", calls: pd.DataFrame) -> int:
    mine = calls[calls["conversation_id"] == read["conversation_id"]]
    return int((mine["seq"] > read["seq"]).sum())


def _mentioned(case: Case, read: "pd.Series[Any]", messages: pd.DataFrame) -> bool | None:
    if not case.mentions:
        return None
    said = messages[(messages["conversation_id"] == read["conversation_id"]) & (messages["role"] == "human")]
    before = said[said["seq"] < read["seq"]]["text"]
    return any(tells(text, phrase) for text in before for phrase in case.mentions)


def _before_then(case: Case, read: "pd.Series[Any]", made: Tables) -> bool | None:
    calls, keys = made["tool_calls"], ["conversation_id", "seq"]
    mine = calls["conversation_id"].eq(read["conversation_id"]) & calls["status"].isin(SUCCEEDED)
    opened = made["accesses"].merge(calls.loc[mine, keys], on=keys)
    opened = opened[opened["path"].eq(case.then) & opened["counts"].astype(bool)]
    return None if opened.empty else bool(opened["seq"].min() > read["seq"])


def _distance(
    case: Case, read: "pd.Series[Any]", made: Tables, study: Study, text_of: TextOf
) -> dict[str, Any]:
    speaking = speakers(made["conversations"], study.readings.subagents)
    found = counted_from(case, read, made, study.readings, text_of)
    if found is None:
        return {"undetermined_because": "no_update"}
    row: dict[str, Any] = {"from_at": found.at, "from_by": found.by}
    if pd.notna(read["at"]):
        row["days_between"] = (read["at"] - found.at) // pd.Timedelta(days=1)
    ordinal = pd.NA if found.by is None else speaking["ordinal"].get(found.by, pd.NA)
    why = _undetermined(found.by, ordinal, read["ordinal"])
    if why is not None:
        return {**row, "undetermined_because": why}
    return {**row, "conversations_between": read["ordinal"] - ordinal - 1}


def _undetermined(by: str | None, ordinal: Any, reader: Any) -> str | None:
    if pd.isna(reader):
        return "reader_not_independent"
    if by is None:
        return "outside_conversations"
    if pd.isna(ordinal):
        return "excluded_thread"
    return "later_conversation" if ordinal >= reader else None
