"""One session file, line by line."""

import json
from typing import Any

import pytest

from pipeline.extract.histories.claude_code.session import Place, read_session
from pipeline.extract.histories.formats import Context
from pipeline.extract.histories.records import Conversation, Message, Reading
from pipeline.extract.paths import Locator

ROOT = "/srv/work/lumen"
SESSION = "00000001-0000-4000-8000-000000000001"


def line(kind: str, content: Any, number: int = 0, **more: Any) -> dict[str, Any]:
    shared = {"sessionId": SESSION, "cwd": ROOT, "timestamp": f"2026-03-02T09:00:{number:02}.000Z"}
    return shared | {"type": kind, "uuid": f"u{number}", "message": {"content": content}} | more


def used(name: str, number: int, **arguments: Any) -> dict[str, Any]:
    part = {"type": "tool_use", "id": f"t{number}", "name": name, "input": arguments}
    return line("assistant", [part], number)


def returned(call: int, number: int, text: str = "", result: Any = None, **part: Any) -> dict[str, Any]:
    told = {"type": "tool_result", "tool_use_id": f"t{call}", "content": text} | part
    return line("user", [told], number, **({} if result is None else {"toolUseResult": result}))


def reading(*lines: dict[str, Any] | bytes, name: str = SESSION, parent: str | None = None) -> Reading:
    content = b"\n".join(one if isinstance(one, bytes) else json.dumps(one).encode() for one in lines)
    place = Place(f"{name}.jsonl", name, parent)
    return read_session(content, place, Context(Locator(ROOT)), {})


def only(*lines: dict[str, Any]) -> Conversation:
    (conversation,) = reading(*lines).conversations
    return conversation


def said(conversation: Conversation) -> list[tuple[str, str]]:
    return [(message.role, message.text) for message in conversation.messages()]


def test_a_broken_line_costs_only_itself() -> None:
    found = reading(line("user", "One."), b'{"type":"user', line("user", "Two.", 1), b"[1]", b'{"type"')

    assert said(found.conversations[0]) == [("human", "One."), ("human", "Two.")]
    assert [(gap.where, gap.reason) for gap in found.gaps] == [
        (f"{SESSION}.jsonl line 2", "invalid_json"),
        (f"{SESSION}.jsonl line 4", "unexpected_shape"),
        (f"{SESSION}.jsonl last line", "invalid_json"),
    ]


def test_half_a_surrogate_pair_and_bytes_that_are_no_text_become_one_character() -> None:
    half = json.dumps(line("user", "a\ud800b\U0001f600")).encode()
    broken = json.dumps(line("user", "c#d", 1)).encode().replace(b"#", b"\xff")

    assert said(reading(half, broken).conversations[0]) == [
        ("human", "a\ufffdb\U0001f600"),
        ("human", "c\ufffdd"),
    ]


def test_a_line_written_twice_counts_once() -> None:
    assert said(only(line("user", "One."), line("user", "One."))) == [("human", "One.")]


def test_a_text_that_streams_is_one_message() -> None:
    first = line("assistant", [{"type": "text", "text": "Rea"}], 1)
    whole = line("assistant", [{"type": "text", "text": "Reading."}], 2)
    for one in (first, whole):
        one["message"]["id"] = "msg"

    assert said(only(line("user", "Go."), first, whole)) == [("human", "Go."), ("agent", "Reading.")]


@pytest.mark.parametrize(
    ("part", "result", "status"),
    [
        ({}, None, "ok"),
        ({"is_error": True}, "Error: no such file", "error"),
        ({"is_error": True}, "User rejected tool use", "cancelled"),
        ({}, {"stdout": "", "stderr": "", "interrupted": True}, "cancelled"),
    ],
)
def test_how_a_call_ended(part: dict[str, Any], result: Any, status: str) -> None:
    conversation = only(
        line("user", "Go."), used("Bash", 1, command="ls"), returned(1, 2, "", result, **part)
    )

    assert [call.status for call in conversation.calls()] == [status]


def test_a_call_without_a_result_is_pending_or_stopped() -> None:
    stop = line("user", [{"type": "text", "text": "[Request interrupted by user]"}], 2)
    pending = only(line("user", "Go."), used("Read", 1, file_path="a.md"))
    stopped = only(line("user", "Go."), used("Read", 1, file_path="a.md"), stop)

    assert [(c.status, c.answered, c.accesses[0].path) for c in pending.calls()] == [
        ("pending", False, "a.md")
    ]
    assert [call.status for call in stopped.calls()] == ["cancelled"]


def test_a_path_is_seen_from_the_folder_the_session_is_in() -> None:
    moved = used("Read", 1, file_path="a.md") | {"cwd": f"{ROOT}/docs"}
    conversation = only(line("user", "Go."), moved, returned(1, 2, "     1→x"))

    assert [call.accesses[0].path for call in conversation.calls()] == ["docs/a.md"]
    assert conversation.workspace == ROOT


