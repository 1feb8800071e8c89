"""docs/json.md lists the keys that the commands print with `--json`."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from pipeline.cli.group import COMMANDS, main
from pipeline.tables import table

PAGE = (Path(__file__).parents[2] / "docs" / "json.md").read_text("utf-8")
SECTIONS = dict(re.findall(r"^## (.+)\n((?:(?!^## ).*\n)*)", PAGE, re.MULTILINE))
WORDS = {"counts": "VERDICT", "undetermined": "REASON"}
COLUMNS = {"reads[]": "memory_reads", "writes[]": "memory_writes", "conversation": "conversations"}


LEDGER = """\
schema: 1
claims:
- id: distance
  statement: The median distance, in conversations
  printed: '4'
  value: 4
  unit: conversations
  made_of: {kind: count}
  measure: cross_distance_conversations
  arguments: {take: median}
  readings:
  - {reading: {distance: strictly between}, text: strictly between}
  computable: package
  note: counted by hand
- id: share
  statement: The largest share
  printed: '0.5'
  value: 0.5
  unit: share
  made_of: {kind: share, n: 3}
  measure: share_read.max
  computable: package
"""


def listed(section: str, nth: int = 0) -> set[str]:
    """The keys in the nth table of a section."""
    tables = SECTIONS[section].split("| key | meaning |")[1:]
    return set(re.findall(r"^\| `([^`]+)` \|", tables[nth], re.MULTILINE))


def keys(document: Any, above: str = "") -> Iterator[str]:
    """Every key of a document that holds no further keys, as the page writes it."""
    if isinstance(document, dict):
        for key, value in document.items():
            yield from keys(value, f"{above}.{key}" if above else key)
    elif isinstance(document, list):
        for value in document:
            yield from keys(value, f"{above}[]")
    else:
        yield above


def with_intervals(named: set[str]) -> set[str]:
    """The keys as they are where each number has an interval, which few conversations do not give."""
    return {re.sub(r"(^|\.)interval$", r"\1interval[]", key) for key in named}


def told(workspace: Path, *arguments: str) -> Any:
    result = CliRunner().invoke(main, [*arguments, "--workspace", str(workspace), "--json"])
    return json.loads(result.stdout)


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What each command prints for the planted study."""
    place = tmp_path_factory.mktemp("workspace")
    raw = place / "data/raw/planted"
    twin = told(place, "twin", "planted")
    claims = str(place / "claims.yaml")
    Path(claims).write_text(LEDGER, "utf-8")
    return {
        "reread twin": twin,
        "reread new": told(place, "new", "mine", "--repo", f"{raw}/repo", "--histories", f"{raw}/history",
                           "--alias", "/srv/other"),
        "reread run": told(place, "run", "planted"),
        "reread measures": told(place, "measures", "planted"),
        "reread show": told(place, "show", "planted", "6"),
        "text": told(place, "show", "planted", "12", "--text", "docs/memory/REGISTER.md"),
        "reread audit": told(place, "audit", "planted", "--claims", claims),
        "readings": told(place, "audit", "planted", "--readings", "--claims", claims),
        "new ledger": told(place, "audit", "--new-ledger", str(place / "new.yaml")),
        "reread explain": told(place, "explain", "planted", "distance", "--claims", claims),
        "An error": told(place, "show", "planted", "9999"),
    }  # fmt: skip


def test_every_command_has_a_section() -> None:
    assert {name for name in SECTIONS if name != "An error"} == {f"reread {name}" for name in COMMANDS}


@pytest.mark.parametrize("name", ["reread twin", "An error"])
def test_keys_are_those_listed(name: str, printed: dict[str, Any]) -> None:
    assert set(keys(printed[name])) == listed(name)


def test_keys_of_new_are_those_listed(printed: dict[str, Any]) -> None:
    document = printed["reread new"]

    assert all(document[name] for name in ("stores", "roots", "memory"))
    assert set(keys(document)) == listed("reread new")


def test_keys_of_run_are_those_listed(printed: dict[str, Any]) -> None:
    named = {re.sub(r"(tables\.)\w+", r"\1TABLE", key) for key in keys(printed["reread run"])}

    assert named == listed("reread run")


def test_keys_of_measures_are_those_listed(printed: dict[str, Any]) -> None:
    document = printed["reread measures"]
    each = {key for taken in document["measures"].values() for key in keys(taken)} - {"interval"}
    named = {re.sub(r"(undetermined\.)\w+", r"\1REASON", f"measures.NAME.{key}") for key in each}

    assert {"study", *named} == listed("reread measures")


def test_keys_of_show_are_those_listed_and_columns_of_the_tables_named(printed: dict[str, Any]) -> None:
    found = set(keys(printed["reread show"]))
    of_tables = [key.rpartition(".") for key in found if key.rpartition(".")[0] in COLUMNS]
    columns = {name: {*table(held).names, "kind", "recap", "labeller"} for name, held in COLUMNS.items()}

    assert {above for above, _, _ in of_tables} == set(COLUMNS)
    assert [column for above, _, column in of_tables if column not in columns[above]] == []
    assert {key for key in found if key.rpartition(".")[0] not in COLUMNS} == {
        key for key in listed("reread show") if not key.endswith(("FACT", "COLUMN"))
    }


def test_keys_of_an_audit_are_those_listed(printed: dict[str, Any]) -> None:
    named = {
        re.sub(r"(counts|undetermined)\.\w+", lambda held: f"{held[1]}.{WORDS[held[1]]}", key)
        for key in keys(printed["reread audit"])
    }
    named = {re.sub(r"(reading\.)\w+", r"\1KEY", key) for key in named}

    assert with_intervals(named) == listed("reread audit") - {"claims[].strength"}


def test_keys_of_the_readings_are_those_listed(printed: dict[str, Any]) -> None:
    assert any(one["changed"] for one in printed["readings"]["readings"])
    assert set(keys(printed["readings"])) == listed("reread audit", nth=1)


def test_keys_of_a_ledger_begun_are_those_listed(printed: dict[str, Any]) -> None:
    assert set(keys(printed["new ledger"])) == listed("reread audit", nth=2)


def test_keys_of_an_explanation_are_those_listed(printed: dict[str, Any]) -> None:
    document = printed["reread explain"]
    plain = {key for key in keys(document) if not key.startswith(("rows", "sources", "undetermined"))}
    promised = listed("reread explain")

    assert {one["kind"] for one in document["sources"]} == {"message", "tool_call", "commit", "blob"}
    assert with_intervals(plain) == {
        key for key in promised if not key.startswith(("rows", "sources", "undetermined"))
    }
    assert all({"kind", "ref"} <= set(one) for one in document["sources"])
    assert {one["table"] for one in document["rows"]} == {"memory_reads"}
    files = [file for one in document["sources"] for file in one.get("files", [])]
    assert files
    assert all(set(file) == {"path", "action", "line_from", "line_to", "chars"} for file in files)


def test_keys_of_a_text_shown_are_those_listed(printed: dict[str, Any]) -> None:
    assert set(keys(printed["text"])) == listed("reread show", nth=1)
