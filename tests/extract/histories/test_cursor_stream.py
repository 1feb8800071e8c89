"""What Cursor's agent printed as a stream of JSON."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pipeline.extract.histories.collection import collect
from pipeline.extract.histories.formats import Context
from pipeline.extract.histories.records import Call, Conversation, Reading
from pipeline.extract.paths import Locator

ROOT = "/srv/work/lumen"
MS = 1_767_225_600_000


def init(session: str = "s", **more: Any) -> dict[str, Any]:
    return {"type": "system", "subtype": "init", "session_id": session, "cwd": ROOT, "model": "m", **more}


def said(role: str, text: str, session: str = "s", **more: Any) -> dict[str, Any]:
    message = {"role": role, "content": [{"type": "text", "text": text}]}
    return {"type": role, "message": message, "session_id": session, **more}


def call(
    kind: str, args: dict[str, Any], result: dict[str, Any] | None = None, key: str = "c"
) -> dict[str, Any]:
    body = {"args": args} if result is None else {"args": args, "result": result}
    subtype = "started" if result is None else "completed"
    told = {kind: body}
    return {"type": "tool_call", "subtype": subtype, "call_id": key, "tool_call": told, "session_id": "s"}


def read(folder: Path, *lines: dict[str, Any] | str) -> Reading:
    written = (line if isinstance(line, str) else json.dumps(line) for line in lines)
    (folder / "run.ndjson").write_text("".join(f"{line}\n" for line in written), "utf-8")
    return collect([folder], Context(Locator(ROOT)))


def first(reading: Reading) -> Conversation:
    return reading.conversations[0]


def the_call(folder: Path, kind: str, args: dict[str, Any], result: dict[str, Any]) -> Call:
    (found,) = first(read(folder, init(), call(kind, args), call(kind, args, result))).calls()
    return found


def test_runs_of_several_sessions_in_one_file_are_several_conversations(tmp_path: Path) -> None:
    reading = read(tmp_path, init("a"), said("user", "One", "a"), init("b"), said("user", "Two", "b"))

    assert {c.conversation_id: c.first_request for c in reading.conversations} == {"a": "One", "b": "Two"}


def test_a_resumed_session_goes_on(tmp_path: Path) -> None:
    reading = read(tmp_path, init(), said("user", "One"), init(), said("user", "Two"))

    assert [m.text for m in first(reading).messages()] == ["One", "Two"]


def test_pieces_give_the_time_and_the_whole_message_the_text(tmp_path: Path) -> None:
    piece = said("assistant", "He", timestamp_ms=MS)
    again = said("assistant", "y", timestamp_ms=MS + 500)
    conversation = first(read(tmp_path, init(), said("user", "One"), piece, again, said("assistant", "Hey")))

    assert [(m.text, m.at) for m in conversation.messages()] == [
        ("One", datetime(2026, 1, 1, tzinfo=UTC)),
        ("Hey", datetime(2026, 1, 1, tzinfo=UTC)),
    ]
    assert (conversation.started_at, conversation.time_basis) == (
        datetime(2026, 1, 1, tzinfo=UTC),
        "neighbour",
    )


def test_a_command_that_failed_is_an_error_and_one_of_several_says_nothing(tmp_path: Path) -> None:
    ended = {"success": {"stdout": "", "exitCode": 1}}

    alone = the_call(tmp_path, "shellToolCall", {"command": "cat docs/a.md"}, ended)
    several = the_call(tmp_path, "shellToolCall", {"command": "cat docs/a.md; false"}, ended)

    assert (alone.status, several.status) == ("error", "unknown")


def test_what_a_command_printed_is_what_the_read_returned(tmp_path: Path) -> None:
    done = the_call(
        tmp_path, "shellToolCall", {"command": "cat docs/a.md"}, {"success": {"stdout": "abc", "exitCode": 0}}
    )

    assert [(a.path, a.chars, a.chars_basis) for a in done.accesses] == [("docs/a.md", 3, "log")]


def test_a_read_of_a_range_keeps_its_lines_and_its_characters(tmp_path: Path) -> None:
    asked = {"path": f"{ROOT}/docs/a.md", "offset": 3, "limit": 2}

    (access,) = the_call(tmp_path, "readToolCall", asked, {"success": {"content": "ab\ncd"}}).accesses

    assert (access.path, access.line_from, access.line_to, access.chars) == ("docs/a.md", 3, 4, 5)


def test_another_tool_goes_by_its_own_name(tmp_path: Path) -> None:
    told = {"function": {"name": "Read", "arguments": '{"path": "docs/a.md"}'}}
    line = {"type": "tool_call", "subtype": "started", "call_id": "c", "tool_call": told, "session_id": "s"}

    (found,) = first(read(tmp_path, init(), line)).calls()

    assert (found.tool, found.action, found.accesses[0].path) == ("Read", "read", "docs/a.md")


def test_words_between_the_lines_are_no_gap_and_a_cut_line_is_one(tmp_path: Path) -> None:
    reading = read(tmp_path, init(), said("user", "One"), "Update available", '{"type": "user", "mess')

    assert [(gap.where, gap.reason) for gap in reading.gaps] == [("run.ndjson line 4", "invalid_json")]


def test_another_agents_stream_is_not_taken_for_cursors(tmp_path: Path) -> None:
    assert read(tmp_path, init(tools=["Read"], uuid="u"), said("user", "One")).conversations == []


def test_a_file_that_stands_in_itself_too_deeply_is_no_stream_and_no_fault(tmp_path: Path) -> None:
    (tmp_path / "deep.json").write_text(f'{{"more": {"[" * 5000}{"]" * 5000}}}', "utf-8")

    assert first(read(tmp_path, init(), said("user", "One"))).first_request == "One"
