"""A study of one's own with a ledger of five claims: four hold, the false one is found and followed back."""

import json
import re
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest

from pipeline.audit.audit import SYNTHETIC
from tests.corpora.figures.corpora import CORPORA
from tests.corpora.git import git
from tests.corpora.layout import HERE
from tests.corpora.plain import cursor_markdown
from tests.corpora.run import Run
from tests.derived import command

pytestmark = pytest.mark.slow

NAME = "chef-chopsky"
LEDGER = HERE / NAME / "claims.yaml"
FALSE = "reads-of-notes"
MEMORY = re.compile(next(corpus.memory for corpus in CORPORA if corpus.name == NAME))


@dataclass(frozen=True)
class Plain:
    """The corpus counted from its files and by plain Git."""

    repository: Path

    @cached_property
    def texts(self) -> dict[str, str]:
        """By file the histories in which a person speaks; of those with one session id the longest."""
        kept: dict[str, tuple[str, str]] = {}
        for path in sorted(self.repository.glob(".specstory/history/*.md")):
            text = path.read_bytes().decode()
            if not re.search(r"^_\*\*User", text, re.MULTILINE):
                continue
            named = re.search(r"<!-- cursor Session (\S+) ", text)
            session = named[1] if named else path.name
            if session not in kept or len(kept[session][1]) < len(text):
                kept[session] = (path.name, text)
        return dict(kept.values())

    @cached_property
    def read(self) -> dict[str, list[str]]:
        """By history the notes that its read calls name."""
        return {name: _notes_named(text) for name, text in self.texts.items()}

    def notes(self, commit: str) -> set[str]:
        names = git(self.repository, "ls-tree", "-r", "-z", "--name-only", commit)
        return {path for path in names.split("\0") if MEMORY.search(path)}

    def content(self, thing: str) -> bytes:
        told = ["git", "-C", str(self.repository), "cat-file", "blob", thing]
        return subprocess.run(told, check=True, capture_output=True).stdout

    def has_commit(self, name: str) -> bool:
        told = ["git", "-C", str(self.repository), "cat-file", "-e", f"{name}^{{commit}}"]
        return subprocess.run(told, check=False, capture_output=True).returncode == 0

    def characters_at_the_end(self) -> int:
        return sum(len(self.content(f"main:{path}").decode()) for path in self.notes("main"))

    def largest_share(self) -> tuple[int, int]:
        """Notes read of those at the start, and how many these are, where the share is largest."""
        log = git(self.repository, "log", "--first-parent", "--format=%ct %H", "main")
        commits = [(int(at), commit) for at, commit in map(str.split, log.splitlines())]
        shares = []
        for name, paths in self.read.items():
            there = self.notes(next(commit for at, commit in commits if at <= _start(name)))
            shares.append((len(there & set(paths)), len(there)))
        return max(shares, key=lambda share: share[0] / share[1])


def _notes_named(text: str) -> list[str]:
    paths: list[str] = []

    def is_note(path: str) -> bool:
        paths.append(path)
        return True

    cursor_markdown.counted(text, is_note, "/chef-chopsky/")
    return [path for path in paths if MEMORY.search(path)]


def _start(name: str) -> float:
    return datetime.strptime(name[:16], "%Y-%m-%d_%H-%M").replace(tzinfo=UTC).timestamp()


@dataclass(frozen=True)
class Asked:
    """The study in a working folder, as somebody who has run it there has it."""

    workspace: Path
    plain: Plain

    def json(self, *words: str, ends: int = 0) -> dict[str, Any]:
        done = command(*words, "--workspace", str(self.workspace), "--json")
        assert done.returncode == ends, done.stderr
        document: dict[str, Any] = json.loads(done.stdout)
        return document


@pytest.fixture(scope="module")
def asked(run_of: Callable[[str], Run], tmp_path_factory: pytest.TempPathFactory) -> Asked:
    derived = run_of(NAME).counted.derived
    workspace = tmp_path_factory.mktemp("audited")
    for folder, there in (("raw", derived.study), ("derived", derived.tables)):
        (workspace / "data" / folder).mkdir(parents=True)
        (workspace / "data" / folder / NAME).symlink_to(there, target_is_directory=True)
    return Asked(workspace, Plain(derived.study / "repo"))


@pytest.fixture(scope="module")
def audited(asked: Asked) -> dict[str, dict[str, Any]]:
    """By claim what the audit says of it; the command ends with 1."""
    document = asked.json("audit", NAME, ends=1)
    assert document["counts"] == {"confirmed": 4, "contradicted": 1, "ambiguous": 0, "not_computable": 0}
    return {claim["id"]: claim for claim in document["claims"]}


@pytest.fixture(scope="module")
def explained(asked: Asked) -> dict[str, Any]:
    """The false claim with every row followed back."""
    return asked.json("explain", NAME, FALSE, "--all")


def test_four_claims_hold_and_the_values_are_those_of_a_plain_count(
    asked: Asked, audited: dict[str, dict[str, Any]]
) -> None:
    plain = asked.plain
    read, there = plain.largest_share()

    assert {name: claim["value"] for name, claim in audited.items()} == {
        "independent-conversations": len(plain.texts),
        "files-at-the-end": len(plain.notes("main")),
        "characters-at-the-end": plain.characters_at_the_end(),
        "largest-share-read": pytest.approx(100 * read / there, rel=1e-12),
        FALSE: sum(map(len, plain.read.values())),
    }
    assert [name for name, claim in audited.items() if claim["verdict"] == "confirmed"] == [
        "independent-conversations", "files-at-the-end", "characters-at-the-end", "largest-share-read",
    ]  # fmt: skip


