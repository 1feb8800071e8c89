"""Databases and JSON lines that made other tools lose, double or misdate conversations."""

import shutil
from pathlib import Path
from typing import Any

import pytest

from pipeline.extract.histories.collection import collect
from pipeline.extract.histories.formats import Context
from pipeline.extract.histories.listing import as_json
from pipeline.extract.paths import Locator

ROOT = "/srv/work/lumen"
MEMORY = "docs/memory/"
Document = dict[str, Any]


def listed(folder: Path, root: str = ROOT) -> Document:
    return as_json(collect([folder], Context(Locator(root))))


def by_id(document: Document) -> dict[str, Document]:
    return {conversation["conversation_id"]: conversation for conversation in document["conversations"]}


def independent(document: Document) -> list[Document]:
    return [conversation for conversation in document["conversations"] if conversation["independent"]]


def memory(conversations: list[Document], action: str) -> list[str]:
    """Paths of memory that successful calls read or wrote."""
    return [
        access["path"]
        for conversation in conversations
        for call in conversation["tool_calls"]
        if call["status"] == "ok"
        for access in call["accesses"]
        if access["action"] == action and access["path"].startswith(MEMORY) and access.get("counts", True)
    ]


def differences(found: dict[str, Document], right: list[Document]) -> list[str]:
    """What the stated keys of the stated conversations say otherwise; `a|b` allows either."""
    wrong: list[str] = []
    for wanted in right:
        name = wanted["conversation_id"]
        if name not in found:
            wrong.append(f"missing {name}")
            continue
        facts = {key: value for key, value in wanted.items() if key != "tool_calls"}
        wrong += [f"{name} {key}: {found[name][key]!r}" for key in facts if found[name][key] != facts[key]]
        reads = [call for call in found[name]["tool_calls"] if _reads_memory(call)]
        if len(reads) != len(wanted["tool_calls"]):
            wrong.append(f"{name}: {len(reads)} reads of memory")
            continue
        for call, told in zip(reads, wanted["tool_calls"], strict=True):
            wrong += [f"{name} {told['path']} {key}" for key in told if not _agrees(call, told, key)]
    return wrong


def _reads_memory(call: Document) -> bool:
    return any(a["action"] == "read" and a["path"].startswith(MEMORY) for a in call["accesses"])


def _agrees(call: Document, told: Document, key: str) -> bool:
    access = next(a for a in call["accesses"] if a["action"] == "read" and a["path"].startswith(MEMORY))
    if key == "between":
        return call["at"] is None or told[key][0] <= call["at"] <= told[key][1]
    if key == "at" and "between" in told:
        return True
    seen = access[key] if key in ("path", "chars") else call[key]
    return seen in (told[key].split("|") if key == "time_basis" else (told[key],))


def test_a_row_without_a_value_costs_only_itself(failing_inputs: Path, failing_right: Document) -> None:
    right = failing_right["A1"]["right"]

    document = listed(failing_inputs / "A1")

    found = by_id(document)
    assert differences(found, right["conversations"]) == []
    assert len(independent(document)) == right["independent"]
    assert [found[name]["excluded_because"] for name in right["not_independent"]] == ["empty"]
    assert not found.keys() & set(right["no_conversation_row"])
    reasons = {gap["where"]: gap["reason"] for gap in document["not_understood"]}
    for gap in right["not_understood"]:
        assert reasons[gap["where"]] in gap["reason"].split("|")


def test_a_message_without_a_time_is_not_dated_now(failing_inputs: Path, failing_right: Document) -> None:
    right = failing_right["A2"]["right"]

    document = listed(failing_inputs / "A2")

    assert differences(by_id(document), right["conversations"]) == []
    ordered = sorted(independent(document), key=lambda c: str(c["started_at"]))
    assert [conversation["conversation_id"] for conversation in ordered] == right["order"]
    assert sorted({c["started_at"][:10] for c in ordered}) == right["active_dates"]
    times = [call["at"] for c in document["conversations"] for call in c["tool_calls"] if call["at"]]
    assert max(times) <= "2026-03-02T09:00:01.000Z"


