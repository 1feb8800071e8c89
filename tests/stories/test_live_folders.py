"""Histories that an editor is writing are read whole, left as they were, and read again when they grow."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.stories.command import reread, seen, states
from tests.stories.inputs import commit, keep, repository, session, store, study, talk, uid

pytestmark = pytest.mark.usefixtures("one_chart")


@pytest.fixture
def live(tmp_path: Path) -> Iterator[tuple[Path, sqlite3.Connection]]:
    """A folder of Cursor with the editor's open connection: its last conversation lies in the log alone."""
    user = tmp_path / "User"
    writer = sqlite3.connect(store(user, talk(1)), isolation_level=None)
    writer.execute("pragma journal_mode = wal")
    writer.execute("pragma wal_autocheckpoint = 0")
    keep(writer, talk(2))
    window = user / "workspaceStorage" / "a1"
    window.mkdir(parents=True)
    (window / "workspace.json").write_text('{"folder": "file:///srv/work/lumen"}')
    yield user, writer
    writer.close()


def ids(workspace: Path, name: str) -> list[str]:
    told = reread("histories", workspace / name, "--json").document["conversations"]
    return sorted(row["conversation_id"] for row in told)


def test_a_run_leaves_a_live_folder_and_the_repository_as_they_were(
    live: tuple[Path, sqlite3.Connection], tmp_path: Path
) -> None:
    user, _ = live
    repo = repository(tmp_path / "repo")
    study(tmp_path, "live", repo=repo, histories=(user,))
    before = seen(user, repo, tmp_path / "data" / "raw")

    told = reread("run", "--json", at=tmp_path)

    assert told.document["stages"][0]["tables"]["conversations"] == 2
    assert reread("show", "live", "2", "--text", "docs/memory/status.md", at=tmp_path).code == 0
    assert seen(user, repo, tmp_path / "data" / "raw") == before


def test_what_only_the_log_holds_grows_the_study_though_the_database_stands_still(
    live: tuple[Path, sqlite3.Connection], tmp_path: Path
) -> None:
    user, writer = live
    database = user / "globalStorage" / "state.vscdb"
    study(tmp_path, "live", repo=repository(tmp_path / "repo"), histories=(database,))
    first = reread("run", "--json", at=tmp_path)
    kept = database.read_bytes()
    keep(writer, talk(3))

    second = reread("run", "--json", at=tmp_path)

    assert database.read_bytes() == kept
    rows = [told.document["stages"][0]["tables"]["conversations"] for told in (first, second)]
    assert rows == [2, 3]


def test_a_transaction_under_way_is_not_seen_and_not_disturbed(
    live: tuple[Path, sqlite3.Connection], tmp_path: Path
) -> None:
    _, writer = live
    writer.execute("begin immediate")
    keep(writer, talk(3))

    assert ids(tmp_path, "User") == [uid(1), uid(2)]
    writer.execute("commit")
    assert ids(tmp_path, "User") == [uid(1), uid(2), uid(3)]


def test_a_hot_journal_with_its_writer_is_left_and_what_it_undoes_is_not_told(tmp_path: Path) -> None:
    user = tmp_path / "User"
    path = store(user, talk(1))
    writer = sqlite3.connect(path, isolation_level=None)
    writer.execute("pragma cache_size = 1")
    writer.execute("pragma cache_spill = 1")
    writer.execute("begin exclusive")
    keep(writer, {name: value for number in range(2, 200) for name, value in talk(number).items()})
    assert Path(f"{path}-journal").stat().st_size > 0
    study(tmp_path, "hot", repo=repository(tmp_path / "repo"), histories=(user,))
    before = seen(user, tmp_path / "repo")

    told = reread("run", "--json", at=tmp_path)

    assert told.document["stages"][0]["tables"]["conversations"] == 1
    assert seen(user, tmp_path / "repo") == before
    writer.execute("rollback")
    writer.close()


def test_unchanged_inputs_are_current_and_a_touched_file_makes_only_its_stage_run(tmp_path: Path) -> None:
    repo = repository(tmp_path / "repo")
    sessions = tmp_path / "sessions"
    first = session(sessions, 1)
    study(tmp_path, "still", repo=repo, histories=(sessions,))

    assert set(states(reread("run", "--json", at=tmp_path)).values()) == {"ran"}
    assert set(states(reread("run", "--json", at=tmp_path)).values()) == {"current"}

    first.touch()
    touched = states(reread("run", "--json", at=tmp_path))
    assert [name for name, state in touched.items() if state == "ran"] == ["histories"]


def test_one_new_conversation_is_the_only_one_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pipeline.stages import extracting

    read: list[str] = []
    plainly = extracting.read_unit
    monkeypatch.setattr(extracting, "read_unit", lambda unit: read.append(unit.name) or plainly(unit))
    sessions = tmp_path / "sessions"
    for number in (1, 2, 3):
        session(sessions, number)
    study(tmp_path, "grows", repo=repository(tmp_path / "repo"), histories=(sessions,))

    reread("run", at=tmp_path)
    assert len(read) == 3
    new = session(sessions, 4)
    told = reread("run", "--json", at=tmp_path)

    assert read[3:] == [new.name]
    assert told.document["stages"][0]["tables"]["conversations"] == 4
    assert states(told)["memory"] == "current"
    assert {states(told)[name] for name in ("histories", "reads", "activity", "figures")} == {"ran"}


def test_a_new_commit_is_found_and_histories_are_not_read_again(tmp_path: Path) -> None:
    repo = repository(tmp_path / "repo")
    session(tmp_path / "sessions", 1)
    study(tmp_path, "moves", repo=repo, histories=(tmp_path / "sessions",))
    reread("run", at=tmp_path)
    commit(repo, {"docs/memory/late.md": "late\n"}, "2026-03-03T08:00:00+0000")

    told = reread("run", "--json", at=tmp_path)

    assert states(told)["histories"] == "current"
    assert states(told)["memory"] == "ran"
    assert told.document["stages"][1]["tables"]["committed_versions"] == 6
