"""The study's window and the conversations in it."""

from datetime import date
from typing import Any

import pandas as pd

from pipeline.measures.evidence import Evidence
from pipeline.measures.measure import Measure
from pipeline.measures.series import Series

KEYS = ["conversation_id", "ordinal", "kind"]
NOT_DETAILED = ("none", "link", "brief")
"""Ways to begin a work conversation without a detailed reminder."""


def days(evidence: Evidence) -> "pd.Series[Any]":
    """The local date of each independent conversation's start, in the study's zone."""
    started = evidence.independent()["started_at"]
    dates: pd.Series[Any] = started.dt.tz_convert(evidence.study.zone_of_days).dt.date
    return dates


def window(evidence: Evidence) -> tuple[date, date] | None:
    """First and last day: the study's window, an open side closed by the first or last start. None: no
    starts."""
    starts = days(evidence)
    declared = evidence.study.window
    if len(starts) == 0 and not (declared.since and declared.until):
        return None
    return declared.since or min(starts), declared.until or max(starts)


def first_day(evidence: Evidence) -> Measure:
    """The first day of the study, in its zone."""
    found = window(evidence)
    return _dated("study_window.first_day", found[0].isoformat() if found else None, evidence)


def last_day(evidence: Evidence) -> Measure:
    """The last day of the study, in its zone."""
    found = window(evidence)
    return _dated("study_window.last_day", found[1].isoformat() if found else None, evidence)


def calendar_days(evidence: Evidence) -> Measure:
    """Calendar days of the study, both ends counted."""
    found = window(evidence)
    rows = evidence.independent()[["conversation_id", "ordinal", "started_at"]]
    value = (found[1] - found[0]).days + 1 if found else None
    return Measure("study_window.calendar_days", value, "days", len(rows), rows, {})


def _dated(name: str, value: str | None, evidence: Evidence) -> Measure:
    rows = evidence.independent()[["conversation_id", "ordinal", "started_at"]]
    return Measure(name, value, "date", len(rows), rows, {})


def found(evidence: Evidence) -> Series:
    """Conversations found in the stores, each thread once for every store that holds it."""
    return _threads(evidence.tables["conversations"])


def independent(evidence: Evidence) -> Series:
    """Independent conversations: opened by a person, in this project, inside the window."""
    return counted(evidence.independent())


def excluded(evidence: Evidence, reason: str | None = None) -> Series:
    """Conversations that are not independent, all or for one reason."""
    table = evidence.tables["conversations"]
    because = table["excluded_because"]
    return _threads(table.loc[because.notna() if reason is None else because == reason])


def first_message_human(evidence: Evidence) -> Series:
    """Independent conversations whose first message is a person's."""
    messages = evidence.tables["messages"]
    spoken = messages.loc[messages["role"] != "system"].sort_values(["conversation_id", "seq"])
    first = spoken.drop_duplicates("conversation_id")
    ids = first.loc[first["role"] == "human", "conversation_id"]
    own = evidence.independent()
    return counted(own.loc[own["conversation_id"].isin(ids)])


def of_kind(evidence: Evidence, kind: str) -> Series:
    """Independent conversations whose first request is of this kind."""
    own = evidence.independent()
    return counted(own.loc[own["kind"] == kind])


def of_other_kinds(evidence: Evidence) -> Series:
    """Independent conversations whose first request is informational or administrative."""
    own = evidence.independent()
    return counted(own.loc[own["kind"].isin(["informational", "administrative"])])


def work_with_recap(evidence: Evidence, recaps: tuple[str, ...]) -> Series:
    """Work conversations, 1 where the first request retells the past in one of these ways, else 0."""
    own = evidence.independent()
    work = own.loc[own["kind"] == "work"]
    rows = work[[*KEYS, "recap"]].assign(number=work["recap"].isin(recaps).astype(float))
    unlabelled = int(work["recap"].isna().sum())
    return Series(
        rows.reset_index(drop=True), "conversations", {"no_label": unlabelled} if unlabelled else {}
    )


def counted(conversations: pd.DataFrame) -> Series:
    """A series that gives each of these conversations the number 1."""
    return Series(conversations[KEYS].assign(number=1.0).reset_index(drop=True), "conversations")


def _threads(table: pd.DataFrame) -> Series:
    rows = table[["conversation_id", "ordinal", "excluded_because"]].assign(number=1.0)
    return Series(rows.reset_index(drop=True), "conversations")
