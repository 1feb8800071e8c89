"""Conversations by day."""

from pipeline.measures.corpus import days
from pipeline.measures.evidence import Evidence
from pipeline.measures.measure import Measure, answer
from pipeline.measures.series import Series


def new_work(evidence: Evidence) -> Series:
    """New work conversations by local date, over active days: dates with one or more."""
    table = evidence.tables["activity"].sort_values("date")
    active = table.loc[table["new_work"] > 0]
    return Series(
        active[["date"]].assign(number=active["new_work"].astype(float)).reset_index(drop=True),
        "conversations per day",
    )


def counts_new_alone(evidence: Evidence) -> Measure:
    """1 if the work conversations of every active day are those whose first message fell on it, so that going
    on with an old one counts nowhere, else 0."""
    own = evidence.independent()
    begun = days(evidence)[own["kind"] == "work"].astype(str).value_counts()
    rows = new_work(evidence).rows
    counted = rows.set_index("date")["number"]
    same = set(begun.index) == set(counted.index) and bool((counted == begun.reindex(counted.index)).all())
    return answer("activity.counts_new_alone", same, rows)


def any_kind(evidence: Evidence) -> Series:
    """Conversations active on a date, new and returned to, over dates with any."""
    table = evidence.tables["activity"].sort_values("date")
    total = (table["new_work"] + table["new_other"] + table["returned"]).astype(float)
    return Series(table[["date"]].assign(number=total).reset_index(drop=True), "conversations per day")
