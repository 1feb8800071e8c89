"""Distances from an update to a cross-conversation read, in conversations."""

from pipeline.figures.chart import Chart, Drawing
from pipeline.figures.distances import distances
from pipeline.measures import crossings
from pipeline.measures.evidence import Evidence


def draw(evidence: Evidence, title: str) -> Drawing:
    """How many conversations lie between the last update of a note and its read in another one?

    Table: one distance that occurs: `distance_conversations`, `reads` at it, `reads_at_most` up to it,
    `share_at_most` of all.
    """
    return distances(evidence, title, "conversations", crossings.distance_conversations(evidence))


CHART = Chart(
    "distance_conversations",
    "Distance of cross-conversation reads in conversations",
    draw,
    tuple(f"cross_distance_conversations.{name}" for name in ("n", "median", "p90", "max")),
)
