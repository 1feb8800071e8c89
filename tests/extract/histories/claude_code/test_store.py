"""Where sessions are found."""

import json
from pathlib import Path

from pipeline.extract.histories.claude_code import CLAUDE_CODE
from pipeline.extract.histories.collection import collect
from pipeline.extract.histories.formats import Context
from pipeline.extract.paths import Locator

CONTEXT = Context(Locator("/srv/work/lumen"))
LINE = {"type": "user", "uuid": "u", "sessionId": "s", "message": {"content": "Go."}}


def put(file: Path, *lines: object) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(b"".join(json.dumps(line).encode() + b"\n" for line in lines))
    return file


def units(path: Path) -> list[str]:
    return [unit.name for store in CLAUDE_CODE.stores(path) for unit in CLAUDE_CODE.units(store, CONTEXT)]


def test_each_file_of_a_project_is_a_unit_and_no_file_is_one_twice(tmp_path: Path) -> None:
    put(tmp_path / "projects/p/b.jsonl", LINE)
    put(tmp_path / "projects/p/a.jsonl", LINE)
    put(tmp_path / "projects/p/a/subagents/agent-1.jsonl", LINE)
    put(tmp_path / "projects/p/a/subagents/workflows/w/agent-2.jsonl", LINE)

    assert units(tmp_path) == [
        "a.jsonl",
        "b.jsonl",
        "a/subagents/agent-1.jsonl",
        "a/subagents/workflows/w/agent-2.jsonl",
    ]
    assert units(tmp_path / "projects/p/a.jsonl") == ["a.jsonl"]


def test_json_lines_of_other_programs_are_left_alone(tmp_path: Path) -> None:
    put(tmp_path / "rollout.jsonl", {"timestamp": "x", "type": "session_meta", "payload": {"id": "s"}})
    put(tmp_path / "transcript.jsonl", {"role": "user", "message": {"content": []}})
    put(tmp_path / "stream.jsonl", {"type": "system", "subtype": "init", "session_id": "s"})
    put(tmp_path / "empty.jsonl")
    (tmp_path / "text.jsonl").write_text("no json\n")

    assert units(tmp_path) == []


def test_a_summary_in_another_file_titles_the_session_and_is_part_of_its_fingerprint(tmp_path: Path) -> None:
    session = put(tmp_path / "a.jsonl", LINE)
    (alone,) = [unit.fingerprint for unit in CLAUDE_CODE.units(tmp_path, CONTEXT)]
    put(tmp_path / "b.jsonl", {"type": "summary", "summary": "Lamp", "leafUuid": "u"})
    titled = next(iter(CLAUDE_CODE.units(tmp_path, CONTEXT)))

    assert [conversation.title for conversation in titled.read().conversations] == ["Lamp"]
    assert titled.fingerprint != alone
    assert session.name == titled.name


def test_a_fingerprint_is_of_the_bytes_alone(tmp_path: Path) -> None:
    put(tmp_path / "x/a.jsonl", LINE)
    put(tmp_path / "y/b.jsonl", LINE)
    first, second = (next(iter(CLAUDE_CODE.units(tmp_path / name, CONTEXT))) for name in "xy")

    assert first.fingerprint == second.fingerprint


def test_a_session_whose_every_line_has_a_field_of_another_form_is_told_line_by_line(tmp_path: Path) -> None:
    put(tmp_path / "a.jsonl", LINE)
    put(tmp_path / "b.jsonl", LINE | {"cwd": 5}, LINE | {"cwd": ["/srv"]})

    reading = collect([tmp_path], CONTEXT)

    assert [row.source_file for row in reading.conversations] == ["a.jsonl"]
    assert [(gap.where, gap.reason) for gap in reading.gaps] == [
        ("b.jsonl line 1", "unexpected_shape"),
        ("b.jsonl line 2", "unexpected_shape"),
    ]


def test_a_line_of_another_program_with_a_field_of_another_form_makes_no_session(tmp_path: Path) -> None:
    put(tmp_path / "a.jsonl", {"type": "user", "sessionId": "s", "message": "Go."})
    put(tmp_path / "b.jsonl", {"type": "turn", "uuid": "u", "sessionId": "s", "message": 5})

    assert units(tmp_path) == []
