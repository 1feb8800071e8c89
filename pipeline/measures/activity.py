"""Conversations by day."""

from pipeline.measures.evidence import Evidence
from pipeline.measures.series import Series


def new_work(evidence: Evidence) -> Series:
    """New work conversations by local date, over active days: dates with one or more."""
    table = evidence.tables["activity"].sort_values("date")
    active = table.loc[table["new_work"] > 0]
    return Series(
        active[["date"]].assign(number=active["new_work"].astype(float)).reset_index(drop=True),
        "conversations per day",
    )


def any_kind(evidence: Evidence) -> Series:
    """Conversations active on a date, new and returned to, over dates with any."""
    table = evidence.tables["activity"].sort_values("date")
    total = (table["new_work"] + table["new_other"] + table["returned"]).astype(float)
    return Series(table[["date"]].assign(number=total).reset_index(drop=True), "conversations per day")
