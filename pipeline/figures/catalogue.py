"""All charts, in the order in which they are shown."""

from pipeline.figures import first_requests
from pipeline.figures.chart import Chart

COMMON: tuple[Chart, ...] = (first_requests.CHART,)
"""The charts that every study has."""
