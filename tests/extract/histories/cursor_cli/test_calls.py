"""What calls touched and returned, from their arguments and their answers."""

from pathlib import Path
from typing import Any

import pytest

from pipeline.extract.histories.records import Access, Call
from tests.extract.histories.cursor_cli.chats import (
    answered,
    called,
    conversation,
    only_call,
    write_chat,
)


def answer(folder: Path, tool: str, args: Any, result: Any, **more: Any) -> Call:
    return only_call(write_chat(folder, [called("k", tool, args), answered("k", result, **more)]))


def test_numbers_before_the_lines_are_taken_off_where_every_line_has_one(tmp_path: Path) -> None:
    text = "     3|# Rules\n     4|\n     5|Naïve 😀"
    call = answer(tmp_path, "Read", {"path": "docs/a.md", "offset": 3, "limit": 3}, text)

    assert call.accesses == [Access("read", "docs/a.md", 3, 5, len("# Rules\n\nNaïve 😀"), "log-stripped")]


def test_an_empty_last_line_is_the_end_of_the_line_before(tmp_path: Path) -> None:
    call = answer(tmp_path, "Read", {"path": "a.md"}, "     1|one\n     2|two\n")

    assert call.accesses == [Access("read", "a.md", 1, 2, len("one\ntwo\n"), "log-stripped")]


@pytest.mark.parametrize(
    "text", ["     1|one\ntwo", "1|a\n3|b", "| a | b |\n|---|---|", "plain", "one\n     2|two"]
)
def test_text_of_which_a_line_has_no_number_is_raw(tmp_path: Path, text: str) -> None:
    call = answer(tmp_path, "Read", {"path": "a.md"}, text)

    assert call.accesses == [Access("read", "a.md", None, None, len(text), "log")]


def test_a_numbered_range_beats_the_one_asked_for(tmp_path: Path) -> None:
    call = answer(tmp_path, "Read", {"path": "a.md", "offset": -2}, "     8|x\n     9|y")

    assert (call.accesses[0].line_from, call.accesses[0].line_to) == (8, 9)


def test_a_raw_answer_keeps_the_range_asked_for(tmp_path: Path) -> None:
    call = answer(tmp_path, "Read", {"path": "a.md", "offset": 2, "limit": 3}, "x\ny\nz")

    assert call.accesses == [Access("read", "a.md", 2, 4, 5, "log")]


def test_nothing_returned_is_no_characters(tmp_path: Path) -> None:
    assert answer(tmp_path, "Read", {"path": "a.md"}, "").accesses[0].chars == 0


def test_an_answer_that_is_no_text_leaves_the_characters_to_the_version(tmp_path: Path) -> None:
    call = answer(tmp_path, "Read", {"path": "a.png"}, [{"type": "image", "data": "x"}])

    assert call.accesses == [Access("read", "a.png", chars_basis="version")]


@pytest.mark.parametrize(
    "result",
    [{"content": "text"}, {"success": {"content": "text"}}, [{"type": "text", "text": "text"}], "text"],
)
def test_the_text_of_an_answer_lies_in_several_forms(tmp_path: Path, result: Any) -> None:
    call = answer(tmp_path, "Read", {"path": "a.md"}, result)

    assert (call.status, call.accesses[0].chars, call.answered) == ("ok", 4, True)


@pytest.mark.parametrize(
    ("result", "more", "status"),
    [
        ("File not found", {"isError": True}, "error"),
        ({"error": "File not found"}, {}, "error"),
        ({"error": {"message": "no"}}, {}, "error"),
        ({"rejected": {"reason": "user"}}, {}, "cancelled"),
        ({"error": None, "content": "x"}, {}, "ok"),
        ("x", {"isError": False}, "ok"),
    ],
)
def test_how_a_call_ended(tmp_path: Path, result: Any, more: dict[str, Any], status: str) -> None:
    call = answer(tmp_path, "Read", {"path": "a.md", "offset": 1, "limit": 2}, result, **more)

    assert call.status == status
    assert [a.path for a in call.accesses] == ["a.md"]
    assert (call.accesses[0].chars is None) == (status != "ok")
    assert call.accesses[0].line_to == 2


