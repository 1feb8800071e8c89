"""Accesses to memory paths by calls that may have succeeded, with the time and status of their call."""

from collections.abc import Callable, Mapping

import pandas as pd

Tables = Mapping[str, pd.DataFrame]
"""Tables of the study by name."""

Sections = Callable[[str], str | None]
"""The section that a path of the repository belongs to; None where it is no memory."""

SUCCEEDED = ("ok", "unknown")
"""Statuses of calls that count: known to have succeeded, or not known to have failed."""


def memory_accesses(made: Tables, section_of: Sections, actions: tuple[str, ...]) -> pd.DataFrame:
    """The accesses of `actions` to memory by calls that count, with `at`, `time_basis`, `status`, `section`.

    Made of the tables accesses, tool_calls and conversations. An access whose path is a pattern stays, with
    the section empty, for the versions alive to decide. A call without a time has its conversation's start,
    basis `session`. Copies' calls count nowhere.
    """
    accesses, tool_calls = made["accesses"], made["tool_calls"]
    chosen = accesses[accesses["action"].isin(actions) & accesses["path"].notna()]
    sections = _sections(chosen["path"], section_of)
    pattern = is_pattern(chosen)
    chosen = chosen.assign(section=sections.mask(pattern))[sections.notna() | pattern]
    dated = _dated(tool_calls[tool_calls["status"].isin(SUCCEEDED)], made["conversations"])
    return chosen.merge(dated, on=["conversation_id", "seq"], how="inner")


def is_pattern(accesses: pd.DataFrame) -> "pd.Series[bool]":
    """Whether the access names its files by a pattern (`docs/memory/*.md`) or by a folder."""
    return accesses["flags"].str.contains(r"\bglob\b", regex=True).astype(bool)


def _sections(paths: "pd.Series[str]", section_of: Sections) -> "pd.Series[str]":
    known = {path: section_of(path) for path in paths.unique()}
    return paths.map(known).astype("str")


def _dated(calls: pd.DataFrame, conversations: pd.DataFrame) -> pd.DataFrame:
    counting = conversations[conversations["excluded_because"].ne("copy").fillna(True)]
    starts = counting[["conversation_id", "started_at"]]
    dated = calls[["conversation_id", "seq", "at", "time_basis", "status"]].merge(
        starts, on="conversation_id"
    )
    borrowed = dated["at"].isna() & dated["started_at"].notna()
    dated["at"] = dated["at"].fillna(dated["started_at"])
    dated["time_basis"] = dated["time_basis"].mask(borrowed, "session")
    return dated.drop(columns="started_at")
