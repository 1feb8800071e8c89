"""How much source code the memory stands beside."""

from pipeline.measures.evidence import Evidence
from pipeline.measures.measure import Measure


def source_lines(evidence: Evidence) -> Measure:
    """Lines of source code at the last commit; no memory, vendored, generated, lock or binary files."""
    table = evidence.tables["repository"]
    axis = "ancestry" if evidence.study.readings.time_axis == "ancestry" else "first-parent"
    rows = table.loc[
        (table["axis"] == axis) & table["source_lines"].notna(), ["axis", "commit", "source_lines"]
    ]
    value = int(rows["source_lines"].sum()) if len(rows) else None
    shown = rows[["axis", "commit"]].assign(number=rows["source_lines"])
    return Measure("source_lines.final", value, "lines", len(rows), shown, {})
