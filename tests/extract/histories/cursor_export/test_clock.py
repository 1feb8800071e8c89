"""When an export was made: told only where its date can be read one way."""

from datetime import UTC, datetime

import pytest

from pipeline.extract.histories.cursor_export.clock import Moment, moment


def at(*parts: int) -> Moment:
    return Moment(datetime(*parts, tzinfo=UTC))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("stamp", "right"),
    [
        ("7/28/2025 at 19:03:40 PDT", at(2025, 7, 29, 2, 3, 40)),
        ("28/9/2026 at 10:00:00 VET", at(2026, 9, 28, 14)),
        ("17.8.2026 at 14:40:56 MESZ", at(2026, 8, 17, 12, 40, 56)),
        ("28/7/2025 at 01:00:00 GMT+5:30", at(2025, 7, 27, 19, 30)),
        ("7/28/2025 at 01:00:00 GMT-3", at(2025, 7, 28, 4)),
        ("2026-03-02 at 09:00:00 UTC", at(2026, 3, 2, 9)),
        ("2026. 3. 2. at 09:00:00 GMT+9", at(2026, 3, 2)),
        ("2025. 10. 17. at 19시 7분 37초 GMT+9", at(2025, 10, 17, 10, 7, 37)),
        ("2026/4/20 at 18:02:04 [GMT+8]", at(2026, 4, 20, 10, 2, 4)),
    ],
)
def test_a_part_above_twelve_or_a_year_in_front_tells_the_order(stamp: str, right: Moment) -> None:
    assert moment(stamp) == right


@pytest.mark.parametrize("zone", ["GMT+5:30", "GMT-3", "UTC", "GMT", "IST"])
def test_a_date_that_reads_two_ways_is_no_time(zone: str) -> None:
    assert moment(f"7/8/2025 at 10:00:00 {zone}") == Moment(None, "ambiguous_date")


def test_the_same_day_either_way_round_is_a_time() -> None:
    assert moment("7/7/2025 at 10:00:00 GMT+2") == at(2025, 7, 7, 8)


@pytest.mark.parametrize(
    ("stamp", "right"),
    [
        ("7/8/2025 at 10:00:00 PDT", at(2025, 7, 8, 17)),
        ("7/8/2025 at 10:00:00 CEST", at(2025, 8, 7, 8)),
        ("1.7.2025 at 14:40:56 MESZ", at(2025, 7, 1, 12, 40, 56)),
        ("1.7.2025 at 14:40:56 GMT+3", at(2025, 7, 1, 11, 40, 56)),
        ("8-4-2026 at 18:37:20 GMT+2", at(2026, 4, 8, 16, 37, 20)),
        ("01/11/2025 at 18:23:21 GMT+8", at(2025, 11, 1, 10, 23, 21)),
        ("10/01/2026 at 7:20:57 UTC+2", at(2026, 1, 10, 5, 20, 57)),
        ("4/3/2026 at 23:43:22 BRT", at(2026, 3, 5, 2, 43, 22)),
    ],
)
def test_a_zone_dots_dashes_or_leading_zeros_tell_the_locale(stamp: str, right: Moment) -> None:
    assert moment(stamp) == right


@pytest.mark.parametrize("zone", ["IST", "XYZ", "GMT+99", "Central European Summer Time"])
def test_a_zone_that_says_no_one_offset_is_unknown(zone: str) -> None:
    assert moment(f"28/7/2025 at 10:00:00 {zone}") == Moment(None, "unknown_zone")


@pytest.mark.parametrize(
    "stamp",
    [
        "yesterday",
        "7/28/2025",
        "7/28/2025 at 25:00:00 PDT",
        "31.2.2025 at 10:00:00 MEZ",
        "28/9/2569 at 10:00:00 GMT+7",
        "7/28/25 at 10:00:00 PDT",
        "7/28.2025 at 10:00:00 PDT",
    ],
)
def test_another_form_or_calendar_is_not_guessed_at(stamp: str) -> None:
    assert moment(stamp) == Moment(None, "unknown_stamp")
