"""Where a turn begins: a rule, a blank line and a marker, outside fences, and nothing less."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.extract.histories.cursor_export.turns import turns


def told(text: str) -> list[tuple[str, str]]:
    return list(turns(text.split("\n")))


def test_turns_are_the_persons_and_the_agents_in_order() -> None:
    text = "---\n\n**User**\n\nGo on.\n\n---\n\n**Cursor**\n\nOne.\n\nTwo.\n\n---\n\n**User**\n\nThanks.\n"

    assert told(text) == [("human", "Go on."), ("agent", "One.\n\nTwo."), ("human", "Thanks.")]


@pytest.mark.parametrize(
    "inside",
    [
        "---",
        "**User**",
        "---\n**User**",
        "---\n\n\n**Cursor**",
        "----\n\n**User**",
        "---\n\n**User** said",
        "---\n\nUser",
    ],
)
def test_a_part_of_the_sequence_is_text(inside: str) -> None:
    text = f"---\n\n**User**\n\nBefore.\n\n{inside}\n\nAfter.\n"

    assert told(text) == [("human", f"Before.\n\n{inside}\n\nAfter.")]


@pytest.mark.parametrize(
    ("opening", "closing"),
    [("```", "```"), ("````", "````"), ("~~~", "~~~"), ("```12:40:docs/a.md", "```"), ("  ```", "  ```")],
)
def test_the_whole_sequence_inside_a_fence_is_text(opening: str, closing: str) -> None:
    inside = f"{opening}\n---\n\n**User**\n\nquoted\n{closing}"
    text = f"---\n\n**Cursor**\n\n{inside}\n\n---\n\n**User**\n\nMine.\n"

    assert told(text) == [("agent", inside), ("human", "Mine.")]


def test_a_fence_in_a_longer_fence_does_not_end_it() -> None:
    inside = "````\n```\n---\n\n**User**\n\n```\n````"

    assert told(f"---\n\n**Cursor**\n\n{inside}\n") == [("agent", inside)]


def test_a_fence_left_open_does_not_swallow_the_turns_behind_it() -> None:
    text = "---\n\n**User**\n\n```\nno end\n\n---\n\n**Cursor**\n\nFine.\n\n---\n\n**User**\n\nMore.\n"

    assert told(text) == [("human", "```\nno end"), ("agent", "Fine."), ("human", "More.")]


def test_a_fence_left_open_is_not_closed_by_the_next_turns_fence() -> None:
    text = (
        "---\n\n**User**\n\n```\nno end\n\n---\n\n**Cursor**\n\n```py\nx\n```\n\n---\n\n**User**\n\nMore.\n"
    )

    assert told(text) == [("human", "```\nno end"), ("agent", "```py\nx\n```"), ("human", "More.")]


def test_the_first_marker_needs_no_rule() -> None:
    assert told("\n\n**User**\n\nGo on.\n\n---\n\n**Cursor**\n\nDone.\n") == [
        ("human", "Go on."),
        ("agent", "Done."),
    ]
    assert told("Words.\n\n**User**\n\nGo on.") == []


def test_indentation_inside_a_text_is_kept() -> None:
    assert told("---\n\n**User**\n\n    code\n  more  \n\n") == [("human", "    code\n  more  ")]


def test_a_marker_at_the_very_end_is_a_turn_without_text() -> None:
    assert told("---\n\n**User**") == [("human", "")]
    assert told("---\n") == []


LINES = st.sampled_from(["---", "", "**User**", "**Cursor**", "```", "```py", "````", "~~~", "words"])


@given(st.lists(LINES, max_size=40))
def test_no_word_is_lost_or_told_twice(lines: list[str]) -> None:
    numbered = [f"{line} {nth}" if line == "words" else line for nth, line in enumerate(lines)]
    text = ["---", "", "**User**", *numbered]

    kept = [line for _, said in turns(text) for line in said.split("\n") if line.startswith("words")]

    assert kept == [line for line in numbered if line.startswith("words")]
