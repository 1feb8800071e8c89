"""What a read returned."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.extract.histories.claude_code.results import numbered_text, read_result
from pipeline.extract.histories.records import Access

REMINDER = "\n\n<system-reminder>\nBe careful.\n</system-reminder>\n"


def read(result: Any, text: str, *, other: bool = False, start: int | None = None) -> Access:
    access = Access("read", "a.md", start)
    read_result(access, result, text, other)
    return access


def structured(content: str, start: int = 1) -> dict[str, Any]:
    return {"type": "text", "file": {"content": content, "startLine": start, "numLines": 99}}


@given(
    st.lists(st.text(st.characters(exclude_characters="\n", exclude_categories=["Cs"]))),
    st.integers(1, 12000),
    st.sampled_from(["{:>6}→", "{:>6}\t", "{}\t"]),
)
def test_line_numbers_come_off_and_nothing_else(lines: list[str], start: int, gutter: str) -> None:
    shown = "\n".join(gutter.format(number) + line for number, line in enumerate(lines, start))
    text = "\n".join(lines)
    ends = text.count("\n") + (not text.endswith("\n") and text != "")

    assert numbered_text(shown) == ((start, ends, len(text)) if lines else None)


def test_a_reminder_behind_the_text_is_left_out() -> None:
    assert numbered_text("     1→one\n     2→two" + REMINDER) == (1, 2, len("one\ntwo"))


def test_a_line_without_a_number_between_two_belongs_to_the_text() -> None:
    shown = "     7\tone\nrest of one\n     8\ttwo\nnotice"
    assert numbered_text(shown) == (7, 2, len("one\nrest of one\ntwo"))


def test_text_that_begins_like_a_number_but_skips_is_no_new_line() -> None:
    assert numbered_text("     1→one\n     9→nine") == (1, 1, len("one"))


def test_the_clean_text_of_the_structured_result_speaks() -> None:
    access = read(structured("one\ntwo\n", 3), "     3→one\n     4→two\n     5→")

    assert (access.line_from, access.line_to, access.chars, access.chars_basis) == (3, 4, 8, "log")


@pytest.mark.parametrize(
    ("content", "lines", "whole", "last"),
    [
        ("three\nfour\n", 3, 9, 5),  # line 5 is blank, and the file goes on
        ("three\nfour\n", 3, 5, 4),  # what is counted behind the file's last line end is no line
        ("three\nfour", 2, 9, 4),
        ("\n", 2, 9, 4),  # two blank lines
    ],
)
def test_a_blank_last_line_is_a_line_unless_the_file_ends(
    content: str, lines: int, whole: int, last: int
) -> None:
    file = {"content": content, "startLine": 3, "numLines": lines, "totalLines": whole}

    access = read({"type": "text", "file": file}, "")

    assert (access.line_from, access.line_to, access.chars) == (3, last, len(content))


def test_an_empty_file_returned_nothing() -> None:
    reminder = "<system-reminder>Warning: the file exists but the contents are empty.</system-reminder>"
    for access in (read(structured(""), reminder), read(None, reminder)):
        assert (access.line_from, access.line_to, access.chars, access.counts) == (None, None, 0, True)


@pytest.mark.parametrize("result", [{"type": "file_unchanged", "file": {"filePath": "a.md"}}, None])
def test_a_file_that_did_not_change_was_not_given_again(result: Any) -> None:
    access = read(result, "File unchanged since last read. See above.")

    assert (access.chars, access.chars_basis, access.counts) == (0, "log", False)


def test_an_image_has_no_characters() -> None:
    for access in (read({"type": "image", "file": {}}, "", other=True), read(None, "", other=True)):
        assert (access.chars, access.chars_basis) == (None, "none")


def test_a_result_that_the_log_dropped_is_counted_by_its_range_or_version() -> None:
    assert read(None, "", start=3).chars_basis == "range"
    assert read(None, "").chars_basis == "version"
