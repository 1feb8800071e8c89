"""Copies, forks, resumed sessions and exclusions, told from what several units show together."""

from datetime import UTC, datetime, timedelta
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from pipeline.extract.histories.identity import settle
from pipeline.extract.histories.records import Access, Attachment, Call, Conversation, Message
from pipeline.extract.paths import Locator

START = datetime(2026, 3, 2, 9, tzinfo=UTC)


def at(seconds: int) -> datetime:
    return START + timedelta(seconds=seconds)


def said(key: str | None, seconds: int = 0, text: str = "Look.") -> Message:
    return Message("human", text, at(seconds), "message", key)


def read(key: str | None, path: str = "docs/memory/status.md", *, answered: bool = True) -> Call:
    return Call("Read", "read", "ok", accesses=[Access("read", path)], answered=answered, key=key)


def thread(name: str, *events: Message | Call, source: str = "cursor", **more: Any) -> Conversation:
    told: dict[str, Any] = {"workspace": "/srv/work/lumen", "started_at": START, "time_basis": "message"}
    return Conversation(name, source, f"{name}.jsonl", events=list(events), **(told | more))


def keys(conversation: Conversation) -> list[str | None]:
    return [event.key for event in conversation.events]


def test_a_shared_beginning_of_two_events_makes_the_younger_a_fork_and_stays_with_the_older() -> None:
    old = thread("old", said("a"), read("b"), said("c"), created_at=at(0))
    new = thread("new", said("a"), read("b"), said("d", 60, "Another way."), created_at=at(50))

    settle([new, old])

    assert keys(old) == ["a", "b", "c"]
    assert (old.relation, old.excluded_because) == (None, None)
    assert keys(new) == ["d"]
    assert (new.relation, new.parent_id, new.excluded_because) == ("fork", "old", "fork")
    assert (new.started_at, new.time_basis, new.first_request) == (at(60), "message", "Another way.")


def test_one_shared_event_makes_no_fork() -> None:
    one, other = thread("one", said("a"), said("b")), thread("other", said("a"), said("c"))

    settle([one, other])

    assert [one.relation, other.relation] == [None, None]
    assert keys(other) == ["a", "c"]


def test_a_fork_of_a_fork_names_whom_it_shares_most_with() -> None:
    root = thread("root", said("a"), said("b"), said("c"), created_at=at(0))
    fork = thread("fork", said("a"), said("b"), said("d"), said("e"), created_at=at(10))
    leaf = thread("leaf", said("a"), said("b"), said("d"), said("f"), created_at=at(20))

    settle([leaf, fork, root])

    assert (fork.parent_id, keys(fork)) == ("root", ["d", "e"])
    assert (leaf.parent_id, keys(leaf)) == ("fork", ["f"])


def test_what_came_with_a_shared_event_goes_with_it() -> None:
    old = thread("old", said("a"), said("b"), created_at=at(0))
    given_with = [Attachment("a.md", "mentioned", 0), Attachment("d.md", "mentioned", 2)]
    new = thread("new", said("a"), said("b"), said("d"), created_at=at(1), attachments=given_with)

    settle([old, new])

    assert [(attachment.path, attachment.after) for attachment in new.attachments] == [("d.md", 0)]


def test_a_sub_agent_that_began_as_a_fork_stays_a_sub_agent() -> None:
    main = thread("main", said("a"), said("b"), created_at=at(0))
    agent = thread(
        "agent", said("a"), said("b"), read("c"), created_at=at(5), relation="subagent", parent_id="main"
    )

    settle([main, agent])

    assert (agent.relation, agent.parent_id, keys(agent)) == ("subagent", "main", ["c"])


def test_a_resumed_file_keeps_what_is_new_and_names_the_head_of_its_chain() -> None:
    first = thread("1", said("a", 0), read("b"), source="claude-code")
    second = thread("2", said("a", 0), read("b"), said("c", 60, "Go on."), source="claude-code")
    third = thread("3", said("c", 60, "Go on."), said("d", 90, "And on."), source="claude-code")

    settle([third, second, first])

    assert keys(first) == ["a", "b"]
    assert (keys(second), second.relation, second.parent_id) == (["c"], "resumed", "1")
    assert (keys(third), third.relation, third.parent_id) == (["d"], "resumed", "1")
    assert (second.started_at, second.first_request) == (at(60), "Go on.")


def test_a_resumed_file_starts_anew_though_its_request_has_the_old_words() -> None:
    first = thread("1", said("a", 0), source="claude-code", created_at=at(0))
    second = thread("2", said("a", 0), said("b", 60), source="claude-code", created_at=at(0))

    settle([first, second])

    assert (second.started_at, second.created_at) == (at(60), at(60))


def test_a_duplicate_without_a_message_of_its_own_keeps_its_name_and_begins_when_it_was_made() -> None:
    old = thread("old", said("a"), said("b"), created_at=at(0))
    new = thread("new", said("a"), said("b"), created_at=at(90), title="Lamp (copy)")

    settle([old, new])

    assert (new.relation, new.excluded_because, new.title) == ("fork", "fork", "Lamp (copy)")
    assert (new.started_at, new.time_basis) == (at(90), "session")


def test_a_file_without_a_message_of_its_own_is_a_copy_and_keeps_nothing() -> None:
    first = thread("1", said("a"), read("b"), source="claude-code", title="Lamp")
    copy = thread("2", said("a"), source="claude-code", title="Lamp", model="m")

    settle([first, copy])

    assert (copy.relation, copy.parent_id, copy.excluded_because) == ("copy", "1", "copy")
    assert (copy.title, copy.model, copy.started_at, copy.time_basis) == (None, None, None, "none")
    assert (copy.conversation_id, copy.workspace) == ("2", "/srv/work/lumen")