def test_a_window_of_several_folders_belongs_to_the_one_its_calls_touch(
    failing_inputs: Path, failing_right: Document
) -> None:
    right = failing_right["A3"]["right"]

    document = listed(failing_inputs / "A3" / "User", str(failing_inputs / right["repository"]))

    assert differences(by_id(document), right["conversations"]) == []
    assert len(independent(document)) == right["independent"]
    excluded = {name: by_id(document)[name]["excluded_because"] for name in right["excluded"]}
    assert excluded == dict.fromkeys(right["excluded"], "other_repository")
    assert len(memory(document["conversations"], "read")) == right["memory_reads"]


def test_a_message_added_under_an_old_stamp_of_change_is_found(
    failing_inputs: Path, failing_right: Document, tmp_path: Path
) -> None:
    right = failing_right["A4"]["right"]
    folder = tmp_path / "A4"
    shutil.copytree(failing_inputs / "A4" / "before", folder)

    first = listed(folder)
    shutil.copytree(failing_inputs / "A4" / "after", folder, dirs_exist_ok=True)
    second = listed(folder)

    for document, step in ((first, "after_step_1"), (second, "after_step_3")):
        assert len(independent(document)) == right["independent"]
        assert len(memory(document["conversations"], "read")) == right[step]["memory_reads"]
        assert sum(c["human_messages"] for c in document["conversations"]) == right[step]["human_messages"]
    assert memory(second["conversations"], "read") == right["after_step_3"]["paths"]


def test_lines_are_cut_at_line_feeds_only(failing_inputs: Path, failing_right: Document) -> None:
    right = failing_right["B1"]["right"]

    document = listed(failing_inputs / "B1")

    assert differences(by_id(document), right["conversations"]) == []
    assert len(independent(document)) == right["independent"]
    assert len(document["not_understood"]) == right["skipped"]


def test_a_session_sent_to_the_background_is_resumed_and_counts_once(
    failing_inputs: Path, failing_right: Document
) -> None:
    right = failing_right["B2"]["right"]

    document = listed(failing_inputs / "B2")

    rows = document["conversations"]
    assert [c["conversation_id"] for c in independent(document)] == list(right["ordinals"])
    assert len(memory(rows, "read")) == right["reads_in_all_rows"]
    assert len(memory(rows, "write")) == right["writes_in_all_rows"]
    assert len(memory(independent(document), "read")) == right["reads_of_independent"]
    assert sum(c["human_messages"] for c in rows) == right["human_messages_in_all"]
    for name, told in right["not_independent"].items():
        assert {key: by_id(document)[name][key] for key in told} == told


def test_the_same_record_is_known_by_session_message_and_part(
    failing_inputs: Path, failing_right: Document
) -> None:
    right = failing_right["B4"]["right"]

    document = listed(failing_inputs / "B4")

    rows = by_id(document)
    assert len(independent(document)) == right["independent"]
    assert {name: len(rows[name]["tool_calls"]) for name in rows} == right["tool_calls"]
    assert {name: memory([rows[name]], "read") for name in rows} == right["paths"]
    assert len(memory(list(rows.values()), "read")) == right["memory_reads"]


def test_a_command_reads_and_writes_what_a_shell_would(failing_inputs: Path, failing_right: Document) -> None:
    right = failing_right["B5"]["right"]

    document = listed(failing_inputs / "B5")

    calls = document["conversations"][0]["tool_calls"]
    keys = ("action", "path", "line_from", "line_to")
    acting = ("read", "write", "move", "delete")
    found = [
        [
            {k: a[k] for k in keys}
            for a in c["accesses"]
            if a["action"] in acting and not a["path"].startswith("/")
        ]
        for c in calls
    ]
    told = right["accesses_by_call"]
    assert [(n, f, t) for n, (f, t) in enumerate(zip(found, told, strict=True), 1) if f != t] == []


@pytest.mark.parametrize("case", ["A1", "A2", "B1", "B2", "B4", "B5"])
def test_a_second_reading_says_the_same(case: str, failing_inputs: Path) -> None:
    assert listed(failing_inputs / case) == listed(failing_inputs / case)
