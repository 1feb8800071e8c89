"""What a person's turn says: words, minute, files."""

from datetime import UTC, datetime

import pytest

from pipeline.extract.histories.cursor_transcript.person import instant, said


@pytest.mark.parametrize(
    ("stamp", "right"),
    [
        ("Monday, Aug 3, 2026, 9:05 AM (UTC+2)", datetime(2026, 8, 3, 7, 5, tzinfo=UTC)),
        ("Monday, Aug 3, 2026, 12:05 AM (UTC+2)", datetime(2026, 8, 2, 22, 5, tzinfo=UTC)),
        ("Monday, Aug 3, 2026, 12:05 PM (UTC)", datetime(2026, 8, 3, 12, 5, tzinfo=UTC)),
        ("Tuesday, September 1, 2026, 11:30 PM (UTC-3)", datetime(2026, 9, 2, 2, 30, tzinfo=UTC)),
        ("Thursday, Jan 1, 2026, 5:00 AM (UTC+5:30)", datetime(2025, 12, 31, 23, 30, tzinfo=UTC)),
        ("Thursday, Jan 1, 2026, 17:00 (GMT+3)", datetime(2026, 1, 1, 14, 0, tzinfo=UTC)),
        ("Thursday, Jan 1, 2026, 5:00 AM", None),
        ("Thursday, Jan 1, 2026, 5:00 AM (PDT)", None),
        ("Thursday, Feb 30, 2026, 5:00 AM (UTC)", None),
        ("yesterday", None),
    ],
)
def test_a_stamp_is_an_instant_only_with_its_offset(stamp: str, right: datetime | None) -> None:
    assert instant(stamp) == right


def test_only_what_stands_in_the_query_is_the_persons() -> None:
    turn = said(
        [
            '<attached_files>\n<code_selection path="docs/a.md" lines="1-2">x</code_selection>\n'
            "<code_selection path='docs/b.md'>y</code_selection>\n</attached_files>\n"
            "<user_query>\nFix <timestamp>it</timestamp> now.\n</user_query>"
        ]
    )

    assert turn.text == "Fix <timestamp>it</timestamp> now."
    assert turn.at is None
    assert turn.attached == ("docs/a.md", "docs/b.md")


def test_a_turn_that_begins_with_a_tag_and_holds_no_query_is_the_programs() -> None:
    assert said(["<open_and_recently_viewed_files>\nnone\n</open_and_recently_viewed_files>"]).text == ""


def test_a_turn_without_tags_is_the_persons() -> None:
    assert said(["Go on, a < b."]).text == "Go on, a < b."


def test_a_query_that_was_cut_is_kept() -> None:
    assert said(["<user_query>\nFix the"]).text == "Fix the"
