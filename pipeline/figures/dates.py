"""An axis of dates: the study's zone, written as numbers."""

from zoneinfo import ZoneInfo

from matplotlib.axis import Axis
from matplotlib.dates import AutoDateLocator, ConciseDateFormatter


def dated(axis: Axis, zone: ZoneInfo) -> None:
    """Mark instants as dates of the zone, in the order year, month, day."""
    locator = AutoDateLocator(tz=zone, minticks=3, maxticks=8)
    formatter = ConciseDateFormatter(
        locator,
        tz=zone,
        formats=["%Y", "%Y-%m", "%m-%d", "%H:%M", "%H:%M", "%H:%M:%S"],
        zero_formats=["", "%Y-%m", "%m-%d", "%m-%d", "%H:%M", "%H:%M"],
        offset_formats=["", "", "%Y", "%Y-%m-%d", "%Y-%m-%d", "%Y-%m-%d"],
    )
    axis.set_major_locator(locator)
    axis.set_major_formatter(formatter)
    axis.set_label_text(f"date ({zone.key})")