def test_the_plain_counts_are_those_that_the_corpus_states(asked: Asked) -> None:
    plain = asked.plain

    assert len(plain.texts) == 56
    assert (len(plain.notes("main")), plain.characters_at_the_end()) == (96, 516484)
    assert plain.largest_share() == (8, 63)
    assert sum(map(len, plain.read.values())) == 53


def test_the_false_claim_is_contradicted_with_both_numbers(audited: dict[str, dict[str, Any]]) -> None:
    false = audited[FALSE]

    assert (false["verdict"], false["printed"], false["value"]) == ("contradicted", "more than 100", 53)
    assert "53" in false["reason"]
    assert "100" in false["reason"]


def test_in_a_terminal_the_audit_names_the_false_claim_and_no_synthetic_study(asked: Asked) -> None:
    done = command("audit", NAME, "--workspace", str(asked.workspace))
    lines = done.stdout.splitlines()
    (row,) = (line for line in lines if line.startswith("contradicted"))

    assert done.returncode == 1
    assert FALSE in row
    assert "more than 100" in row
    assert " 53 " in row
    assert lines[-1] == f"{NAME}: contradicted: {FALSE}"
    assert SYNTHETIC not in done.stdout
    assert "ynthetic" not in done.stdout


def test_the_written_audit_is_of_no_synthetic_study(asked: Asked, audited: dict[str, dict[str, Any]]) -> None:
    written = json.loads((asked.workspace / "reports" / NAME / "audit.json").read_text("utf-8"))

    assert written["synthetic"] is False
    assert "note" not in written
    assert {claim["id"]: claim for claim in written["claims"]} == audited


def test_as_many_reads_are_listed_as_the_number_says_and_a_plain_count_finds_each(
    asked: Asked, explained: dict[str, Any]
) -> None:
    rows = explained["rows"]
    listed = [(row["conversation_id"], row["seq"], row["nth"]) for row in rows]

    assert (explained["printed"], explained["value"]) == ("more than 100", 53)
    assert explained["of"] == len(rows) == len(set(listed)) == 53
    assert {row["table"] for row in rows} == {"memory_reads"}
    assert sorted(row["path"] for row in rows) == sorted(
        path for paths in asked.plain.read.values() for path in paths
    )


def test_every_read_leads_to_a_call_that_names_its_file_and_to_what_a_person_had_said(
    asked: Asked, explained: dict[str, Any]
) -> None:
    sources = explained["sources"]
    calls = {one["ref"]: one for one in sources if one["kind"] == "tool_call"}
    said = [one for one in sources if one["kind"] == "message"]
    histories = "\n".join(asked.plain.texts.values())

    for row in explained["rows"]:
        call = calls[f"{row['conversation_id']}#{row['seq']}"]
        read = [one for one in call["files"] if one["action"] == "read"]
        assert [one["path"] for one in read] == [row["path"]]
        assert call["tool"] in {"read_file", "Read file"}
    assert {one["ref"].rsplit("#", 1)[0] for one in said} == {
        row["conversation_id"] for row in explained["rows"]
    }
    assert all(one["role"] == "human" and one["text"] in histories for one in said)


def test_the_commits_and_the_texts_that_were_read_are_in_the_repository(
    asked: Asked, explained: dict[str, Any]
) -> None:
    sources = explained["sources"]
    commits = {(one["ref"], one["path"]) for one in sources if one["kind"] == "commit"}
    blobs = {(one["ref"], one["path"]): one["chars"] for one in sources if one["kind"] == "blob"}

    assert len(commits) == len(blobs) > 20
    assert all(asked.plain.has_commit(commit) for commit, _ in commits)
    assert not asked.plain.has_commit("0" * 40)
    assert {
        (git(asked.plain.repository, "rev-parse", f"{commit}:{path}").strip(), path)
        for commit, path in commits
    } == set(blobs)
    assert {key: len(asked.plain.content(key[0]).decode()) for key in blobs} == blobs


def test_in_a_terminal_the_claim_is_followed_to_its_rows_and_sources(asked: Asked) -> None:
    done = command("explain", NAME, FALSE, "--all", "--workspace", str(asked.workspace))
    lines = done.stdout.splitlines()

    assert done.returncode == 0
    assert lines[0] == f"{FALSE}: The agents opened notes more than a hundred times (printed more than 100)"
    assert lines[1] == "memory_reads.count = 53 reads, n = 53"
    assert "Rows: all rows (53 shown of 53)" in lines
    assert sum(line.startswith("  memory_reads ") for line in lines) == 53


def test_the_ledger_alone_is_possible_print_and_says_that_there_are_no_data() -> None:
    done = command("audit", "--claims", str(LEDGER), "--json")
    document = json.loads(done.stdout)

    assert done.returncode == 0, done.stderr
    assert {claim["verdict"] for claim in document["claims"]} == {"not_computable"}
    assert {claim["reason"] for claim in document["claims"]} == {"no data: only its print was checked"}
    assert document["arithmetic"]
    assert all(finding["ok"] for finding in document["arithmetic"])
    assert document["synthetic"] is False
    assert "note" not in document