def test_a_failed_read_says_nothing_of_characters(tmp_path: Path) -> None:
    call = answer(tmp_path, "Read", {"path": "a.md"}, "text", isError=True)

    assert call.accesses == [Access("read", "a.md")]


@pytest.mark.parametrize(
    ("command", "code", "status"),
    [
        ("cat a.md", 0, "ok"),
        ("cat a.md", 1, "error"),
        ("cat a.md && make", 2, "unknown"),
        ("cat a.md | head", 1, "unknown"),
    ],
)
def test_the_exit_code_of_one_command_is_its_ending(
    tmp_path: Path, command: str, code: int, status: str
) -> None:
    result = f"Exit code: {code}\n\nCommand output:\n\n```\nx\n```"

    assert answer(tmp_path, "Shell", {"command": command}, result).status == status


@pytest.mark.parametrize(
    ("result", "chars", "basis"),
    [
        ("Exit code: 0\n\nCommand output:\n\n```\none\ntwo\n```", 7, "log-stripped"),
        ("Exit code: 0\n\nCommand output:\n\n```\n```js\nx\n```\n```", 11, "log-stripped"),
        ("Exit code: 0\n\nCommand output:\n\n```\n```", 0, "log-stripped"),
        ("one\ntwo\n", 8, "log"),
        ({"stdout": "one\n", "exitCode": 0}, 4, "log"),
    ],
)
def test_a_command_that_prints_one_file_returned_what_stands_between_the_lines_around_it(
    tmp_path: Path, result: Any, chars: int, basis: str
) -> None:
    call = answer(tmp_path, "Shell", {"command": "cat docs/a.md"}, result)

    assert call.accesses == [Access("read", "docs/a.md", None, None, chars, basis)]  # type: ignore[arg-type]


def test_a_command_goes_through_the_shell_of_its_folder(tmp_path: Path) -> None:
    args = {
        "command": "sed -n '2,3p' a.md > ../b.md; rm 'c d.md'",
        "working_directory": "/srv/work/lumen/docs",
    }
    call = answer(tmp_path, "Shell", args, "Exit code: 0\n\nCommand completed")

    assert [(a.action, a.path) for a in call.accesses] == [("write", "b.md"), ("delete", "docs/c d.md")]


def test_a_patch_is_one_call_with_several_files(tmp_path: Path) -> None:
    patch = (
        "*** Begin Patch\n*** Update File: docs/a.md\n@@\n-x\n+y\n*** Add File: docs/b.md\n+z\n"
        "*** Delete File: c.md\n*** End Patch"
    )
    wanted = [("write", "docs/a.md"), ("write", "docs/b.md"), ("delete", "c.md")]

    for nth, args in enumerate((patch, {"patch": patch}, {"input": patch})):
        call = answer(tmp_path / str(nth), "ApplyPatch", args, "Done")
        assert (call.action, call.status) == ("write", "ok")
        assert [(a.action, a.path) for a in call.accesses] == wanted


def test_a_write_holds_its_text_and_a_replacement_does_not(tmp_path: Path) -> None:
    write = answer(tmp_path / "a", "Write", {"path": "a.md", "contents": "é\n"}, "ok")
    replace = answer(tmp_path / "b", "StrReplace", {"file_path": "a.md", "old_string": "x"}, "ok")
    failed = answer(tmp_path / "c", "Write", {"path": "a.md", "contents": "é\n"}, "no", isError=True)

    assert write.accesses == [Access("write", "a.md", chars=2, chars_basis="log")]
    assert replace.accesses == [Access("write", "a.md")]
    assert failed.accesses == [Access("write", "a.md")]


def test_one_replacement_in_several_files_is_several_accesses(tmp_path: Path) -> None:
    args = {"paths": [{"file_path": "a.md"}, {"file_path": "b.md"}], "old_string": "x", "new_string": "y"}
    call = answer(tmp_path, "MultiStrReplace", args, "ok")

    assert [(a.action, a.path) for a in call.accesses] == [("write", "a.md"), ("write", "b.md")]


