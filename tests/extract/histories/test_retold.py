"""An export is a copy of the conversation that another store holds, where it can be only one."""

from typing import Any

from pipeline.extract.histories.identity import settle
from pipeline.extract.histories.records import Call, Conversation, Message


def thread(
    name: str, source: str, first: str = "Go on.", title: str | None = "Lamp", **more: Any
) -> Conversation:
    events: list[Message | Call] = [Message("human", first), Message("agent", "Done.")]
    return Conversation(name, source, f"{name}.md", title, events=events, workspace="/srv/work/lumen", **more)


def export(name: str = "sha256:1", first: str = "Go on.", title: str | None = "Lamp") -> Conversation:
    return thread(name, "cursor-export", first, title, holds_calls=False, names_folder=False)


def test_an_export_with_the_title_and_first_words_of_a_conversation_is_its_copy() -> None:
    own, retold = thread("own", "cursor"), export(first="Go on.\n")

    settle([retold, own])

    assert (own.conversation_id, own.excluded_because) == ("own", None)
    assert (retold.conversation_id, retold.parent_id, retold.excluded_because) == ("own#2", "own", "copy")


def test_an_export_that_could_be_of_two_conversations_is_of_none() -> None:
    retold = export()

    settle([thread("one", "cursor"), thread("two", "cursor-cli"), retold])

    assert (retold.conversation_id, retold.excluded_because) == ("sha256:1", None)


def test_one_conversation_in_two_stores_is_one_to_an_export() -> None:
    retold = export()

    settle([thread("own", "cursor"), thread("own", "cursor-cli"), retold])

    assert (retold.conversation_id, retold.excluded_because) == ("own#3", "copy")


def test_another_title_or_other_first_words_are_another_conversation() -> None:
    kept = [
        export("sha256:1", first="Go off."),
        export("sha256:2", title="Lamps"),
        export("sha256:3", title=None),
    ]

    settle([thread("own", "cursor"), *kept])

    assert [conversation.excluded_because for conversation in kept] == [None, None, None]


def test_an_export_is_no_copy_of_a_note_without_a_title() -> None:
    retold, bare = export(title=None), thread("own", "specstory", title=None)

    settle([bare, retold])

    assert (bare.excluded_because, retold.excluded_because) == (None, None)
