"""Databases that made other tools lose conversations or invent times."""

from pathlib import Path
from typing import Any

from pipeline.extract.histories.collection import collect
from pipeline.extract.histories.cursor_desktop import CURSOR_DESKTOP
from pipeline.extract.histories.formats import Context
from pipeline.extract.histories.listing import as_json
from pipeline.extract.paths import Locator

LUMEN = Context(Locator("/srv/work/lumen"))


def listed(path: Path, context: Context = LUMEN) -> dict[str, Any]:
    document = as_json(collect([path], context))
    document["by_id"] = {c["conversation_id"]: c for c in document["conversations"]}
    return document


def reads(conversation: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        {"path": access["path"], "chars": access["chars"], "at": call["at"], "time_basis": call["time_basis"]}
        for call in conversation["tool_calls"]
        for access in call["accesses"]
        if access["action"] == "read"
    ]


def test_rows_without_a_value_cost_no_conversation(
    failing_inputs: Path, failing_right: dict[str, Any]
) -> None:
    right = failing_right["A1"]["right"]

    document = listed(failing_inputs / "A1")

    found = document["by_id"]
    assert [c for c in found if found[c]["independent"]] == [
        c["conversation_id"] for c in right["conversations"]
    ]
    assert {c: found[c]["excluded_because"] for c in right["not_independent"]} == {
        "empty-state-draft": "empty"
    }
    assert not set(found) & set(right["no_conversation_row"])
    assert {gap["where"]: gap["reason"] for gap in document["not_understood"]} == {
        gap["where"]: "null_value" for gap in right["not_understood"]
    }
    for told in right["conversations"]:
        assert found[told["conversation_id"]]["started_at"] == told["started_at"]
        assert [r["chars"] for r in reads(found[told["conversation_id"]])] == [
            call["chars"] for call in told["tool_calls"]
        ]


def test_an_undated_message_takes_the_time_of_a_neighbour_or_of_the_session(
    failing_inputs: Path, failing_right: dict[str, Any]
) -> None:
    right = failing_right["A2"]["right"]

    found = listed(failing_inputs / "A2")["by_id"]

    assert sorted(found, key=lambda c: found[c]["started_at"]) == right["order"]
    for told in right["conversations"]:
        conversation = found[told["conversation_id"]]
        assert conversation["started_at"] == told["started_at"]
        assert conversation["time_basis"] == told["time_basis"]
        (read,), (call,) = reads(conversation), told["tool_calls"]
        assert read["time_basis"] in call["time_basis"].split("|")
        first, last = call.get("between", [call["at"], call["at"]])
        assert first <= read["at"] <= last


def test_a_window_of_several_folders_belongs_to_those_its_calls_touch(
    failing_inputs: Path, failing_right: dict[str, Any]
) -> None:
    right = failing_right["A3"]["right"]
    code = (failing_inputs / "A3/code").resolve()

    found = listed(failing_inputs / "A3/User", Context(Locator(str(code / "lumen"))))["by_id"]

    assert {c for c in found if found[c]["independent"]} == {
        c["conversation_id"] for c in right["conversations"]
    }
    assert {c: found[c]["excluded_because"] for c in right["excluded"]} == dict.fromkeys(
        right["excluded"], "other_repository"
    )
    (own,) = (r["path"] for r in reads(found["0000a301-0000-4000-8000-00000000a301"]))
    assert own == "docs/memory/status.md"
    annex, rules = (r["path"] for r in reads(found["0000a303-0000-4000-8000-00000000a303"]))
    assert annex == f"{code}/annex/docs/memory/status.md"
    assert rules == "docs/memory/rules.md"


def test_a_fingerprint_changes_with_the_rows_though_the_last_update_stands_still(
    failing_inputs: Path,
) -> None:
    seen = []
    for name in ("before", "after"):
        store = failing_inputs / "A4" / name / "User/globalStorage/state.vscdb"
        (unit,) = CURSOR_DESKTOP.units(store, LUMEN)
        seen.append(unit)

    assert seen[0].name == seen[1].name
    assert seen[0].fingerprint != seen[1].fingerprint


def test_messages_added_later_are_read(failing_inputs: Path) -> None:
    (after,) = listed(failing_inputs / "A4/after")["by_id"].values()

    assert after["human_messages"] == 2
    assert [r["path"] for r in reads(after)] == ["docs/memory/status.md", "docs/memory/rules.md"]
