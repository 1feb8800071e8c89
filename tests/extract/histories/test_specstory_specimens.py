"""What SpecStory's specimens hold, key by key."""

from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from pipeline.extract.histories.collection import collect
from pipeline.extract.histories.formats import Context
from pipeline.extract.histories.listing import as_json
from pipeline.extract.paths import Locator

ALIASES = ("c:/Users/dev/lumen", "wsl+ubuntu:/home/dev/lumen", "ssh-remote+buildbox:/srv/work/lumen")


def listed(folder: Path, zone: ZoneInfo | None = None) -> dict[str, Any]:
    reading = collect([folder], Context(Locator("/srv/work/lumen", ALIASES), zone))
    document = as_json(reading)
    for conversation in document["conversations"]:
        assert conversation.pop("source") == "specstory"
        assert conversation.pop("source_file").startswith(".specstory/history/")
    return document


def by_id(document: dict[str, Any]) -> dict[str, Any]:
    return {conversation["conversation_id"]: conversation for conversation in document["conversations"]}


@pytest.mark.parametrize("name", ["specstory", "specstory-oldest", "specstory-middle"])
def test_a_specimen_is_read_as_expected(
    name: str, specimens: Path, expected_specimens: dict[str, Any]
) -> None:
    right = expected_specimens[name]

    document = listed(specimens / name)

    assert by_id(document) == by_id(right)
    assert document["not_understood"] == right["not_understood"]


def test_names_without_a_zone_are_times_where_the_study_says_whose(
    specimens: Path, expected_specimens: dict[str, Any]
) -> None:
    right = expected_specimens["specstory-oldest"]
    told = right["if_told"]

    document = listed(specimens / "specstory-oldest", ZoneInfo(told["unzoned_file_names"]))

    start = {"started_at": told["started_at"], "time_basis": told["time_basis"]}
    assert document["conversations"] == [right["conversations"][0] | start]
    assert document["not_understood"] == told["not_understood"]
