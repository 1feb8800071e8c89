"""A person makes a study of a repository, freezes it, and runs it after the live inputs moved on."""

import hashlib
import os
import shutil
import sqlite3
from pathlib import Path

import pytest

from pipeline.study import load
from tests.stories.command import Told, refused, reread, seen
from tests.stories.inputs import commit, empty_repository, keep, repository, session, store, study, talk

pytestmark = pytest.mark.usefixtures("one_chart")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A repository at `repo`, three sessions of Claude Code and two conversations of Cursor about it."""
    repo = repository(tmp_path / "repo")
    for number in (1, 2, 3):
        session(tmp_path / "sessions", number, root=str(repo))
    store(tmp_path / "User", talk(4, root=str(repo)) | talk(5, root=str(repo)) | talk(6, root="/srv/other"))
    return tmp_path


def asked(home: Path, *more: str) -> Told:
    histories = ("--histories", home / "sessions", "--histories", home / "User")
    return reread("new", "lumen", "--repo", home / "repo", *histories, *more, at=home / "work")


def made(home: Path, *more: str) -> Path:
    told = asked(home, *more)
    assert told.code == 0, told
    return home / "work" / "data" / "raw" / "lumen"


def facts(workspace: Path) -> list[dict[str, object]]:
    told = [reread("show", "lumen", str(n), "--json", at=workspace).document for n in range(1, 6)]
    return [{key: one[key] for key in ("memory", "reads", "writes")} for one in told]


def test_new_says_what_it_saw_and_writes_a_study_that_runs(home: Path) -> None:
    before = seen(home / "repo", home / "sessions", home / "User")

    told = asked(home, "--since", "2026-03-01", "--zone", "Europe/Berlin")

    assert told.code == 0
    assert "3 conversations, 3 of this repository" in told.out
    assert "3 conversations, 2 of this repository" in told.out
    assert "/docs/memory/**/*.md" in told.out
    held = load(home / "work" / "data" / "raw" / "lumen")
    assert (held.zone, str(held.window.since), held.repositories[0].path) == (
        "Europe/Berlin", "2026-03-01", str((home / "repo").resolve()),
    )  # fmt: skip
    ran = reread("run", "--json", at=home / "work")
    assert ran.document["stages"][0]["tables"]["conversations"] == 6
    assert ran.document["skipped_inputs"] == []
    assert seen(home / "repo", home / "sessions", home / "User") == before


def test_a_frozen_study_is_whole_wherever_it_is_copied(home: Path, tmp_path: Path) -> None:
    folder = made(home, "--freeze")
    assert reread("run", at=home / "work").code == 0
    expected = facts(home / "work")
    away = tmp_path / "elsewhere" / "data" / "raw" / "lumen"
    shutil.copytree(folder, away)
    for live in ("repo", "sessions", "User"):
        shutil.rmtree(home / live)

    told = reread("run", "--json", at=tmp_path / "elsewhere")

    assert told.code == 0
    assert told.document["stages"][0]["tables"]["conversations"] == 5
    assert set(told.document["moved_on"].values()) == {False}
    assert facts(tmp_path / "elsewhere") == expected
    note = reread("show", "lumen", "1", "--text", "docs/memory/rules.md", at=tmp_path / "elsewhere")
    assert note.out == "# Rules\n\nRead status first.\n"


def test_the_checksums_of_a_frozen_study_hold_for_every_file_and_say_nothing_of_others(home: Path) -> None:
    folder = made(home, "--freeze")

    sums = dict(line.split("  ")[::-1] for line in (folder / "SHA256SUMS").read_text().splitlines())

    files = {p.relative_to(folder).as_posix(): p for p in folder.rglob("*") if p.is_file()}
    assert set(files) - set(sums) == {"SHA256SUMS", "study.toml"}
    assert {name: hashlib.sha256(files[name].read_bytes()).hexdigest() for name in sums} == sums
    copied = b"".join(path.read_bytes() for path in files.values())
    assert b"/srv/other" not in copied


def test_a_run_of_a_frozen_study_says_that_live_inputs_moved_on(home: Path) -> None:
    made(home, "--freeze")
    work = home / "work"
    quiet = reread("run", "--json", at=work)
    assert quiet.document["moved_on"] == {"histories": False, "repository": False}
    assert "changed since" not in quiet.err
    before = facts(work)

    session(home / "sessions", 7, root=str(home / "repo"))
    told = reread("run", at=work)
    assert told.code == 0
    assert "lumen: the live histories changed since the study was frozen" in told.err
    commit(home / "repo", {"docs/memory/late.md": "late\n"}, "2026-03-09T08:00:00+0000")
    assert reread("run", "--json", at=work).document["moved_on"] == {
        "histories": True,
        "repository": True,
    }
    assert facts(work) == before


def test_rows_that_only_the_log_of_a_live_store_holds_are_frozen_and_their_growth_is_told(home: Path) -> None:
    writer = sqlite3.connect(home / "User" / "globalStorage" / "state.vscdb", isolation_level=None)
    writer.execute("pragma journal_mode = wal")
    keep(writer, talk(8, root=str(home / "repo")))
    made(home, "--freeze")

    told = reread("run", "--json", at=home / "work")
    assert told.document["stages"][0]["tables"]["conversations"] == 6
    keep(writer, talk(9, root=str(home / "repo")))
    assert reread("run", "--json", at=home / "work").document["moved_on"]["histories"]
    writer.close()


def test_new_refuses_and_leaves_nothing_half_made(home: Path) -> None:
    work, repo = home / "work", home / "repo"
    histories = ("--histories", home / "sessions")
    empty_repository(home / "empty")
    (home / "plain").mkdir()

    def code(name: str, *more: str | Path, repository: Path = repo) -> str:
        return refused("new", name, "--repo", repository, *more, at=work)["code"]

    assert code("lumen", "--histories", home / "gone") == "histories_missing"
    assert code("lumen", *histories, repository=home / "gone") == "usage"
    assert code("lumen", *histories, repository=home / "plain") == "no_repository"
    assert code("lumen", *histories, repository=home / "empty") == "no_conversations"
    assert code("lumen", "--histories", home / "plain") == "no_conversations"
    assert code("../lumen", *histories) == "study_value"
    assert code("lu men", *histories) == "study_value"
    assert code("lumen", *histories, "--memory", "[z-a]") == "study_value"
    assert code("lumen", *histories, "--zone", "Mars/Base") == "usage"
    assert code("lumen", *histories, "--since", "yesterday") == "usage"
    assert code("lumen", *histories, "--since", "2026-03-02", "--until", "2026-03-01") == "study_value"
    assert [path for path in work.rglob("*") if path.name not in {"data", "raw"}] == []
    assert sorted(path.name for path in home.iterdir()) == sorted(
        {"repo", "sessions", "User", "empty", "plain"} | ({"work"} if work.exists() else set())
    )


def test_new_does_not_write_over_a_study(home: Path) -> None:
    folder = made(home)
    before = seen(folder)

    error = refused(
        "new", "lumen", "--repo", home / "repo", "--histories", home / "sessions", at=home / "work"
    )

    assert error["code"] == "study_exists"
    assert seen(folder) == before


@pytest.mark.parametrize("name", ["", ".", "..", "../evil", "a b", "a\n", "caf\u00e9", "a" * 300, "\udcff"])
def test_a_name_that_cannot_be_is_refused_before_anything_is_looked_at(home: Path, name: str) -> None:
    error = refused("new", name, "--repo", home / "repo", "--histories", home / "sessions", at=home / "work")

    assert error["code"] == "study_value"
    assert "cannot be the name of a study" in error["message"]
    assert error["where"] == ""
    assert "Looking at" not in reread("new", name, "--repo", home / "repo", at=home / "work").err


@pytest.mark.parametrize(
    "more",
    [("--since", "2026-03-02", "--until", "2026-03-01"), ("--memory", "[z-a]")],
)
def test_what_no_study_file_can_say_is_refused_before_anything_is_looked_at(
    home: Path, more: tuple[str, ...]
) -> None:
    told = asked(home, *more)

    assert told.code == 2
    assert "Looking at" not in told.err
    assert (told.out, "study.toml" in told.err) == ("", False)


@pytest.mark.parametrize("option", ["--alias", "--memory", "--histories"])
def test_what_is_not_utf8_cannot_stand_in_a_study_file(home: Path, option: str) -> None:
    odd = os.fsdecode(os.fsencode(home) + b"/n\xffn")
    shutil.copytree(home / "sessions", odd)

    error = refused("new", "lumen", "--repo", home / "repo", option, odd, at=home / "work")

    assert (error["code"], error["where"]) == ("study_value", option)
    assert error["message"] == f"a study file cannot hold '{home}/n<byte FF>n', which is not UTF-8"


def test_the_memory_that_is_given_is_what_is_shown_and_written(home: Path) -> None:
    told = asked(home, "--memory", "docs/**/status.md=now", "--memory", "/gone/**", "--json")

    assert told.document["memory"] == [
        {"glob": "docs/**/status.md", "section": "now", "layout": None, "files": 1},
        {"glob": "/gone/**", "section": None, "layout": None, "files": 0},
    ]
    held = load(home / "work" / "data" / "raw" / "lumen")
    assert [(rule.glob, rule.section) for rule in held.memory] == [
        ("docs/**/status.md", "now"),
        ("/gone/**", None),
    ]


def test_memory_given_that_matches_no_file_is_refused(home: Path) -> None:
    inputs = ("--repo", home / "repo", "--histories", home / "sessions")

    error = refused("new", "lumen", *inputs, "--memory", "nothing/**", at=home / "work")

    assert error["code"] == "no_memory"
    assert error["message"] == "no file of this repository matches --memory 'nothing/**'"
    assert not (home / "work" / "data").exists()


def test_new_reads_past_a_database_that_cannot_be_read(home: Path) -> None:
    (home / "User" / "globalStorage" / "state.vscdb").write_bytes(b"encrypted, perhaps" * 400)

    told = asked(home, "--json")

    assert told.code == 0
    stores = {one["format"]: one for one in told.document["stores"]}
    assert (stores["cursor"]["conversations"], stores["cursor"]["not_understood"]) == (0, 1)
    assert (stores["claude-code"]["conversations"], stores["claude-code"]["not_understood"]) == (3, 0)


def test_an_unknown_twin_is_told(tmp_path: Path) -> None:
    assert refused("twin", "nobody", at=tmp_path)["code"] == "twin_unknown"
    study(tmp_path, "planted", repo="repo")
    assert refused("twin", "planted", at=tmp_path)["code"] == "study_exists"
