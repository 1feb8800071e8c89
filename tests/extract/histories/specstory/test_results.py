"""What a call's body says of its result."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.extract.histories.specstory.results import (
    Block,
    Numbered,
    blocks,
    exit_code,
    numbered,
    outside,
    reaching,
    status_of,
    unchanged,
    unwrapped,
)


def test_fences_are_paired_and_the_longer_holds_the_shorter() -> None:
    body = ["````md", "```", "x", "```", "````", "between", "```text", "y", "```"]

    assert blocks(body) == [Block("md", "```\nx\n```\n"), Block("text", "y\n")]
    assert outside(body) == ["between"]


def test_a_result_reaches_to_the_last_fence_line() -> None:
    body = ["`cat a.md`", "", "```text", "See:", "```", "x", "```", "end", "```"]

    assert reaching(body, 0) == "See:\n```\nx\n```\nend\n"
    assert reaching(["no fence"], 0) is None


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("<tool_use_error>File does not exist.</tool_use_error>\n", "error"),
        ("File content (28763 tokens) exceeds maximum allowed tokens (25000).\n", "error"),
        ("EISDIR: illegal operation on a directory, read\n", "error"),
        ("The user doesn't want to proceed with this tool use.\n", "cancelled"),
        ("[Request interrupted by user for tool use]\n", "cancelled"),
        ("Cancelled", "cancelled"),
        ("\nStatus: **error**\n", "error"),
        ("Status: **completed**", "ok"),
        ("Status: **dancing**", None),
        ("     1→Error handling\n", None),
        ("Errors and how we met them\n", None),
    ],
)
def test_a_text_tells_how_its_call_ended(text: str, right: str | None) -> None:
    assert status_of(text) == right


def test_what_a_command_printed_is_no_failure_of_the_call() -> None:
    assert status_of("Error: not found\n", printed=True) is None
    assert status_of("<tool_use_error>no</tool_use_error>", printed=True) == "error"


@pytest.mark.parametrize(
    ("output", "code"),
    [
        ("Exit code 1\nno such file\n", 1),
        ("Chunk ID: a1\nWall time: 0.1 seconds\nProcess exited with code 2\nOutput:\nx\n", 2),
        ("Chunk ID: a1\nWall time: 0.1 seconds\nProcess exited with code 0\nOutput:\nx\n", 0),
        ("all well\nExit code 3\n", 0),
    ],
)
def test_an_exit_code_stands_at_the_top(output: str, code: int) -> None:
    assert exit_code(output) == code


def test_an_agents_lines_before_the_output_are_taken_off() -> None:
    wrapped = (
        "Chunk ID: a1\nWall time: 0.1 seconds\nProcess exited with code 0\nOriginal token count: 4\nOutput:\n"
    )

    assert unwrapped(f"{wrapped}# A\nOutput:\nb\n") == "# A\nOutput:\nb\n"
    assert unwrapped("# A\nOutput:\nb\n") == "# A\nOutput:\nb\n"


def test_a_text_under_numbers_gives_lines_and_characters() -> None:
    assert numbered("     7→ab\n     8→\n     9→c\n") == Numbered(7, 9, len("ab\n\nc\n"))
    assert numbered("7\tab\n8\tc\n") == Numbered(7, 8, len("ab\nc\n"))


def test_an_empty_last_line_is_the_end_of_the_line_before_it() -> None:
    assert numbered("1\tab\n2\tc\n3\n") == Numbered(1, 3, len("ab\nc\n"))
    assert numbered("     1→ab\n     2→\n") == Numbered(1, 2, len("ab\n"))


def test_a_line_without_a_number_leaves_only_the_range() -> None:
    assert numbered("     1→ab\n[cut]\n     9→c\n") == Numbered(1, 9, None)
    assert numbered("ab\n     1→c\n") is None


def test_a_read_may_say_that_it_gave_nothing_again() -> None:
    assert unchanged("Wasted call — file unchanged since your last Read.")
    assert not unchanged("     1→Wasted call — file unchanged")


@given(
    st.lists(st.text(st.characters(codec="utf-8", exclude_characters="\r\n")), min_size=1),
    st.integers(1, 9999),
)
def test_numbers_hide_no_character(lines: list[str], start: int) -> None:
    text = "".join(f"{at:>6}→{line}\n" for at, line in enumerate(lines, start))
    whole = len("".join(f"{line}\n" for line in lines))
    ended = len(lines) > 1 and not lines[-1]

    assert numbered(text) == Numbered(start, start + len(lines) - 1, whole - ended)
