"""How agents came to the notes that they read."""

import pandas as pd

from pipeline import tables
from pipeline.figures.bars import parts
from pipeline.figures.chart import Chart, Drawing
from pipeline.figures.numbers import whole
from pipeline.figures.page import nothing, page
from pipeline.figures.wording import count, listed, percent
from pipeline.measures.evidence import Evidence

_SAYS = {
    "start_set": "in the start set",
    "link": "linked in a note read before",
    "search": "a search or listing hit",
    "named": "named by the person",
    "attached": "attached",
    "unknown": "unknown",
}


def draw(evidence: Evidence, title: str) -> Drawing:
    """How do agents come to the notes that they read?

    Table: `found_by` (as in memory_reads), `reads`.
    """
    rows = [(how, whole(evidence, f"found_by.{how}")) for how in tables.FOUND_BY]
    table, study = pd.DataFrame(rows, columns=["found_by", "reads"]), evidence.study
    n = whole(evidence, "memory_reads.count")
    if n == 0:
        return nothing(study, title, "No independent conversation of this study reads memory.", table)
    readers = count(whole(evidence, "memory_reads.conversations"), "independent conversation")
    made = page(study, title, f"{count(n, 'read')} of memory files by {readers}", height=2.6)
    parts(made.panels[0], [_SAYS[how] for how, _ in rows], [reads for _, reads in rows], "reads")
    how, most = max(rows[:-1], key=lambda row: row[1])
    sees = (
        f"The most usual known way to a note is “{_SAYS[how]}”: {percent(most / n)} of {count(n, 'read')}; "
    )
    sees += f"of {percent(rows[-1][1] / n)} the way is unknown."
    alt = f"Bar chart of reads by how the note was found: {listed([f'{_SAYS[w]} {k:,}' for w, k in rows])}."
    return Drawing(table, made.figure, sees, alt)


CHART = Chart(
    "found_by",
    "How the notes read were found",
    draw,
    (
        *(f"found_by.{how}" for how in tables.FOUND_BY),
        "memory_reads.count",
        "memory_reads.conversations",
    ),
)
