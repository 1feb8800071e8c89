"""Reads of errors and of decisions, and the records that those reads held."""

import pandas as pd

from pipeline.figures.bars import pairs
from pipeline.figures.chart import Chart, Drawing
from pipeline.figures.lettering import shortened
from pipeline.figures.numbers import taken, whole
from pipeline.figures.page import nothing, page
from pipeline.figures.style import FIRST, SECOND
from pipeline.figures.wording import count, listed
from pipeline.measures.evidence import Evidence

SECTIONS = ("errors", "decisions")


def draw(evidence: Evidence, title: str) -> Drawing:
    """How often do conversations read errors and decisions that others noted?

    Table: `section`, `reads` (cross-conversation reads of its files), `records` (entries that those reads
    held, repeats counted), `reads_of_unknown_text` (reads whose entries are not known).
    """
    study = evidence.study
    table = pd.DataFrame(
        [_row(evidence, section) for section in SECTIONS],
        columns=["section", "reads", "records", "reads_of_unknown_text"],
    )
    others = sorted(set(evidence.tables["memory_versions"]["section"]))
    if not set(others) & set(SECTIONS):
        named = listed([shortened(section) for section in others])
        why = "This study has no section named errors or decisions"
        why += f"; its sections are: {named}." if named else ", since it has no memory."
        return nothing(study, title, why, table)
    made = page(study, title, _population(evidence, table), height=2.3)
    series = [
        ("reads", list(table["reads"]), FIRST),
        ("records in them, repeats counted", list(table["records"]), SECOND),
    ]
    pairs(made.panels[0], list(table["section"]), series, "number")
    held = zip(table["section"], table["reads"], table["records"], strict=True)
    said = [
        f"{count(reads, 'read')} of {name} held {count(records, 'record')}" for name, reads, records in held
    ]
    return Drawing(table, made.figure, f"{listed(said)}.", f"Bars by section. {listed(said)}.")


CHART = Chart(
    "kinds_read",
    "Reads of errors and decisions",
    draw,
    (
        *(f"kind_{what}.{section}" for what in ("reads", "records") for section in SECTIONS),
        "cross_reads.count",
    ),
)


def _row(evidence: Evidence, section: str) -> tuple[str, int, int, int]:
    records = taken(evidence, f"kind_records.{section}")
    unknown = records.undetermined.get("text_unknown", 0)
    return section, whole(evidence, f"kind_reads.{section}"), int(records.value or 0), unknown


def _population(evidence: Evidence, table: pd.DataFrame) -> str:
    every = whole(evidence, "cross_reads.count")
    words = f"{int(table['reads'].sum()):,} of {count(every, 'cross-conversation read')}"
    unknown = int(table["reads_of_unknown_text"].sum())
    return f"{words}; the records of {unknown:,} are unknown" if unknown else words
