"""Cross-conversation reads: how far back what was read had been written."""

import pandas as pd

from pipeline.measures.evidence import Evidence
from pipeline.measures.measure import Measure, answer
from pipeline.measures.reads import accessed
from pipeline.measures.series import Series

KEYS = ["conversation_id", "seq", "nth", "ordinal", "path", "last_update_at", "last_update_by"]


def cross_reads(evidence: Evidence) -> Series:
    """Reads by an independent conversation of a file last updated, before the read, outside it."""
    return accessed(evidence.cross_reads())


def crossing_conversations(evidence: Evidence, kind: str | None = None) -> Series:
    """Independent conversations with a cross-conversation read: all, work ones, or the others."""
    own = evidence.independent()
    kept = own["conversation_id"].isin(evidence.cross_reads()["conversation_id"])
    if kind is not None:
        kept &= (own["kind"] == "work") == (kind == "work")
    rows = own.loc[kept, ["conversation_id", "ordinal", "kind"]]
    return Series(rows.assign(number=1.0).reset_index(drop=True), "conversations")


def distance_conversations(evidence: Evidence) -> Series:
    """Conversations from the last update to the read, over cross-conversation reads with such a distance."""
    cross = evidence.cross_reads()
    unknown = cross.loc[cross["distance_conversations"].isna(), "undetermined_because"]
    return _distances(cross, "distance_conversations", "conversations", unknown)


def distance_days(evidence: Evidence) -> Series:
    """Full days from the last update to the read, over cross-conversation reads whose update is known."""
    cross = evidence.cross_reads()
    if evidence.study.readings.days_population == "with a conversation distance":
        cross = cross.loc[cross["distance_conversations"].notna()]
    unknown = cross.loc[cross["distance_days"].isna(), "undetermined_because"]
    return _distances(cross, "distance_days", "days", unknown)


def recent_more_often(evidence: Evidence) -> Measure:
    """1 if more reads lie at or below half the largest distance in conversations than above it, else 0."""
    series = distance_conversations(evidence)
    numbers = series.numbers
    recent = (numbers <= numbers.max(initial=0.0) / 2).sum() > len(numbers) / 2
    name = "cross_distance_conversations.recent_more_often"
    return answer(name, bool(recent), series.rows, series.undetermined)


def undetermined(evidence: Evidence, reason: str) -> Series:
    """Reads of memory by independent conversations without a distance in conversations, for one reason:
    cross-conversation reads, and for no_update those of a file that nobody else had updated before."""
    reads = evidence.reads() if reason == "no_update" else evidence.cross_reads()
    return accessed(reads.loc[reads["undetermined_because"] == reason])


def of_section(evidence: Evidence, section: str) -> Series:
    """Cross-conversation reads of files of one section."""
    cross = evidence.cross_reads()
    return accessed(cross.loc[cross["section"] == section])


def records_of_section(evidence: Evidence, section: str) -> Series:
    """Records held by the cross-conversation reads of one section, repeats counted."""
    cross = evidence.cross_reads()
    rows = cross.loc[cross["section"] == section]
    numbers = rows["records_read"].astype(float).fillna(0.0)
    unknown = int(rows["records_read"].isna().sum())
    shown = rows[["conversation_id", "seq", "nth", "ordinal", "path"]].assign(number=numbers)
    return Series(shown.reset_index(drop=True), "records", {"text_unknown": unknown} if unknown else {})


def _distances(cross: pd.DataFrame, column: str, unit: str, unknown: "pd.Series[str]") -> Series:
    rows = cross.loc[cross[column].notna()]
    counts = {str(reason): int(count) for reason, count in unknown.value_counts().items()}
    shown = rows[KEYS].assign(number=rows[column].astype(float)).reset_index(drop=True)
    return Series(shown, unit, counts)
