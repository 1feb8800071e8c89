"""The marks that open a turn."""

from datetime import UTC, datetime

import pytest

from pipeline.extract.histories.specstory.marks import Mark, mark

AT = datetime(2026, 1, 16, 16, 48, 45, tzinfo=UTC)


@pytest.mark.parametrize(
    ("line", "right"),
    [
        ("_**User**_", Mark(person=True, sidechain=False, at=None, model=None)),
        ("_**User (2026-01-16 16:48:45Z)**_", Mark(person=True, sidechain=False, at=AT, model=None)),
        ("_**User (2026-01-16T16:48:45.000Z)**_", Mark(person=True, sidechain=False, at=AT, model=None)),
        ("_**Assistant**_", Mark(person=False, sidechain=False, at=None, model=None)),
        ("_**Assistant (default)**_", Mark(person=False, sidechain=False, at=None, model=None)),
        ("_**Agent (2026-01-16 16:48:45Z)**_", Mark(person=False, sidechain=False, at=AT, model=None)),
        ("_**Agent (claude-4-sonnet)**_", Mark(False, False, None, "claude-4-sonnet")),
        ("_**Agent (model gpt-5, mode Agent)**_", Mark(False, False, None, "gpt-5")),
        ("_**Agent (mode Ask)**_", Mark(False, False, None, None)),
        ("_**Agent (<synthetic> 2026-01-16 16:48:45Z)**_", Mark(False, False, AT, None)),
        ("_**Agent - sidechain (haiku 2026-01-16 16:48:45Z)**_", Mark(False, True, AT, "haiku")),
        ("_**Agent (gpt-5 2026-01-16 16:48:45)**_", Mark(False, False, None, "gpt-5")),
        ("_**Note**_", None),
        ("+ _**User**_", None),
        ("_**User**_ said so", None),
    ],
)
def test_a_mark_says_whose_turn_it_is(line: str, right: Mark | None) -> None:
    assert mark(line) == right