def test_a_moved_file_is_taken_from_its_place_and_written_to_the_other() -> None:
    moved = used("mcp__filesystem__move_file", 1, source="docs/a.md", destination="docs/b.md")
    (call,) = only(line("user", "Go."), moved, returned(1, 2)).calls()

    assert [(access.action, access.path) for access in call.accesses] == [
        ("move", "docs/a.md"), ("write", "docs/b.md"),
    ]  # fmt: skip


def test_hits_of_a_search_are_files_of_the_repository() -> None:
    result = {"mode": "files_with_matches", "filenames": [f"{ROOT}/docs/a.md", "b.md"]}
    conversation = only(
        line("user", "Go."), used("Grep", 1, pattern="x", path="docs"), returned(1, 2, "", result)
    )
    (call,) = conversation.calls()

    assert (call.action, call.hits) == ("search", ("docs/a.md", "b.md"))
    assert [(access.action, access.path) for access in call.accesses] == [("search", "docs")]


def test_sub_agents_inside_the_file_are_conversations_of_their_own() -> None:
    task = line("user", "Look.", 1, isSidechain=True, parentUuid=None)
    answer = line("assistant", [{"type": "text", "text": "Done."}], 2, isSidechain=True, parentUuid="u1")
    main, inside = reading(line("user", "Go."), task, answer).conversations

    assert said(main) == [("human", "Go.")]
    assert said(inside) == [("system", "Look."), ("agent", "Done.")]
    assert (inside.conversation_id, inside.relation, inside.parent_id) == (
        f"{SESSION}#u1",
        "subagent",
        SESSION,
    )


def test_a_sub_agents_file_belongs_to_the_session_whose_folder_holds_it() -> None:
    task = line("user", "Look.", isSidechain=True, agentId="a1")
    (beside,) = reading(task, name="agent-a1").conversations
    (below,) = reading(task, name="agent-a1", parent="other").conversations

    assert (beside.relation, beside.parent_id, beside.human_messages) == ("subagent", SESSION, 0)
    assert below.parent_id == "other"


def test_a_message_typed_ahead_counts_once() -> None:
    ahead = {"type": "attachment", "attachment": {"type": "queued_command", "prompt": "And more."}}
    ahead |= {"uuid": "q1", "sessionId": SESSION, "timestamp": "2026-03-02T09:00:05.000Z"}

    assert said(only(line("user", "Go."), ahead)) == [("human", "Go."), ("human", "And more.")]
    assert said(only(line("user", "Go."), ahead, line("user", "And more.", 9))) == [
        ("human", "Go."),
        ("human", "And more."),
    ]


def test_files_given_without_a_call_are_attached_to_the_message_before() -> None:
    kinds = [
        {"type": "nested_memory", "path": f"{ROOT}/CLAUDE.md"},
        {"type": "file", "filename": f"{ROOT}/a.md"},
        {"type": "invoked_skills", "skills": [{"name": "x", "path": f"{ROOT}/x.md"}]},
        {"type": "skill_listing", "content": "- x"},
    ]
    lines = [line("attachment", None, 1 + at, attachment=kind) for at, kind in enumerate(kinds)]
    attached = only(line("user", "Go."), *lines).attachments

    assert [(one.path, one.how, one.after) for one in attached] == [
        ("CLAUDE.md", "injected", 0),
        ("a.md", "mentioned", 0),
        ("x.md", "injected", 0),
    ]


def test_a_chosen_title_stands_before_a_made_one_and_that_before_a_summary() -> None:
    summary = {"type": "summary", "summary": "Third", "leafUuid": "u0"}
    made = {"type": "ai-title", "aiTitle": "Second", "sessionId": SESSION}
    chosen = {"type": "custom-title", "customTitle": "First", "sessionId": SESSION}
    opening = line("user", "Go.")

    assert only(summary, opening).title == "Third"
    assert only(summary, made, opening).title == "Second"
    assert only(summary, made, chosen, opening).title == "First"
    assert only({**summary, "leafUuid": "elsewhere"}, opening).title is None


def test_a_fork_names_its_parent_and_its_lines_have_the_parents_keys() -> None:
    copied = line("user", "Go.", forkedFrom={"sessionId": "parent", "messageUuid": "old"})
    conversation = only(copied, line("user", "Else.", 1))

    assert (conversation.relation, conversation.parent_id) == ("fork", "parent")
    assert [m.key for m in conversation.events if isinstance(m, Message)] == ["old:0", "u1:0"]


def test_a_line_without_a_time_has_its_neighbours() -> None:
    late = line("user", "Two.", 1)
    del late["timestamp"]
    conversation = only(line("user", "One.", 0), late)

    assert [(m.at == conversation.started_at, m.time_basis) for m in conversation.messages()] == [
        (True, "message"),
        (True, "neighbour"),
    ]
