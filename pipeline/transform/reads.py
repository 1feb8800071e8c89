"""memory_reads: every read of a memory file, with what was read and when the file was last updated."""

import pandas as pd

from pipeline import tables
from pipeline.study import Readings
from pipeline.transform.crossing import COLUMNS, crossing
from pipeline.transform.expansion import expanded
from pipeline.transform.fetched_rules import fetched_rules
from pipeline.transform.files_at import alive_files, files_at
from pipeline.transform.found_by import found_by
from pipeline.transform.lines import Texts
from pipeline.transform.memory_accesses import Sections, Tables, memory_accesses
from pipeline.transform.threads import speakers
from pipeline.transform.updates import updates

LOGGED = ("log", "log-stripped")
"""What characters rest on where the log holds the text."""


def memory_reads(
    made: Tables, section_of: Sections, readings: Readings, start_files: pd.DataFrame
) -> pd.DataFrame:
    """The table memory_reads, of all conversations but copies; ordinals only where the reads count as an
    independent conversation's.

    Made of conversations, messages, tool_calls, accesses, attachments, memory_versions and memory_writes
    (both from `attribution.attribute`), memory_blobs and requests. `start_files` names by axis,
    conversation_id and file_id the files of each conversation's start set. The study's axis, and every
    reading that moves a read, are applied.
    """
    speaking = speakers(made["conversations"], readings.subagents)
    reads = _read(made, section_of, readings, speaking)
    last = crossing(
        reads,
        updates(made["memory_versions"], made["memory_writes"], readings),
        speaking,
        made["requests"],
        readings,
    )
    reads = reads.assign(**{name: last[name] for name in COLUMNS})
    reads["found_by"] = found_by(reads, made, start_files[start_files["axis"] == readings.time_axis])
    return tables.frame("memory_reads", reads)


def _read(made: Tables, section_of: Sections, readings: Readings, speaking: pd.DataFrame) -> pd.DataFrame:
    accesses = _accesses(made, section_of, readings)
    accesses = accesses[speaking["counts"].reindex(accesses["conversation_id"]).to_numpy(dtype=bool)]
    accesses = accesses.reset_index(drop=True)
    versions, axis = made["memory_versions"], readings.time_axis
    lay = files_at(accesses["path"], accesses["at"], versions, axis)
    texts = Texts(made["memory_blobs"]).asked(lay["blob"], accesses["line_from"], accesses["line_to"])
    speaker = speaking.reindex(accesses["conversation_id"]).reset_index(drop=True)
    chars, basis = characters(accesses, texts)
    reads = accesses.assign(
        ordinal=speaker["ordinal"],
        file_id=lay["file_id"],
        section=lay["section"].fillna(accesses["section"]),
        blob=lay["blob"],
        chars_read=chars,
        chars_basis=basis,
        records_read=texts["records"],
        not_in_snapshot=~alive_files(lay["file_id"], speaker["started_at"], versions, axis)["alive"],
    )
    return reads[~_returned_nothing(accesses, texts)].reset_index(drop=True)


def _accesses(made: Tables, section_of: Sections, readings: Readings) -> pd.DataFrame:
    found = memory_accesses(made, section_of, ("read",))
    accesses = expanded(found[found["counts"]], made["memory_versions"], readings.time_axis)
    if readings.rules_fetched == "read":
        accesses = pd.concat([accesses, fetched_rules(made, section_of, accesses)])
    return accesses.sort_values(["conversation_id", "seq", "nth"], kind="stable")


def characters(accesses: pd.DataFrame, texts: pd.DataFrame) -> tuple["pd.Series[int]", "pd.Series[str]"]:
    """Characters of each access and what they rest on: the log's text, else the lines asked for in the
    version alive (`texts`, from `lines.Texts.asked`), else the whole version, else nothing."""
    logged = accesses["chars"].notna() & accesses["chars_basis"].isin(LOGGED)
    ranged = accesses["line_from"].notna() | accesses["line_to"].notna()
    computed = pd.Series("version", index=accesses.index, dtype="str").mask(ranged, "range")
    computed = computed.mask(texts["chars"].isna(), "none")
    return accesses["chars"].where(logged, texts["chars"]), accesses["chars_basis"].where(logged, computed)


def _returned_nothing(accesses: pd.DataFrame, texts: pd.DataFrame) -> "pd.Series[bool]":
    empty = accesses["chars"].eq(0) & accesses["chars_basis"].isin(LOGGED)
    return (empty & texts["text_chars"].gt(0)).fillna(False).astype(bool)
