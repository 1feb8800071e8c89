"""Whatever a history states, a study of it runs; what cannot be is unknown, and nothing else is lost."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.stories.command import reread
from tests.stories.inputs import ROOT, repository, session, store, study, talk, uid

pytestmark = pytest.mark.usefixtures("one_chart")

HALF = "\ud83d half"
STAMPS: list[Any] = [
    "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", "9999-12-31T23:59:59Z", "1601-01-01T00:00:00Z",
    "yesterday", "", None, "2026-03-02T09:10:00", "2026-02-30T00:00:00Z", "2026-03-02T09:10:00+99:99",
]  # fmt: skip
TEXTS = [HALF, "", None, "a\x00b", "x" * 100_000, "../../..", "\x1b[31m"]
INPUTS: list[Any] = [
    HALF, [], 5, {"file_path": HALF}, {"file_path": 5}, {"file_path": f"{ROOT}/docs/memory/\x00.md"},
    {"file_path": "/" * 50_000}, {"file_path": ROOT + "/" + "../" * 20_000 + "x"},
    {"file_path": f"{ROOT}/docs/memory/status.md", "offset": -5, "limit": 10**30},
    {"file_path": f"{ROOT}/docs/memory/status.md", "offset": 1e300, "limit": "x"},
]  # fmt: skip
RESULTS: list[tuple[str, Any]] = [
    ("content", HALF), ("content", None), ("numLines", -1), ("startLine", 10**40), ("startLine", 2**63),
    ("numLines", 2**63), ("totalLines", "x"), ("filePath", HALF), ("startLine", -3),
]  # fmt: skip


def spoilt() -> list[tuple[int, tuple[Any, ...], Any]]:
    """For each session the line, the keys below it, and the value put there."""
    found: list[tuple[int, tuple[Any, ...], Any]] = [(0, ("timestamp",), stamp) for stamp in STAMPS]
    for key in ("cwd", "uuid", "version", "parentUuid", "gitBranch"):
        found += [(0, (key,), text) for text in TEXTS]
    use = ("message", "content", 0)
    found += [(1, (*use, "input"), given) for given in INPUTS]
    found += [(1, (*use, "name"), HALF), (1, ("message", "model"), HALF)]
    found += [(2, ("toolUseResult", "file", key), value) for key, value in RESULTS]
    return found


def test_sessions_with_odd_values_are_all_conversations_with_their_calls(tmp_path: Path) -> None:
    for number, (line, keys, value) in enumerate(spoilt(), 1):
        path = session(tmp_path / "sessions", number)
        lines = [json.loads(text) for text in path.read_text().splitlines()]
        place = lines[line]
        for key in keys[:-1]:
            place = place[key]
        place[keys[-1]] = value
        path.write_text("".join(json.dumps(one) + "\n" for one in lines))
    folder = study(tmp_path, "odd", repo=repository(tmp_path / "repo"), histories=(tmp_path / "sessions",))
    file = folder / "study.toml"
    file.write_text('zone = "Pacific/Kiritimati"\n' + file.read_text())

    told = reread("run", "--json", at=tmp_path)

    assert told.code == 0
    rows = told.document["stages"][0]["tables"]
    assert (rows["conversations"], rows["tool_calls"]) == (len(spoilt()), len(spoilt()))
    assert told.document["skipped_inputs"] == []
    assert reread("measures", "odd", "--json", at=tmp_path).code == 0
    for number, (line, keys, value) in enumerate(spoilt(), 1):
        shown = reread("show", "odd", uid(number), "--json", at=tmp_path)
        assert shown.code == 0, (line, keys, value)
        started = shown.document["conversation"]["started_at"]
        assert started is None or started.startswith("2026-03-0"), (line, keys, value)


CREATED = [10**18, -(10**18), 2**70, 1e300, -1, "soon", None, [], {}, True]


def test_conversations_of_cursor_with_odd_stamps_are_all_there(tmp_path: Path) -> None:
    rows: dict[str, Any] = {}
    for number, stamp in enumerate(CREATED, 1):
        for key, text in talk(number, createdAt=stamp).items():
            held = json.loads(text)
            held["createdAt"] = stamp
            rows[key] = json.dumps(held)
    user = tmp_path / "User"
    store(user, rows)
    study(tmp_path, "odd", repo=repository(tmp_path / "repo"), histories=(user,))

    told = reread("run", "--json", at=tmp_path)

    assert told.code == 0
    assert told.document["stages"][0]["tables"]["conversations"] == len(CREATED)
    assert told.document["stages"][0]["tables"]["tool_calls"] == len(CREATED)
    for number in range(1, len(CREATED) + 1):
        shown = reread("show", "odd", uid(number), "--json", at=tmp_path).document["conversation"]
        assert (shown["started_at"], shown["excluded_because"]) == (None, "no_time")
