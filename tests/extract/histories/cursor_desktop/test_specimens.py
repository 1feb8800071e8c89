"""What the desktop specimens hold, key by key."""

from pathlib import Path
from typing import Any

import pytest

from pipeline.extract.histories.collection import collect
from pipeline.extract.histories.formats import Context
from pipeline.extract.histories.listing import as_json
from pipeline.extract.paths import Locator

ALIASES = ("c:/Users/dev/lumen", "wsl+ubuntu:/home/dev/lumen", "ssh-remote+buildbox:/srv/work/lumen")


def by_id(document: dict[str, Any]) -> dict[str, Any]:
    return {conversation["conversation_id"]: conversation for conversation in document["conversations"]}


def pairs(gaps: list[dict[str, str]]) -> list[tuple[str, str]]:
    return sorted((gap["where"], gap["reason"]) for gap in gaps)


@pytest.mark.parametrize(
    "name", ["cursor-desktop-v3", "cursor-desktop-wal", "cursor-desktop-headers", "cursor-desktop-v1"]
)
def test_a_specimen_is_read_as_expected(
    name: str, specimens: Path, expected_specimens: dict[str, Any]
) -> None:
    right = expected_specimens[name]

    document = as_json(collect([specimens / name], Context(Locator("/srv/work/lumen", ALIASES))))

    for conversation in document["conversations"]:
        assert conversation.pop("source") == "cursor"
        assert conversation.pop("source_file").endswith("/state.vscdb")
    assert by_id(document) == by_id(right)
    assert pairs(document["not_understood"]) == pairs(right["not_understood"])
