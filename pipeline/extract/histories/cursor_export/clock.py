"""When an export was made, from a date in the order of the machine's locale, which it does not say."""

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone

_STAMP = re.compile(
    r"(\d{1,4})(?P<between>[./-])\s?(\d{1,2})(?P=between)\s?(\d{1,4})\.?,?\s+at\s+"
    r"(\d{1,2})(?:[:.]|[시時时]\s?)(\d{1,2})(?:[:.]|[분分]\s?)(\d{1,2})[초秒]?\s+\[?([^\]]+)\]?"
)
_OFFSET = re.compile(r"(?:UTC|GMT)(?:([+\-−])(\d{1,2})(?::?(\d{2}))?)?")
# Names that go with the locale of the United States, and names of places that write the day first.
_MONTH_FIRST = {
    "PST": -8, "PDT": -7, "MST": -7, "MDT": -6, "CST": -6, "CDT": -5, "EST": -5, "EDT": -4,
    "AKST": -9, "AKDT": -8, "HST": -10,
}  # fmt: skip
_DAY_FIRST = {
    "MEZ": 1, "MESZ": 2, "OEZ": 2, "OESZ": 3, "CET": 1, "CEST": 2, "EET": 2, "EEST": 3, "WET": 0, "WEST": 1,
    "BST": 1, "MSK": 3, "VET": -4, "BRT": -3, "SAST": 2, "AWST": 8, "AEST": 10, "AEDT": 11, "NZST": 12,
    "NZDT": 13,
}  # fmt: skip
_YEARS = range(2020, 2100)
"""Another calendar's year lies outside."""


@dataclass(frozen=True, slots=True)
class Moment:
    """An instant, or in one word why there is none."""

    at: datetime | None
    unknown_because: str | None = None


def moment(stamp: str) -> Moment:
    """The instant of `7/28/2025 at 19:03:40 PDT`.

    `unknown_stamp`: another form or calendar; `ambiguous_date`: day and month may be either way round;
    `unknown_zone`: the zone's name says no offset, or several.
    """
    told = _STAMP.fullmatch(stamp.strip())
    if told is None:
        return Moment(None, "unknown_stamp")
    zone = told[8].strip()
    found = [
        local
        for day in _days(int(told[1]), int(told[3]), int(told[4]))
        if (local := _local(*day, int(told[5]), int(told[6]), int(told[7])))
    ]
    if not found:
        return Moment(None, "unknown_stamp")
    if len(set(found)) > 1:
        by_zone = [found[1]] if zone in _DAY_FIRST else [found[0]] if zone in _MONTH_FIRST else []
        found = [found[1]] if _writes_the_day_first(told) else by_zone
    if not found:
        return Moment(None, "ambiguous_date")
    offset = _offset(zone)
    if offset is None:
        return Moment(None, "unknown_zone")
    return Moment(found[0].replace(tzinfo=timezone(offset)).astimezone(UTC))


def _writes_the_day_first(told: re.Match[str]) -> bool:
    """Whether no locale that puts the month first writes so: with dots, dashes or leading zeros."""
    return told["between"] != "/" or told[1].startswith("0") or told[3].startswith("0")


def _days(first: int, second: int, third: int) -> list[tuple[int, int, int]]:
    """Year, month and day in each order that a date may be written in: month first, then day first."""
    if first in _YEARS:
        return [(first, second, third)]
    return [(third, first, second), (third, second, first)]


def _local(year: int, *rest: int) -> datetime | None:
    try:
        return datetime(year, *rest) if year in _YEARS else None  # type: ignore[arg-type]
    except ValueError:
        return None


def _offset(zone: str) -> timedelta | None:
    hours = {**_MONTH_FIRST, **_DAY_FIRST}.get(zone)
    if hours is not None:
        return timedelta(hours=hours)
    told = _OFFSET.fullmatch(zone)
    if told is None:
        return None
    away = timedelta(hours=int(told[2] or 0), minutes=int(told[3] or 0))
    if away >= timedelta(days=1):
        return None
    return -away if told[1] in {"-", "−"} else away
