"""Times in heads, marks and file names."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.extract.histories.specstory.stamps import of_name, stamp, trailing

WEST = timezone(timedelta(hours=-7))


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("2025-07-22 10:00Z", datetime(2025, 7, 22, 10, tzinfo=UTC)),
        ("2026-01-16 16:48:38Z", datetime(2026, 1, 16, 16, 48, 38, tzinfo=UTC)),
        ("2026-01-19T19:05:27.193Z", datetime(2026, 1, 19, 19, 5, 27, 193000, tzinfo=UTC)),
        ("2026-03-02 09:00:00-0700", datetime(2026, 3, 2, 9, tzinfo=WEST)),
        ("2026-03-02 09:00:00 -07:00", datetime(2026, 3, 2, 9, tzinfo=WEST)),
        ("2025-04-05 09:08:24", datetime(2025, 4, 5, 9, 8, 24)),
        ("2025-13-05 09:08Z", None),
        ("2025-02-30 09:08Z", None),
        ("yesterday", None),
        ("", None),
    ],
)
def test_a_stamp_is_an_instant_where_it_names_its_zone(text: str, right: datetime | None) -> None:
    assert stamp(text) == right


@pytest.mark.parametrize(
    ("name", "right"),
    [
        ("2025-04-26_20-30-lamp.md", datetime(2025, 4, 26, 20, 30)),
        ("2025-04-26_20-30-10-lamps.md", datetime(2025, 4, 26, 20, 30)),
        ("2025-07-22_10-00Z-read.md", datetime(2025, 7, 22, 10, tzinfo=UTC)),
        ("2026-02-20_22-41-47Z-02-20-26-17.md", datetime(2026, 2, 20, 22, 41, 47, tzinfo=UTC)),
        ("2026-02-20_22-41-47Z.md", datetime(2026, 2, 20, 22, 41, 47, tzinfo=UTC)),
        ("2026-03-02_09-00-00-0700-local.md", datetime(2026, 3, 2, 9, tzinfo=WEST)),
        ("2026-03-02_09-00-00+0000-2026-plan.md", datetime(2026, 3, 2, 9, tzinfo=UTC)),
        ("2025-04-26_20-30-2025-plan.md", datetime(2025, 4, 26, 20, 30)),
        ("2025-05-21_improve.md", None),
        ("notes.md", None),
    ],
)
def test_a_file_name_begins_with_its_time(name: str, right: datetime | None) -> None:
    found = of_name(name)

    assert found == right
    assert (found and found.tzinfo) == (right and right.tzinfo)


def test_a_time_at_the_end_is_taken_off() -> None:
    assert trailing("claude-opus-4-5 2026-01-16 16:48:45Z") == (
        "claude-opus-4-5",
        datetime(2026, 1, 16, 16, 48, 45, tzinfo=UTC),
    )
    assert trailing("model claude-4-sonnet, mode Agent") == ("model claude-4-sonnet, mode Agent", None)


@given(st.datetimes(min_value=datetime(2000, 1, 1), max_value=datetime(2100, 1, 1)))
def test_what_is_written_as_utc_is_read_as_utc(at: datetime) -> None:
    whole = at.replace(microsecond=0, tzinfo=UTC)

    assert stamp(f"{whole:%Y-%m-%d %H:%M:%S}Z") == whole
    assert of_name(f"{whole:%Y-%m-%d_%H-%M-%S}Z-slug.md") == whole
