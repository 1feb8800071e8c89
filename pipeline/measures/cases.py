"""The cases of the study file: how far back one read reached."""

from dataclasses import dataclass

import pandas as pd

from pipeline.measures.evidence import Evidence
from pipeline.measures.measure import Measure, Value


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure of a case: its column in `cases`, its unit and its sentence."""

    column: str
    unit: str
    sentence: str


FIGURES = {
    "conversations_between": Figure(
        "conversations_between", "conversations", "Conversations strictly between the update and the reader."
    ),
    "days_between": Figure("days_between", "days", "Full days between the update and the read."),
    "calls_after_read": Figure(
        "calls_after_read", "calls", "Calls of the reader after the first read of it."
    ),
    "request_sentences": Figure("request_sentences", "sentences", "Sentences of the reader's first request."),
    "mentioned_before": Figure(
        "mentioned_before",
        "yes or no",
        "1 if a person's message before the read told what the note says, else 0.",
    ),
    "read_before_then": Figure(
        "read_before_then",
        "yes or no",
        "1 if the reader read the note before it first opened the case's `then` file, else 0.",
    ),
    "introduced_on": Figure("from_at", "date", "The day, in the study's zone, from which the case counts."),
    "read_on": Figure("read_at", "date", "The day, in the study's zone, of the read."),
}


def of_case(evidence: Evidence, case: str, figure: str) -> Measure:
    """One figure of one case of the study file."""
    table = evidence.tables["cases"]
    rows = table.loc[table["case"] == case].reset_index(drop=True)
    column = FIGURES[figure].column
    value = _value(rows[column].iloc[0], evidence) if len(rows) else None
    shown = rows[["case", "conversation_id", "seq"]].assign(number=rows[column])
    reasons = rows["undetermined_because"].dropna() if value is None else ()
    undetermined = {str(reason): 1 for reason in reasons}
    return Measure(f"case.{case}.{figure}", value, FIGURES[figure].unit, len(rows), shown, undetermined)


def _value(found: object, evidence: Evidence) -> Value:
    if isinstance(found, pd.Timestamp):
        return found.tz_convert(evidence.study.zone_of_days).date().isoformat()
    return None if pd.isna(found) else int(found)  # type: ignore[call-overload]
