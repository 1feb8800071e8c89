"""Whose words a store holds, when they were said, and what a conversation is to another."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from pipeline.extract.histories.collection import collect
from pipeline.extract.histories.records import Attachment, Message
from tests.extract.histories.cursor_cli.chats import (
    AGENT,
    LUMEN,
    answered,
    asked,
    called,
    conversation,
    reasons,
    said,
    write_chat,
)


def words(found: Any) -> list[tuple[str, str]]:
    return [(message.role, message.text) for message in found.messages()]


def test_only_a_persons_words_are_a_persons(tmp_path: Path) -> None:
    talk = [
        said("You are an agent.", "system"),
        said("<user_info>\nOS: linux\n</user_info>"),
        {"role": "user", "content": "<user_query>\nA string.\n</user_query>"},
        said("<system_reminder>Mind.</system_reminder>\n<user_query>\nWithin.\n</user_query>"),
        said("Bare words of an older build."),
        said("Fine.", "assistant"),
    ]

    found = conversation(write_chat(tmp_path, talk))

    assert words(found) == [
        ("human", "A string."),
        ("human", "Within."),
        ("human", "Bare words of an older build."),
        ("agent", "Fine."),
    ]
    assert found.first_request == "A string."


@pytest.mark.parametrize("text", ["<div>\nWhy does this not show?", "<T> is what?", "< 3 lines, please"])
def test_a_persons_bare_words_may_begin_with_a_tag_of_their_own(tmp_path: Path, text: str) -> None:
    assert words(conversation(write_chat(tmp_path, [said(text)]))) == [("human", text)]


@pytest.mark.parametrize(
    "tag", ["user_info", "git_status", "open_and_recently_viewed_files", "timestamp", "rules"]
)
def test_what_the_program_put_in_is_no_persons_text(tmp_path: Path, tag: str) -> None:
    assert words(conversation(write_chat(tmp_path, [said(f"<{tag}>\nx\n</{tag}>")]))) == []


@pytest.mark.parametrize("mark", ["isSummary", "loopReminder"])
def test_a_message_that_the_client_marks_as_its_own_is_no_persons_text(tmp_path: Path, mark: str) -> None:
    own = said("What went before, in short.") | {"providerOptions": {"cursor": {mark: True}}}

    assert words(conversation(write_chat(tmp_path, [asked("Go on."), own]))) == [("human", "Go on.")]


def test_an_empty_query_is_no_message(tmp_path: Path) -> None:
    talk = [said("<user_info>x</user_info>\n<user_query>\n</user_query>"), said("<user_query></user_query>")]

    assert words(conversation(write_chat(tmp_path, talk))) == []


def test_a_file_attached_to_a_message_is_given_and_not_read(tmp_path: Path) -> None:
    selection = '<code_selection path="/srv/work/lumen/docs/a.md" lines="1-2">\nx\n</code_selection>'
    given = f"<attached_files>\n{selection}\n</attached_files>"
    found = conversation(write_chat(tmp_path, [said(f"{given}\n<user_query>\nLook.\n</user_query>")]))

    assert words(found) == [("human", "Look.")]
    assert found.attachments == [Attachment("docs/a.md", "mentioned", 0, found.started_at)]
    assert list(found.calls()) == []


def test_what_an_agent_thought_is_no_message(tmp_path: Path) -> None:
    parts = [
        {"type": "reasoning", "text": "hm"},
        {"type": "redacted-reasoning", "data": "x"},
        {"type": "text", "text": "One."},
        {"type": "text", "text": " \n"},
        {"type": "text", "text": "Two."},
    ]
    found = conversation(write_chat(tmp_path, [asked("?"), {"role": "assistant", "content": parts}]))

    assert words(found) == [("human", "?"), ("agent", "One."), ("agent", "Two.")]


def test_everything_is_at_the_conversations_creation(tmp_path: Path) -> None:
    found = conversation(write_chat(tmp_path, [asked("?"), called("k", "Read", {"path": "a"})]))
    start = datetime(2025, 7, 1, 10, tzinfo=UTC)

    assert (found.started_at, found.time_basis, found.created_at) == (start, "session", start)
    assert [(event.at, event.time_basis) for event in found.events] == [(start, "session")] * 2
    assert found.ended_at is None


def stamped(minute: str, text: str) -> dict[str, Any]:
    return said(
        f"<timestamp>Tuesday, Jul 1, 2025, {minute} (UTC+2)</timestamp>\n<user_query>\n{text}\n</user_query>"
    )


def test_a_stamp_in_a_persons_turn_is_its_time_and_that_of_what_follows(tmp_path: Path) -> None:
    talk = [
        said("Hello.", "assistant"),
        stamped("12:05 PM", "?"),
        said("Fine.", "assistant"),
        stamped("1:00 PM", "!"),
    ]
    found = conversation(write_chat(tmp_path, talk))
    five, eleven = datetime(2025, 7, 1, 10, 5, tzinfo=UTC), datetime(2025, 7, 1, 11, tzinfo=UTC)

    assert [(event.at, event.time_basis) for event in found.events] == [
        (datetime(2025, 7, 1, 10, tzinfo=UTC), "session"),
        (five, "message"),
        (five, "neighbour"),
        (eleven, "message"),
    ]
    assert (found.started_at, found.time_basis, found.ended_at) == (five, "message", eleven)


def test_a_stamp_more_than_a_minute_before_the_creation_starts_nothing(tmp_path: Path) -> None:
    early = conversation(write_chat(tmp_path / "a", [stamped("11:58 AM", "?")]))
    close = conversation(write_chat(tmp_path / "b", [stamped("11:59 AM", "?")]))
    made = datetime(2025, 7, 1, 10, tzinfo=UTC)

    assert (early.started_at, early.time_basis) == (made, "session")
    assert (close.started_at, close.time_basis) == (datetime(2025, 7, 1, 9, 59, tzinfo=UTC), "message")


def test_a_stamp_is_the_start_where_no_creation_is_kept(tmp_path: Path) -> None:
    found = conversation(write_chat(tmp_path, [stamped("12:05 PM", "?")], meta={"createdAt": None}))

    assert (found.started_at, found.time_basis) == (datetime(2025, 7, 1, 10, 5, tzinfo=UTC), "message")


@pytest.mark.parametrize("stamp", [None, "soon", True, 1e30, float("nan")])
def test_a_creation_that_is_no_time_is_none(tmp_path: Path, stamp: Any) -> None:
    found = conversation(write_chat(tmp_path, [asked("?")], meta={"createdAt": stamp}))

    assert (found.started_at, found.time_basis) == (None, "none")
    assert [(event.at, event.time_basis) for event in found.events] == [(None, "none")]


def test_a_creation_written_as_text_is_a_time(tmp_path: Path) -> None:
    found = conversation(write_chat(tmp_path, [asked("?")], meta={"createdAt": "1751364000000"}))

    assert found.started_at == datetime(2025, 7, 1, 10, tzinfo=UTC)


def test_the_file_beside_it_says_the_creation_where_the_store_does_not(tmp_path: Path) -> None:
    store = write_chat(
        tmp_path, [asked("?")], meta={"createdAt": None}, beside={"createdAtMs": 1_751_364_001_000}
    )

    assert conversation(store).started_at == datetime(2025, 7, 1, 10, 0, 1, tzinfo=UTC)


def test_a_sub_agent_names_its_parent_and_its_task_is_no_persons_text(tmp_path: Path) -> None:
    info = {"parentAgentId": "parent-id", "rootParentAgentId": "root-id", "toolCallId": "k1"}
    store = write_chat(
        tmp_path,
        [said("You are an agent.", "system"), asked("Read the errors."), said("Done.", "assistant")],
        meta={"agentId": "child", "subagentInfo": info},
    )
    (found,) = collect([store], LUMEN).conversations

    assert (found.relation, found.parent_id, found.excluded_because) == ("subagent", "parent-id", "subagent")
    assert words(found) == [("system", "Read the errors."), ("agent", "Done.")]
    assert (found.human_messages, found.first_request) == (0, "Read the errors.")


def test_a_sub_agent_known_by_the_file_beside_it_alone_has_no_known_parent(tmp_path: Path) -> None:
    found = conversation(write_chat(tmp_path, [asked("Task.")], beside={"isSubagent": True}))

    assert (found.relation, found.parent_id, found.human_messages) == ("subagent", None, 0)


def test_a_store_in_which_nobody_spoke_is_empty(tmp_path: Path) -> None:
    talk = [said("You are an agent.", "system"), said("<user_info>\nOS\n</user_info>")]
    store = write_chat(tmp_path, talk, beside={"hasConversation": False})

    assert [c.excluded_because for c in collect([store], LUMEN).conversations] == ["empty"]


def test_the_same_system_prompt_makes_no_fork(tmp_path: Path) -> None:
    start = [said("You are an agent.", "system"), said("<user_info>\nOS\n</user_info>"), asked("Go on.")]
    write_chat(tmp_path / "a", start, meta={"agentId": "a"})
    write_chat(tmp_path / "b", start, meta={"agentId": "b"})

    found = collect([tmp_path], LUMEN).conversations

    assert [(c.conversation_id, c.relation) for c in found] == [("a", None), ("b", None)]


def test_the_model_is_the_answers_own_before_the_last_one_used(tmp_path: Path) -> None:
    own = said("Fine.", "assistant") | {"providerOptions": {"cursor": {"modelName": "own-model"}}}
    last = {"lastUsedModel": "last-model"}

    assert conversation(write_chat(tmp_path / "a", [asked("?"), own], meta=last)).model == "own-model"
    assert conversation(write_chat(tmp_path / "b", [asked("?")], meta=last)).model == "last-model"
    assert conversation(write_chat(tmp_path / "c", [asked("?")])).model is None


def test_the_id_is_the_folders_name_where_the_store_does_not_say_it(tmp_path: Path) -> None:
    assert conversation(write_chat(tmp_path, [asked("?")], meta={"agentId": None})).conversation_id == AGENT


def test_a_call_without_an_answer_is_pending(tmp_path: Path) -> None:
    (call,) = conversation(write_chat(tmp_path, [asked("?"), called("k", "Read", {"path": "a.md"})])).calls()

    assert (call.status, call.answered, call.key) == ("pending", False, "k")
    assert (call.accesses[0].path, call.accesses[0].chars_basis) == ("a.md", "none")


def test_a_call_without_an_id_costs_no_other(tmp_path: Path) -> None:
    bare = {
        "role": "assistant",
        "content": [{"type": "tool-call", "toolName": "Read", "args": {"path": "a"}}],
    }
    found = conversation(write_chat(tmp_path, [bare, bare, called("k", "LS", {}), answered("k", "x")]))

    assert [call.status for call in found.calls()] == ["pending", "pending", "ok"]


def test_an_answer_without_a_call_is_told_and_a_second_answer_is_not(tmp_path: Path) -> None:
    talk = [called("k", "Read", {"path": "a"}), answered("k", "first"), answered("k", "second!")]
    store = write_chat(tmp_path, [*talk, answered("lost", "x")])
    (call,) = conversation(store).calls()

    assert call.accesses[0].chars == len("first")
    assert [reason for _, reason in reasons(store)] == ["result_without_call"]


def test_what_is_not_known_is_told_and_the_rest_is_kept(tmp_path: Path) -> None:
    store = write_chat(
        tmp_path,
        [
            {"role": "critic", "content": "No."},
            {"role": ["user"], "content": "No."},
            {"role": "assistant", "content": [{"type": {}}, {"type": "text", "text": "Yes."}]},
            called("k1", "NewTool", {}),
            called("k2", "NewTool", {}),
            called("k3", "TodoWrite", {}),
            called("k4", "mcp_files_something", {}),
            {"role": "assistant", "content": None},
        ],
    )

    assert [reason for _, reason in reasons(store)] == [
        "unknown_role",
        "unknown_role",
        "unknown_part",
        "unknown_tool",
    ]
    assert words(conversation(store)) == [("agent", "Yes.")]
    assert [call.action for call in conversation(store).calls()] == ["other"] * 4


def test_half_a_surrogate_pair_counts_one_character(tmp_path: Path) -> None:
    raw = b'{"role":"user","content":"<user_query>\\nA \\ud83d! \\ud83d\\ude00\\n</user_query>"}'
    found = conversation(write_chat(tmp_path, [raw]))

    assert list(found.messages()) == [Message("human", "A \ufffd! \U0001f600", found.started_at, "session")]
