"""Distances from an update to a cross-conversation read, in days."""

from pipeline.figures.chart import Chart, Drawing
from pipeline.figures.distances import distances
from pipeline.measures import crossings
from pipeline.measures.evidence import Evidence


def draw(evidence: Evidence, title: str) -> Drawing:
    """How many full days lie between the last update of a note and its read in another conversation?

    Table: one distance that occurs: `distance_days`, `reads` at it, `reads_at_most` up to it,
    `share_at_most` of all.
    """
    return distances(evidence, title, "days", crossings.distance_days(evidence))


CHART = Chart(
    "distance_days",
    "Distance of cross-conversation reads in days",
    draw,
    tuple(f"cross_distance_days.{name}" for name in ("n", "median", "p90", "max")),
)
