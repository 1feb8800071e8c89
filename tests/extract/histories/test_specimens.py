"""What every specimen of a format that is read holds, key by key."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from pipeline.extract.histories.collection import collect
from pipeline.extract.histories.formats import Context
from pipeline.extract.histories.listing import as_json
from pipeline.extract.paths import Locator

EXPECTED = json.loads(Path(__file__).with_name("specimens_expected.json").read_text("utf-8"))
REPOSITORY = EXPECTED["conventions"]["repository"]
SPECIMENS = {specimen["specimen"]: specimen for specimen in EXPECTED["specimens"]}
NO_READER = {"codex", "cline", "copilot-chat", "gemini-cli", "opencode"}
READ = sorted(name for name, specimen in SPECIMENS.items() if specimen["source"] not in NO_READER)
TOLD = sorted(name for name in READ if "if_told" in SPECIMENS[name])

Listed = Callable[[str, str | None], dict[str, Any]]


@pytest.fixture
def listed(specimens: Path) -> Listed:
    """A specimen as `reread histories --json` shows it; the zone is that of names without one."""

    def shown(name: str, zone: str | None = None) -> dict[str, Any]:
        locator = Locator(REPOSITORY["root"], REPOSITORY["aliases"])
        context = Context(locator, ZoneInfo(zone) if zone else None)
        folder = specimens / Path(SPECIMENS[name]["files"][0]).parts[0]
        return as_json(collect([folder], context))

    return shown


def gaps(document: dict[str, Any]) -> list[tuple[str, str]]:
    return sorted((gap["where"], gap["reason"]) for gap in document["not_understood"])


def differences(document: dict[str, Any], right: dict[str, Any]) -> list[str]:
    """Each key of each conversation that is not as expected, and what is missing or too much."""
    found = {c["conversation_id"]: c for c in document["conversations"]}
    wanted = {c["conversation_id"]: c for c in right["conversations"]}
    wrong = [f"missing {name}" for name in wanted.keys() - found.keys()]
    wrong += [f"too much {name}" for name in found.keys() - wanted.keys()]
    if len(found) != len(document["conversations"]):
        wrong.append("an id stands twice")
    for name in wanted.keys() & found.keys():
        for key, value in (wanted[name] | {"source": right["source"]}).items():
            if found[name][key] != value:
                wrong.append(f"{name} {key}: {found[name][key]!r}, not {value!r}")
    if gaps(document) != gaps(right):
        wrong.append(f"not_understood: {gaps(document)!r}, not {gaps(right)!r}")
    return wrong


@pytest.mark.parametrize("name", READ)
def test_a_specimen_is_read_as_expected(name: str, listed: Listed) -> None:
    assert differences(listed(name, None), SPECIMENS[name]) == []


@pytest.mark.parametrize("name", TOLD)
def test_a_specimen_is_read_as_expected_where_the_study_says_more(name: str, listed: Listed) -> None:
    right = dict(SPECIMENS[name])
    told = dict(right["if_told"])
    zone = told.pop("unzoned_file_names")
    right["not_understood"] = told.pop("not_understood", right["not_understood"])
    right["conversations"] = [conversation | told for conversation in right["conversations"]]

    assert differences(listed(name, zone), right) == []


@pytest.mark.parametrize("name", READ)
def test_reading_leaves_every_file_as_it_was(name: str, specimens: Path, listed: Listed) -> None:
    files = sorted(path for path in specimens.rglob("*") if path.is_file())
    before = [(path, path.read_bytes(), path.stat().st_mtime_ns) for path in files]

    listed(name, None)

    assert sorted(path for path in specimens.rglob("*") if path.is_file()) == files
    assert [(path, path.read_bytes(), path.stat().st_mtime_ns) for path in files] == before
