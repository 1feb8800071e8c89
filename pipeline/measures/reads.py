"""Reads of memory: how many, of what, found how, resting on what."""

import pandas as pd

from pipeline.measures.evidence import Evidence
from pipeline.measures.measure import Measure, answer
from pipeline.measures.series import Series

KEYS = ["conversation_id", "seq", "nth"]
OWN_TIMES = ("message", "header", "tool")
"""Bases of a time that the message, its header or the call itself carries."""


def memory_reads(evidence: Evidence) -> Series:
    """Reads of memory files by independent conversations, one an access."""
    return accessed(evidence.reads())


def readers(evidence: Evidence, kind: str | None = None) -> Series:
    """Independent conversations that read any memory file, all or those whose first request is of a kind."""
    reads = evidence.reads()
    own = evidence.independent()
    kept = own["conversation_id"].isin(reads["conversation_id"])
    if kind is not None:
        kept &= (own["kind"] == "work") == (kind == "work")
    rows = own.loc[kept, ["conversation_id", "ordinal", "kind"]]
    return Series(rows.assign(number=1.0).reset_index(drop=True), "conversations")


def in_both_groups(evidence: Evidence) -> Measure:
    """1 if work conversations and other conversations both read memory files, else 0."""
    rows = readers(evidence).rows
    return answer("memory_reads.in_both_groups", rows["kind"].eq("work").nunique() == 2, rows)


def one_row_per_access(evidence: Evidence) -> Measure:
    """1 if each row of the reads is one access of one call, and no access stands in two rows, else 0."""
    rows = accessed(evidence.reads()).rows
    accesses = evidence.tables["accesses"]
    found = rows[KEYS].merge(accesses[KEYS].drop_duplicates(), on=KEYS)
    whole = not rows.duplicated(KEYS).any() and len(found) == len(rows)
    return answer("memory_reads.one_row_per_access", whole, rows)


def files(evidence: Evidence) -> Series:
    """Distinct memory files read by independent conversations."""
    counts = evidence.reads().groupby("file_id", sort=True).size()
    return Series(pd.DataFrame({"file_id": counts.index, "number": 1.0}), "files")


def not_in_snapshot(evidence: Evidence) -> Series:
    """Reads of memory files that the reader's starting snapshot lacks."""
    reads = evidence.reads()
    return accessed(reads.loc[reads["not_in_snapshot"].astype(bool)])


def by_subagents(evidence: Evidence) -> Series:
    """Reads of memory files by sub-agents' threads, which count in no other measure."""
    table = evidence.tables["memory_reads"]
    conversations = evidence.tables["conversations"]
    related = conversations["relation"].isin(["subagent", "subtask"])
    own = table["conversation_id"].isin(conversations.loc[related, "conversation_id"])
    return accessed(table.loc[own & table["ordinal"].isna()])


def of_unknown_file(evidence: Evidence) -> Series:
    """Read calls of independent conversations, not known to have failed, whose file the log does not name."""
    calls, accesses = evidence.tables["tool_calls"], evidence.tables["accesses"]
    own = calls["conversation_id"].isin(evidence.independent()["conversation_id"])
    counted = calls.loc[own & calls["status"].isin(["ok", "unknown"])]
    named = accesses.loc[accesses["path"].notna(), ["conversation_id", "seq"]].drop_duplicates()
    nameless = counted.merge(named, on=["conversation_id", "seq"], how="left", indicator=True)
    lost = accesses.loc[accesses["path"].isna() & (accesses["action"] == "read"), ["conversation_id", "seq"]]
    holds = nameless.merge(
        lost.drop_duplicates(), on=["conversation_id", "seq"], how="left", indicator="lost"
    )
    bare = (holds["_merge"] == "left_only") & (holds["action"] == "read")
    kept = holds.loc[bare | (holds["lost"] == "both"), ["conversation_id", "seq"]]
    return Series(kept.assign(number=1.0).reset_index(drop=True), "reads")


def of_unknown_status(evidence: Evidence) -> Series:
    """Reads whose format does not tell whether the call succeeded."""
    reads = evidence.reads()
    return accessed(reads.loc[reads["status"] == "unknown"])


def found_by(evidence: Evidence, how: str) -> Series:
    """Reads of memory files that the agent came to in one way."""
    reads = evidence.reads()
    return accessed(reads.loc[reads["found_by"] == how])


def with_inferred_time(evidence: Evidence) -> Series:
    """Reads whose time is not their own but a neighbour's, the conversation's or computed."""
    reads = evidence.reads()
    return accessed(reads.loc[~reads["time_basis"].isin(OWN_TIMES)])


def with_inferred_characters(evidence: Evidence) -> Series:
    """Reads whose characters are not the log's but those of the lines or the version alive."""
    reads = evidence.reads()
    return accessed(reads.loc[reads["chars_basis"].isin(["range", "version"])])


def searches(evidence: Evidence) -> Series:
    """Searches and listings of independent conversations that named a memory file; they are no reads."""
    calls = evidence.tables["tool_calls"]
    own = calls["conversation_id"].isin(evidence.independent()["conversation_id"])
    kept = calls.loc[own & calls["action"].isin(["search", "list"]) & calls["status"].isin(["ok", "unknown"])]
    memory = set(evidence.tables["memory_versions"]["path"])
    hit = [bool(memory.intersection(hits)) for hits in kept["hits"]]
    rows = kept.loc[hit, ["conversation_id", "seq"]].assign(number=1.0)
    return Series(rows.reset_index(drop=True), "calls")


def attachments(evidence: Evidence) -> Series:
    """Memory files given to independent conversations without a read call; they are no reads."""
    table = evidence.tables["attachments"]
    own = table["conversation_id"].isin(evidence.independent()["conversation_id"])
    memory = table["path"].isin(evidence.tables["memory_versions"]["path"])
    rows = table.loc[own & memory, ["conversation_id", "nth", "path", "how"]].assign(number=1.0)
    return Series(rows.reset_index(drop=True), "attachments")


def accessed(reads: pd.DataFrame) -> Series:
    """A series that gives each of these reads the number 1."""
    columns = [*KEYS, "ordinal", "path", "found_by"]
    return Series(reads[columns].assign(number=1.0).reset_index(drop=True), "reads")
