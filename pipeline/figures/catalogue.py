"""All charts, in the order in which they are shown."""

from pipeline.figures import first_requests, memory_growth, work_calendar, work_per_day
from pipeline.figures.chart import Chart

COMMON: tuple[Chart, ...] = (
    first_requests.CHART,
    work_per_day.CHART,
    work_calendar.CHART,
    memory_growth.CHART,
)
"""The charts that every study has."""
