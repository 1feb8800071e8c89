"""What the two corpora of Cursor's conversations state of their calls: a name in the tables, a name there."""

from collections.abc import Mapping

import pandas as pd

from tests.corpora.counted import Counted, Figure, PerHistory

OLDER = {
    "Edit file": "Edit file (old)",
    "Read file": "Read file (old)",
    "Searched codebase": "Searched codebase (old)",
    "Searched web": "Searched codebase (old)",
    "Listed directory": "Listed (old)",
    "Listed current directory": "Listed (old)",
    "Grep search": "Grep (old)",
}
"""Lines without a marker, by their words. The corpora count a search of the web under that of the code."""
NO_CALL = ("unknown", "MCP tool call", "Read lints", "Todo List", "Apply patch")
"""Failed calls without a name, and lines that the corpora do not know as calls."""


def calls(counted: Counted) -> pd.DataFrame:
    """The calls that the corpora count, `tool` by their name for it."""
    rows = counted.calls[~counted.calls["tool"].isin(NO_CALL)]
    return rows.assign(tool=rows["tool"].replace(OLDER))


def of_calls(counted: Counted) -> dict[str, PerHistory]:
    """All calls, those with and without a marker, and those of each tool."""
    rows = calls(counted)
    older = rows["tool"].isin(set(OLDER.values()))
    made = {
        "calls": rows,
        "calls with a marker": rows[~older],
        "calls by older markers": rows[older],
        **{f"calls of {tool}": of for tool, of in rows.groupby("tool")},
    }
    return {figure: counted.per_history(figure, kept) for figure, kept in made.items()}


def of_memory(counted: Counted, starts: Mapping[str, pd.Timestamp]) -> dict[str, Figure]:
    """Reads of memory: how many, by whom, of which files."""
    rows = counted.memory_reads
    return {
        "memory reads": counted.per_history("memory reads", rows),
        "conversations with a memory read": rows["history"].nunique(),
        "distinct files read": rows["path"].nunique(),
        "memory reads of files not in the snapshot": len(counted.missing(rows, starts)),
    }


def starts(counted: Counted) -> dict[str, pd.Timestamp]:
    """By history its conversation's start, where it has one."""
    rows = counted.main[counted.main["started_at"].notna()]
    return dict(zip(rows["source_file"], rows["started_at"], strict=True))
