"""Where transcripts lie, whose they are, and what is listed where one is broken."""

import json
from pathlib import Path

from pipeline.extract.histories.collection import collect
from pipeline.extract.histories.formats import Context
from pipeline.extract.histories.records import Conversation, Reading
from pipeline.extract.paths import Locator

ROOT = "/srv/work/lumen"
ALIASES = ["c:/Users/dev/my app.v2", "wsl+ubuntu:/home/dev/lumen"]
ASKED = "<timestamp>Monday, Aug 3, 2026, 9:05 AM (UTC+2)</timestamp>\n<user_query>\nGo\n</user_query>"


def said(text: str) -> str:
    return json.dumps({"role": "user", "message": {"content": [{"type": "text", "text": text}]}})


def used(name: str, arguments: object) -> str:
    part = {"type": "tool_use", "name": name, "input": arguments}
    return json.dumps({"role": "assistant", "message": {"content": [part]}})


def put(folder: Path, slug: str, name: str, *lines: str) -> Path:
    file = folder / "projects" / slug / "agent-transcripts" / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    return file


def read(*places: Path, known: bool = True) -> Reading:
    return collect(list(places), Context(Locator(ROOT, ALIASES), repository_known=known))


def only(reading: Reading) -> Conversation:
    (conversation,) = reading.conversations
    return conversation


def paths(conversation: Conversation) -> list[str | None]:
    return [access.path for call in conversation.calls() for access in call.accesses]


def test_a_slug_is_matched_by_encoding_the_places_that_are_known(tmp_path: Path) -> None:
    for slug in ("srv-work-lumen", "c-Users-dev-my-app-v2", "home-dev-lumen"):
        put(tmp_path / slug, slug, "a.jsonl", said(ASKED))

    folders = {slug: only(read(tmp_path / slug)).workspace for slug in ("srv-work-lumen", "home-dev-lumen")}

    assert folders == {"srv-work-lumen": ROOT, "home-dev-lumen": ALIASES[1]}
    assert only(read(tmp_path / "c-Users-dev-my-app-v2")).workspace == ALIASES[0]


def test_another_projects_transcript_belongs_to_another_repository(tmp_path: Path) -> None:
    put(tmp_path, "srv-work-other", "a.jsonl", said(ASKED), used("Read", {"path": "docs/memory/status.md"}))

    conversation = only(read(tmp_path))

    assert conversation.excluded_because == "other_repository"
    assert paths(conversation) == ["cursor-project:/srv-work-other/docs/memory/status.md"]


def test_an_untitled_window_goes_by_the_paths_of_its_calls(tmp_path: Path) -> None:
    put(tmp_path, "1754200000000", "a.jsonl", said(ASKED), used("Read", {"path": f"{ROOT}/docs/x.md"}))
    put(tmp_path / "projects-too", "1754200000000", "b.jsonl", said(ASKED))

    inside, outside = read(tmp_path).conversations

    assert (inside.conversation_id, inside.workspace, inside.excluded_because) == ("a", ROOT, None)
    assert (outside.workspace, outside.excluded_because) == (None, "no_workspace")


def test_a_transcript_of_ended_turns_alone_is_listed_and_no_conversation(tmp_path: Path) -> None:
    put(tmp_path, "srv-work-lumen", "a/a.jsonl", '{"type":"turn_ended","status":"success"}')

    reading = read(tmp_path)

    assert reading.conversations == []
    assert [(gap.where, gap.reason) for gap in reading.gaps] == [("a.jsonl", "empty_transcript")]


def test_broken_lines_are_listed_and_the_others_read(tmp_path: Path) -> None:
    put(
        tmp_path,
        "srv-work-lumen",
        "a.jsonl",
        said(ASKED),
        "{broken",
        '{"role":"user","message":7}',
        said("On"),
    )

    reading = read(tmp_path)

    assert [m.text for m in only(reading).messages()] == ["Go", "On"]
    assert [(gap.where, gap.reason) for gap in reading.gaps] == [
        ("a.jsonl line 2", "invalid_json"),
        ("a.jsonl line 3", "unexpected_shape"),
    ]


def test_half_of_a_surrogate_pair_counts_as_one_character(tmp_path: Path) -> None:
    line = said("<user_query>\nab?c\n</user_query>").replace("?", "\\ud83d")
    put(tmp_path, "srv-work-lumen", "a.jsonl", line)

    assert only(read(tmp_path)).first_request == "ab\ufffdc"