def test_arguments_written_as_text_are_the_object_in_it(tmp_path: Path) -> None:
    assert answer(tmp_path, "Delete", '{"path": "a.md"}', "ok").accesses == [Access("delete", "a.md")]


def test_a_read_that_names_no_file_has_no_path(tmp_path: Path) -> None:
    assert [access.path for access in answer(tmp_path, "Read", {}, "text").accesses] == [None]


def test_a_search_names_files_and_reads_none(tmp_path: Path) -> None:
    text = (
        "Found 3 matches in 2 files\ndocs/a.md:12:a line\ndocs/a.md-13-after\n./docs/b.md\n"
        "<note>x</note>\nplain\n"
    )
    call = answer(tmp_path, "Grep", {"pattern": "x", "path": "docs"}, text)

    assert call.hits == ("docs/a.md", "docs/b.md")
    assert call.accesses == [Access("search", "docs")]


def test_a_listing_of_patterns_names_the_files_below_it(tmp_path: Path) -> None:
    call = answer(tmp_path, "Glob", {"glob_pattern": "*.md"}, "- ./a.md\n- ./docs/\n- /srv/work/lumen/b.md")

    assert (call.hits, call.accesses) == (("a.md", "b.md"), [])


def beside(folder: Path, tool: str, args: Any, result: Any, kept: Any) -> Call:
    """The call of a store in which the client keeps an outcome beside the result."""
    answer = answered("k", result) | {"providerOptions": {"cursor": {"highLevelToolCallResult": kept}}}
    return only_call(write_chat(folder, [called("k", tool, args), answer]))


@pytest.mark.parametrize(
    ("kept", "status"),
    [
        ({"output": {"success": {}}, "isError": False}, "ok"),
        ({"output": {"success": {}, "isError": True}}, "error"),
        ({"output": {}, "isError": True}, "error"),
        ({"output": {"error": {"errorMessage": "no"}}}, "error"),
        ({"output": {"rejected": {"reason": "no"}}, "isError": True}, "cancelled"),
        ({"output": [1]}, "ok"),
        (None, "ok"),
    ],
)
def test_the_outcome_beside_a_result_says_how_the_call_ended(tmp_path: Path, kept: Any, status: str) -> None:
    assert beside(tmp_path, "Read", {"path": "a.md"}, "text", kept).status == status


def test_the_outcome_beside_two_results_is_of_neither(tmp_path: Path) -> None:
    message = answered("k1", "one")
    message["content"] += answered("k2", "two")["content"]
    message["providerOptions"] = {"cursor": {"highLevelToolCallResult": {"isError": True}}}
    talk = [called("k1", "Read", {"path": "a"}), called("k2", "Read", {"path": "b"}), message]

    assert [call.status for call in conversation(write_chat(tmp_path, talk)).calls()] == ["ok", "ok"]


def test_a_text_that_the_result_lacks_is_the_outcomes(tmp_path: Path) -> None:
    call = beside(tmp_path, "Read", {"path": "a.md"}, None, {"output": {"success": {"content": "clean"}}})

    assert call.accesses == [Access("read", "a.md", None, None, 5, "log")]


def test_a_text_kept_as_parts_beside_the_result_is_the_results(tmp_path: Path) -> None:
    call = answer(
        tmp_path, "Read", {"path": "a.md"}, None, experimental_content=[{"type": "text", "text": "abc"}]
    )

    assert call.accesses[0].chars == 3


def test_the_files_of_an_outcome_go_before_those_of_a_text(tmp_path: Path) -> None:
    found = {"/srv/work/lumen": {"content": {"matches": [{"file": "docs/a.md"}, {"file": "docs/b.md"}]}}}
    kept = {"output": {"success": {"workspaceResults": found}}}
    call = beside(tmp_path, "Grep", {"pattern": "x"}, "docs/other.md:1:x", kept)

    assert call.hits == ("docs/a.md", "docs/b.md")