def test_equal_calls_of_two_files_without_a_common_key_are_two() -> None:
    one = thread("1", said("a"), read("b"), read(None), source="claude-code")
    other = thread("2", said("c"), read("d"), read(None), source="claude-code")

    settle([one, other])

    assert [len(one.events), len(other.events)] == [3, 3]
    assert [one.excluded_because, other.excluded_because] == [None, None]


def test_of_one_conversation_in_several_stores_the_one_with_most_answers_speaks() -> None:
    bubbles = thread("x", said("a"), read("b", answered=False))
    markdown = thread("x", said(None), read(None), source="specstory")

    settle([bubbles, markdown])

    assert (markdown.conversation_id, markdown.excluded_because) == ("x", None)
    assert (bubbles.conversation_id, bubbles.relation, bubbles.parent_id) == ("x#2", "copy", "x")
    assert (bubbles.excluded_because, len(bubbles.events)) == ("copy", 2)


def test_equal_copies_are_ranked_by_messages_then_store_then_path() -> None:
    export = thread("x", said(None), said(None), source="cursor-export", holds_calls=False)
    markdown = thread("x", said(None), source="specstory")
    bubbles = thread("x", said("a"))
    second = thread("x", said("a"))
    second.source_file = "y.jsonl"

    settle([second, bubbles, markdown, export])

    names = [c.conversation_id for c in (export, bubbles, second, markdown)]
    assert names == ["x", "x#2", "x#3", "x#4"]


def test_a_conversation_is_a_sub_agent_where_any_of_its_stores_says_so() -> None:
    rich = thread("x", said("a"), read("b"), source="specstory")
    poor = thread("x", said("c"), relation="subagent", parent_id="main")

    settle([rich, poor])

    assert (rich.relation, rich.parent_id, rich.excluded_because) == ("subagent", "main", "subagent")
    assert (poor.conversation_id, poor.relation) == ("x#2", "copy")


def test_a_conversation_without_a_written_message_is_empty() -> None:
    blank = thread("x", said("a", text="  \n"), workspace=None)

    assert settle([blank])[0].excluded_because == "empty"


def test_a_missing_folder_excludes_where_the_format_can_name_one_and_the_study_says_nothing() -> None:
    def reason(told: bool = False, **more: Any) -> str | None:
        nameless = thread("x", said("a"), workspace=None, **more)
        return settle([nameless], told_repository=told)[0].excluded_because

    assert reason() == "no_workspace"
    assert reason(told=True) is None
    assert reason(names_folder=False) is None


def test_a_folder_elsewhere_excludes_unless_a_call_touches_the_repository() -> None:
    locator = Locator("/srv/work/lumen", ["c:/Users/dev/lumen"])

    def reason(*paths: str, **more: Any) -> str | None:
        calls = [read(None, path) for path in paths]
        conversation = thread("x", said(None), *calls, **more)
        return settle([conversation], locator=locator)[0].excluded_because

    elsewhere = {"workspace": "/srv/work/annex"}
    assert reason(workspace="C:/users/dev/lumen/sub") is None
    assert reason(**elsewhere) == "other_repository"
    assert reason("/srv/work/annex/a.md", **elsewhere) == "other_repository"
    assert reason("/srv/work/annex/a.md", "docs/memory/status.md", **elsewhere) is None
    assert reason("/srv/work/annex/a.md") is None


def test_a_window_of_several_folders_belongs_where_its_calls_do() -> None:
    locator = Locator("/srv/work/lumen")
    window: dict[str, Any] = {
        "workspace": "/srv/work/all.code-workspace",
        "folders": ("/srv/work/lumen", "/srv/work/annex"),
    }

    def reason(*paths: str) -> str | None:
        conversation = thread("x", said(None), *(read(None, path) for path in paths), **window)
        return settle([conversation], locator=locator)[0].excluded_because

    assert reason() is None
    assert reason("/srv/work/annex/a.md") == "other_repository"
    assert reason("/srv/work/annex/a.md", "docs/memory/status.md") is None


@given(st.lists(st.lists(st.sampled_from("abcdef"), min_size=1, max_size=6, unique=True), max_size=6))
def test_no_key_counts_in_two_resumed_files_and_none_is_lost(files: list[list[str]]) -> None:
    found = [
        thread(str(n), *(said(key, ord(key)) for key in names), source="claude-code")
        for n, names in enumerate(files)
    ]

    kept = [key for conversation in settle(found) for key in keys(conversation)]

    assert sorted(k for k in kept if k) == sorted({key for names in files for key in names})


@given(st.data())
def test_the_order_in_which_units_are_found_changes_nothing(data: st.DataObject) -> None:
    names = st.lists(st.sampled_from("abcd"), max_size=4, unique=True)
    files = data.draw(
        st.lists(st.tuples(names, st.sampled_from("xyz"), st.sampled_from(["cursor", "claude-code"])))
    )
    order = data.draw(st.permutations(range(len(files))))

    def settled(places: list[int]) -> dict[str, tuple[Any, ...]]:
        found = {}
        for n in places:
            events, name, source = files[n]
            found[n] = thread(name, *(said(key, ord(key)) for key in events), source=source)
            found[n].source_file = f"{n}.jsonl"
        settle(list(found.values()))
        return {
            c.source_file: (c.conversation_id, c.relation, c.parent_id, c.excluded_because, keys(c))
            for c in found.values()
        }

    assert settled(order) == settled(list(range(len(files))))
