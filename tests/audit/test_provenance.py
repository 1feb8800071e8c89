"""The way back from the article's numbers ends at rows, messages, commits and texts that are really there.

What is explained is looked up here in the raw bytes: Cursor's database with sqlite3, the repository with git,
coefficients with SciPy."""

import json
import sqlite3
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from scipy import stats

from pipeline.audit.ledger import load
from pipeline.audit.provenance import Explained, explained
from pipeline.measures.asked import asked
from pipeline.measures.evidence import Evidence
from tests.twin.article.tables import place_of

CLAIMS = ("share-read-p90", "distance-max", "main-read-spearman", "case-auth-conversations")
PAIR = ("main_chars_available", "main_chars_read")

Followed = Callable[[str], Explained]
Bubble = dict[str, Any]


@pytest.fixture(scope="module")
def followed(twin: Path, tables: dict[str, pd.DataFrame]) -> Followed:
    study = place_of(twin).study
    claims = {one.id: one for one in load(twin / "claims.yaml").claims}

    def follow(name: str) -> Explained:
        claim = claims[name]
        assert claim.measure is not None
        return explained(asked(study, claim.measure, claim.arguments), Evidence(tables, study))

    return follow


@pytest.fixture(scope="module")
def bubbles(twin: Path) -> dict[str, list[Bubble]]:
    """What was said and called in each conversation of the database, in the order of its bubbles."""
    file = twin / "history" / "today" / "User" / "globalStorage" / "state.vscdb"
    found: dict[str, list[Bubble]] = {}
    with sqlite3.connect(f"file:{file}?mode=ro", uri=True) as database:
        for key, value in database.execute(
            "SELECT key, value FROM cursorDiskKV WHERE key LIKE 'bubbleId:%' ORDER BY key"
        ):
            found.setdefault(key.split(":")[1], []).append(json.loads(value))
    return found


def git(twin: Path, *arguments: str) -> bytes:
    return subprocess.run(
        ["git", "-C", str(twin / "repo"), *arguments], capture_output=True, check=True
    ).stdout


def of_kind(found: Explained, kind: str) -> list[dict[str, Any]]:
    return [one for one in found.sources if one["kind"] == kind]


@pytest.mark.parametrize("name", CLAIMS)
def test_messages_stand_in_the_database(
    name: str, followed: Followed, bubbles: Mapping[str, list[Bubble]]
) -> None:
    messages = of_kind(followed(name), "message")

    assert messages
    for message in messages:
        conversation = message["ref"].split("#")[0]
        said = [one["text"] for one in bubbles[conversation] if one["type"] == 1]
        assert any(text.startswith(message["text"]) for text in said), message


@pytest.mark.parametrize("name", CLAIMS)
def test_calls_stand_in_the_database_with_the_paths_they_name(
    name: str, followed: Followed, bubbles: Mapping[str, list[Bubble]]
) -> None:
    calls = of_kind(followed(name), "tool_call")

    assert calls
    for call in calls:
        conversation = call["ref"].split("#")[0]
        made = [one["toolFormerData"] for one in bubbles[conversation] if "toolFormerData" in one]
        own = [json.dumps(one, ensure_ascii=False) for one in made if one["name"] == call["tool"]]
        for file in call["files"]:
            named = (file["path"], file["path"].rpartition("/")[2])
            assert any(path in text for path in named for text in own), (call, file)


@pytest.mark.parametrize("name", CLAIMS)
def test_commits_and_texts_stand_in_the_repository(name: str, followed: Followed, twin: Path) -> None:
    found = followed(name)
    commits, blobs = of_kind(found, "commit"), of_kind(found, "blob")

    assert commits and blobs
    for commit in commits:
        assert git(twin, "cat-file", "-t", commit["ref"]) == b"commit\n"
        if "path" in commit:
            assert git(twin, "cat-file", "-e", f"{commit['ref']}:{commit['path']}") == b""
        if "files" in commit:
            held = git(twin, "ls-tree", "-r", "--name-only", commit["ref"], "docs/memory").split(b"\n")
            assert commit["files"] == len([one for one in held if one.endswith(b".md")])
    for blob in blobs:
        text = git(twin, "cat-file", "blob", blob["ref"]).decode()
        assert len(text) == blob.get("chars", len(text))
        assert blob.get("chars_read", 0) <= len(text)


