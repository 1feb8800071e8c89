"""The planted transcripts: one conversation that lies nowhere else, and one copy."""

import json
from pathlib import Path

from pipeline.twin.plan import thread_id

FOLDER = Path("history/.cursor/projects/srv-planted/agent-transcripts")


def test_two_threads_have_a_transcript(planted: Path) -> None:
    found = sorted(path.name for path in (planted / FOLDER).rglob("*.jsonl"))
    assert found == [f"{thread_id(2)}.jsonl", f"{thread_id(12)}.jsonl"]


def test_a_turn_of_a_person_carries_its_local_time(planted: Path) -> None:
    path = planted / FOLDER / thread_id(12) / f"{thread_id(12)}.jsonl"
    first = json.loads(path.read_bytes().split(b"\n")[0])
    assert first["message"]["content"][0]["text"] == (
        "<timestamp>Thursday, Jan 15, 2026, 12:00 PM (UTC+3)</timestamp>\n"
        "<user_query>\nBuild the export. Use TOML.\n</user_query>"
    )


def test_a_read_of_lines_says_where_it_begins_and_how_many(planted: Path) -> None:
    path = planted / FOLDER / thread_id(12) / f"{thread_id(12)}.jsonl"
    part = json.loads(path.read_bytes().split(b"\n")[2])["message"]["content"][0]
    assert part["name"] == "Read"
    assert part["input"] == {"path": "/srv/planted/docs/memory/errors/e1.md", "offset": 2, "limit": 2}
