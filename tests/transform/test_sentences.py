"""Sentences and mentions."""

import pytest

from pipeline.transform.sentences import sentences, tells


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("One. Two!", 2),
        ("One", 1),
        ("", 0),
        ("See docs/a.md and v1.2.3 first. Then go.", 2),
        ("Use a kit, e.g. the blue one. Done?", 2),
        ("First line\nsecond line\n\n- third", 3),
        ("Run this:\n```\na. b. c.\n```\nNow.", 2),
        ("Сделай это. Потом то… И ещё", 3),
        ('He said "stop." Then left.', 2),
        ("...", 0),
    ],
)
def test_sentences_end_at_marks_and_lines_but_not_inside_names(text: str, count: int) -> None:
    assert len(sentences(text)) == count


@pytest.mark.parametrize(
    ("text", "phrase", "found"),
    [
        ("Use the  Shared\nlogin here", "shared login", True),
        ("unshared login", "shared login", False),
        ("shared logins", "shared login", True),
        ("Общий вход", "общий вход", True),
        ("anything", "", False),
    ],
)
def test_a_phrase_is_told_at_the_start_of_a_word_whatever_its_case(
    text: str, phrase: str, found: bool
) -> None:
    assert tells(text, phrase) is found