def test_a_flat_text_transcript_gives_way_to_its_lines_of_json(tmp_path: Path) -> None:
    put(tmp_path, "srv-work-lumen", "a.jsonl", said(ASKED))
    put(tmp_path, "srv-work-lumen", "a.txt", "user:", "<user_query>", "Old", "</user_query>")

    assert only(read(tmp_path)).first_request == "Go"


def test_calls_name_files_in_each_of_the_agents_ways(tmp_path: Path) -> None:
    patch = (
        "*** Begin Patch\n*** Update File: docs/p.md\n@@\n-a\n+b\n*** Delete File: docs/q.md\n*** End Patch"
    )
    put(
        tmp_path,
        "srv-work-lumen",
        "a.jsonl",
        said(ASKED),
        used("Read", {"path": "docs/a.md", "offset": -5}),
        used("MultiStrReplace", {"paths": [{"file_path": "docs/b.md"}, {"file_path": "docs/c.md"}]}),
        used("ApplyPatch", patch),
        used("ApplyPatch", {"patch": patch}),
        used("Shell", {"command": "cat e.md", "working_directory": f"{ROOT}/docs"}),
        used("Glob", {"glob_pattern": "**/*.md", "target_directory": "docs"}),
        used("Read", {}),
        used("TodoWrite", {"todos": []}),
    )

    calls = list(only(read(tmp_path)).calls())

    assert [[(a.action, a.path, a.line_from) for a in call.accesses] for call in calls] == [
        [("read", "docs/a.md", -5)],
        [("write", "docs/b.md", None), ("write", "docs/c.md", None)],
        [("write", "docs/p.md", None), ("delete", "docs/q.md", None)],
        [("write", "docs/p.md", None), ("delete", "docs/q.md", None)],
        [("read", "docs/e.md", None)],
        [("search", "docs", None)],
        [("read", None, None)],
        [],
    ]
    assert {call.status for call in calls} == {"unknown"}


def test_calls_take_the_time_of_their_turn(tmp_path: Path) -> None:
    later = ASKED.replace("9:05", "9:45").replace("Go", "On")
    call = used("Read", {"path": "docs/a.md"})
    put(tmp_path, "srv-work-lumen", "a.jsonl", said("First"), call, said(ASKED), call, said(later), call)

    conversation = only(read(tmp_path))

    minutes = [(event.at.minute if event.at else None, event.time_basis) for event in conversation.events]
    assert minutes == [
        (5, "neighbour"),
        (5, "neighbour"),
        (5, "message"),
        (5, "neighbour"),
        (45, "message"),
        (45, "neighbour"),
    ]
    assert conversation.time_basis == "neighbour"


def test_without_a_repository_a_slug_says_nothing(tmp_path: Path) -> None:
    put(tmp_path, "srv-work-lumen", "a.jsonl", said(ASKED))

    assert only(read(tmp_path, known=False)).workspace is None


def test_another_agents_lines_are_no_transcript(tmp_path: Path) -> None:
    claude = {"type": "user", "uuid": "u", "sessionId": "s", "message": {"role": "user", "content": "x"}}
    file = tmp_path / "agent-transcripts" / "a.jsonl"
    file.parent.mkdir()
    file.write_text(json.dumps(claude) + "\n", "utf-8")

    assert {c.source for c in read(tmp_path).conversations} == {"claude-code"}


def test_a_tool_of_which_nothing_is_known_is_listed_once(tmp_path: Path) -> None:
    strange = [used("Teleport", {"path": "docs/a.md"}), used("Teleport", {}), used("mcp_files_stat", {})]
    put(tmp_path, "srv-work-lumen", "a.jsonl", said(ASKED), *strange, used("Task", {"prompt": "look"}))

    assert [(gap.where, gap.reason) for gap in read(tmp_path).gaps] == [("a.jsonl Teleport", "unknown_tool")]


def test_a_persons_words_may_begin_with_a_tag_of_their_own(tmp_path: Path) -> None:
    put(tmp_path, "srv-work-lumen", "a.jsonl", said("<div> is too wide"), said("<system_reminder>x"))

    assert [m.text for m in only(read(tmp_path)).messages()] == ["<div> is too wide"]


def test_a_line_that_stands_in_itself_too_deeply_costs_no_other_line(tmp_path: Path) -> None:
    deep = f'{{"role": "user", "more": {"[" * 5000}{"]" * 5000}}}'
    put(tmp_path, "srv-work-lumen", "a.jsonl", said(ASKED), deep, said("On"))

    reading = read(tmp_path)

    assert [m.text for m in only(reading).messages()] == ["Go", "On"]
    assert [(gap.where, gap.reason) for gap in reading.gaps] == [("a.jsonl line 2", "invalid_json")]