def test_the_share_at_the_ninetieth_percentile_stands_between_its_neighbours(
    followed: Followed, tables: dict[str, pd.DataFrame]
) -> None:
    """271 pairs: (271 - 1) x 0.9 = 243, so the 244th from the lowest is the percentile itself."""
    found = followed("share-read-p90")
    rows = found.rows
    reads = tables["reads_by_conversation"]
    keys = ["axis", "conversation_id"]
    shares = reads.set_index(keys)["share_read"]
    table = sorted(
        shares[tuple(row)]
        for row in found.measure.rows[keys].itertuples(index=False)  # type: ignore[call-overload]
    )

    assert (found.of, [row["place"] for row in rows]) == (271, [242, 243, 244, 245, 246])
    assert {row["table"] for row in rows} == {"reads_by_conversation"}
    for row in rows:
        assert shares[row["axis"], row["conversation_id"]] == row["number"] == table[row["place"] - 1]
    assert found.measure.value == rows[2]["number"] == table[243]


def test_a_share_is_what_its_conversation_read_of_what_was_there(followed: Followed, twin: Path) -> None:
    """Characters read of each version, none counted twice, and the files in force, told from Git alone."""
    found = followed("share-read-p90")
    blobs = {one["ref"]: one for one in of_kind(found, "blob")}

    for row in found.rows:
        start = next(
            one["ref"]
            for one, said in zip(found.sources[1:], found.sources, strict=False)
            if one["kind"] == "commit" and said["kind"] == "message"
            and said["ref"].split("#")[0] == row["conversation_id"]
        )  # fmt: skip
        there = git(twin, "ls-tree", "-r", start, "docs/memory").decode().splitlines()
        own = {
            source["path"]
            for call in of_kind(found, "tool_call")
            if call["ref"].split("#")[0] == row["conversation_id"]
            for source in call["files"]
        }
        read = {one["path"] for one in blobs.values() if one["path"] in own}
        files = [line.split("\t")[1] for line in there if line.endswith(".md")]
        assert row["number"] == pytest.approx(len(read & set(files)) / len(files)), row


def test_the_largest_distance_is_counted_in_the_table_of_conversations(
    followed: Followed, tables: dict[str, pd.DataFrame], twin: Path
) -> None:
    found = followed("distance-max")
    ordinals = tables["conversations"].set_index("conversation_id")["ordinal"]
    [row] = found.rows

    assert found.of == 1384
    assert row["number"] == found.measure.value == 191
    assert ordinals[row["conversation_id"]] - ordinals[row["last_update_by"]] == 191
    commit = of_kind(found, "commit")[0]
    changes = git(twin, "log", "--format=%H", "HEAD", "--", row["path"]).decode().split()
    assert commit["written_by"] == row["last_update_by"]
    assert commit["ref"] in changes


def test_points_of_a_correlation_change_it_as_they_say(
    followed: Followed, tables: dict[str, pd.DataFrame]
) -> None:
    found = followed("main-read-spearman")
    pairs = tables["reads_by_conversation"].merge(
        found.measure.rows[["axis", "conversation_id"]], on=["axis", "conversation_id"]
    )
    whole = stats.spearmanr(*(pairs[one] for one in PAIR)).statistic

    assert len(pairs) == found.of == 271
    assert found.measure.value == pytest.approx(whole)
    changes = {}
    for left_out in pairs["conversation_id"]:
        kept = pairs[pairs["conversation_id"] != left_out]
        changes[left_out] = whole - stats.spearmanr(*(kept[one] for one in PAIR)).statistic
    told = {row["conversation_id"]: row["change"] for row in found.rows}
    assert told == {one: pytest.approx(changes[one]) for one in told}
    left = sorted((abs(change) for one, change in changes.items() if one not in told), reverse=True)
    assert len(told) == 10
    assert min(map(abs, told.values())) >= left[0] - 1e-12


def test_the_distance_of_the_case_is_counted_in_the_table_of_conversations(
    followed: Followed, tables: dict[str, pd.DataFrame], twin: Path
) -> None:
    """The rule of shared authentication: written in the second conversation, read in the 157th, so that
    157 - 2 - 1 lie between."""
    found = followed("case-auth-conversations")
    conversations = tables["conversations"].set_index("conversation_id")["ordinal"]
    [row] = found.rows
    call = next(one for one in of_kind(found, "tool_call") if one["ref"].startswith(row["conversation_id"]))
    update = next(one for one in of_kind(found, "tool_call") if one.get("what") == "the update")
    writer = update["ref"].split("#")[0]
    [path] = {file["path"] for file in call["files"]}

    assert (path, row["number"]) == ("docs/memory/rules/shared-authentication.md", 154)
    assert (conversations[writer], conversations[row["conversation_id"]]) == (2, 157)
    assert git(twin, "log", "--format=%H", "HEAD", "--", path).decode().split()[-1] in {
        one["ref"] for one in of_kind(found, "commit")
    }
