"""All charts, in the order in which they are shown."""

from pipeline.figures import (
    case_in_time,
    distance_conversations,
    distance_days,
    first_requests,
    found_by,
    kinds_read,
    main_over_time,
    main_scatter,
    memory_growth,
    share_read,
    work_calendar,
    work_per_day,
)
from pipeline.figures.chart import Chart
from pipeline.study import Study

COMMON: tuple[Chart, ...] = (
    first_requests.CHART,
    work_per_day.CHART,
    work_calendar.CHART,
    memory_growth.CHART,
    share_read.CHART,
    main_over_time.CHART,
    main_scatter.CHART,
    distance_conversations.CHART,
    distance_days.CHART,
    kinds_read.CHART,
    found_by.CHART,
)
"""The charts that every study has."""


def charts(study: Study) -> tuple[Chart, ...]:
    """The charts of a study: those that every study has, and one for each of its cases."""
    return (*COMMON, *(case_in_time.of(case) for case in study.cases))
