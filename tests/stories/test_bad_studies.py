"""A study file that cannot be used stops at once: one sentence names the key, and nothing is written."""

import json
import os
from pathlib import Path

import pytest

from tests.stories.command import refused, reread, seen
from tests.stories.inputs import empty_repository, repository, session, study

pytestmark = pytest.mark.usefixtures("one_chart")

PLAIN = """\
name = "odd"
repositories = [{ path = "repo" }]
memory = [{ glob = "/docs/memory/**/*.md" }]
"""

BROKEN = {
    "a key misspelt": ('zoen = "UTC"', "study_key", "unknown key zoen"),
    "a key misspelt inside": ("[window]\nfrom = 2026-01-01", "study_key", "unknown key window.from"),
    "a number for a text": ("zone = 3", "study_value", "zone: Input should be a valid string"),
    "a zone that is none": (
        'zone = "Mars/Base"',
        "study_value",
        "zone: unknown time zone 'Mars/Base'; use a name such as Europe/Berlin or UTC",
    ),
    "a window that ends before it begins": (
        "[window]\nsince = 2026-02-01\nuntil = 2026-01-01",
        "study_value",
        "window: since 2026-02-01 lies after until 2026-01-01",
    ),
    "an unknown reading": (
        '[readings]\ntime_axis = "sideways"',
        "study_value",
        "readings.time_axis: Input should be 'first-parent', 'ancestry' or 'worktree'",
    ),
    "a negative seed": ("seed = -1", "study_value", "seed: Input should be greater than or equal to 0"),
    "labels above the study": (
        'requests = { labels = ["../labels.csv"] }',
        "study_value",
        "requests.labels[0]: '../labels.csv' leaves the study's folder; give a path inside it, with /",
    ),
    "labels anywhere on the disk": (
        'requests = { labels = ["/etc/passwd"] }',
        "study_value",
        "requests.labels[0]: '/etc/passwd' leaves the study's folder; give a path inside it, with /",
    ),
    "labels that are not there": (
        'requests = { labels = ["labels.csv"] }',
        "labels_missing",
        "there is no label file",
    ),
    "claims above the study": (
        'claims = "../../claims.toml"',
        "study_value",
        "claims: '../../claims.toml' leaves the study's folder; give a path inside it, with /",
    ),
    "a prefix above the repository": (
        '[[repositories]]\npath = "repo"\nprefix = "../up"',
        "study_value",
        "repositories[0].prefix: '../up' leaves the repository; give a path inside it, with /",
    ),
    "histories that are not there": (
        'histories = [{ path = "gone" }]',
        "histories_missing",
        "there are no histories",
    ),
    "a branch that is not there": (
        '[[repositories]]\npath = "repo"\nbranch = "--output=taken"',
        "branch_unknown",
        "there is no branch '--output=taken'",
    ),
    "a glob that is none": (
        '[[memory]]\nglob = "[z-a]"',
        "study_value",
        "memory[0].glob: '[z-a]' is no glob; give one such as docs/memory/**/*.md",
    ),
    "a glob that takes away": (
        '[[memory]]\nglob = "!docs"',
        "study_value",
        "memory[0].glob: '!docs' matches no file; give a glob such as docs/memory/**/*.md",
    ),
    "arrays in arrays without end": (
        "deep = " + "[" * 100_000,
        "study_syntax",
        "the study file nests too deeply",
    ),
    "a number too long to be one": (
        "seed = 1" + "0" * 5000,
        "study_syntax",
        "the study file is not TOML: Exceeds the limit (4300 digits) for integer string conversion: "
        "value has 5001 digits; use sys.set_int_max_str_digits() to increase the limit",
    ),
}


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    """A workspace with one study whose repository lies in its own folder."""
    folder = study(tmp_path, "odd", repo="repo")
    repository(folder / "repo")
    return tmp_path


def written(workspace: Path, text: str | bytes) -> Path:
    file = workspace / "data" / "raw" / "odd" / "study.toml"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return file


@pytest.mark.parametrize("kind", BROKEN)
def test_a_broken_study_file_is_one_sentence_that_names_the_key(kind: str, workspace: Path) -> None:
    line, code, message = BROKEN[kind]
    replaced = {"repositories": "[[repositories]]" in line, "memory": "[[memory]]" in line}
    kept = [row for row in PLAIN.splitlines() if not replaced.get(row.split(" =")[0])]
    written(workspace, "\n".join([*kept, line]) + "\n")
    before = seen(workspace / "data" / "raw")

    error = refused("run", "odd", at=workspace)

    assert (error["code"], error["message"]) == (code, message)
    assert seen(workspace / "data" / "raw") == before
    assert not (workspace / "data" / "derived" / "odd" / "memory_reads.parquet").exists()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "name: Field required"),
        (b"name = ", "the study file is not TOML: Invalid value (at end of document)"),
        (b'name = "\xff"', "the study file is not UTF-8"),
        (b"# \n" * 2_000_000, "the study file is larger than 4,194,304 bytes"),
        (PLAIN.replace('"odd"', '"../odd"').encode(), "name: String should match pattern"),
    ],
)
def test_what_is_no_study_file_is_told(content: bytes, message: str, workspace: Path) -> None:
    file = written(workspace, content)

    error = refused("run", "odd", at=workspace)

    assert error["message"].startswith(message)
    assert error["where"] == str(file)


def test_a_repository_that_is_not_there_or_is_none_is_told(workspace: Path) -> None:
    written(workspace, PLAIN.replace('"repo"', '"elsewhere"'))
    assert refused("run", "odd", at=workspace)["code"] == "repository_missing"

    (workspace / "data" / "raw" / "odd" / "elsewhere").mkdir()
    assert refused("run", "odd", at=workspace)["code"] == "no_repository"


def test_a_label_file_that_is_a_link_out_of_the_folder_is_not_read(workspace: Path) -> None:
    outside = workspace / "secret.csv"
    outside.write_text("conversation_id,kind,recap,labeller\n")
    (workspace / "data" / "raw" / "odd" / "labels.csv").symlink_to(outside)
    written(workspace, PLAIN + 'requests = { labels = ["labels.csv"] }\n')

    assert refused("run", "odd", at=workspace)["code"] == "labels_outside"


def test_a_place_with_control_characters_is_shown_as_codes(workspace: Path) -> None:
    written(workspace, PLAIN.replace('"repo"', '"a\\u001b[31mred\\nline"'))

    told = reread("run", "odd", at=workspace)

    assert told.code == 2
    assert len(told.err.splitlines()) == 2
    assert "a\\x1b[31mred\\x0aline" in told.err
    assert reread("run", "odd", "--json", at=workspace).document["error"]["where"].endswith("red\nline")


def test_a_path_too_long_for_the_system_is_one_sentence(workspace: Path) -> None:
    written(workspace, PLAIN.replace('"repo"', json.dumps("x" * 5000)))

    error = refused("run", "odd", at=workspace)

    assert (error["code"], error["message"]) == ("machine", "the system says: File name too long")


def test_a_place_where_nothing_can_be_written_is_one_sentence(workspace: Path) -> None:
    (workspace / "data" / "derived").write_text("a file stands here")

    error = refused("run", "odd", at=workspace)

    assert error["code"] == "machine"
    assert str(workspace / "data" / "derived") in error["where"]


@pytest.mark.parametrize("name", ["odder", "../odd", "..", ".", "", "odd/", "odd/../odd"])
@pytest.mark.parametrize("command", [("run",), ("measures",), ("show", "1")])
def test_a_name_that_is_no_study_is_told_with_the_names_there_are(
    command: tuple[str, ...], name: str, workspace: Path
) -> None:
    error = refused(command[0], name, *command[1:], at=workspace)

    assert error["code"] == "study_unknown"
    assert error["message"] == f"there is no study {name!r} (there are: odd)"


def test_no_study_at_all_is_told(tmp_path: Path) -> None:
    for made in ("data", "data/raw", "data/raw/empty"):
        assert refused("run", at=tmp_path)["code"] == "no_study"
        (tmp_path / made).mkdir()
    assert refused("run", at=tmp_path)["code"] == "no_study"
    assert refused("run", "empty", at=tmp_path)["code"] == "study_unknown"


def test_a_study_without_histories_runs_and_its_measures_are_undefined(workspace: Path) -> None:
    written(workspace, PLAIN)

    told = reread("run", "--json", at=workspace)

    rows = {stage["name"]: stage["tables"] for stage in told.document["stages"]}
    assert told.code == 0
    assert rows["histories"]["conversations"] == 0
    assert rows["memory"]["committed_versions"] == 4
    measures = reread("measures", "odd", "--json", at=workspace).document["measures"]
    of_memory = ("growth.", "reuse.", "source_lines.")
    assert [measures[f"growth.{name}_final"]["value"] for name in ("files", "chars")] == [2, 67]
    assert {one["value"] for name, one in measures.items() if not name.startswith(of_memory)} == {None, 0}
    assert refused("show", "odd", "1", at=workspace)["code"] == "conversation_unknown"


def test_a_repository_without_a_commit_is_a_listed_skip_and_its_conversations_count(tmp_path: Path) -> None:
    repo = empty_repository(tmp_path / "repo")
    session(tmp_path / "sessions", 1)
    study(tmp_path, "new", repo=repo, histories=(tmp_path / "sessions",))

    told = reread("run", "--json", at=tmp_path)

    assert told.code == 0
    assert told.document["skipped_inputs"] == [
        {"source": "repository", "where": "HEAD", "reason": "no_commits"}
    ]
    shown = reread("show", "new", "1", "--json", at=tmp_path).document
    assert (shown["memory"], shown["writes"]) == ([], [])
    assert [(read["path"], read["not_in_snapshot"]) for read in shown["reads"]] == [
        ("docs/memory/status.md", True)
    ]


@pytest.mark.parametrize("content", [b"", b"garbage" * 999, b"SQLite format 3\x00" + b"\x01" * 5000])
def test_a_spoilt_cache_is_begun_anew(content: bytes, tmp_path: Path) -> None:
    repo = repository(tmp_path / "repo")
    session(tmp_path / "sessions", 1)
    study(tmp_path, "kept", repo=repo, histories=(tmp_path / "sessions",))
    first = reread("run", "--json", at=tmp_path).document
    (tmp_path / "data" / "derived" / "kept" / ".cache" / "units.sqlite").write_bytes(content)
    (tmp_path / "data" / "derived" / "kept" / "conversations.parquet").unlink()

    again = reread("run", "--json", at=tmp_path)

    assert again.code == 0
    rows = [[stage["tables"] for stage in told["stages"]] for told in (first, again.document)]
    assert rows[0] == rows[1]


def test_a_spoilt_table_is_made_anew(tmp_path: Path) -> None:
    repo = repository(tmp_path / "repo")
    session(tmp_path / "sessions", 1)
    study(tmp_path, "kept", repo=repo, histories=(tmp_path / "sessions",))
    reread("run", at=tmp_path)
    table = tmp_path / "data" / "derived" / "kept" / "memory_reads.parquet"
    table.write_bytes(table.read_bytes()[:-100])

    assert refused("measures", "kept", at=tmp_path)["code"] == "table_damaged"
    assert reread("run", at=tmp_path).code == 0
    assert reread("measures", "kept", at=tmp_path).code == 0


def test_a_pipe_in_place_of_a_label_file_is_not_waited_for(workspace: Path) -> None:
    file = written(workspace, PLAIN + 'requests = { labels = ["labels.csv"] }\n')
    session(workspace / "sessions", 1)
    os.mkfifo(file.with_name("labels.csv"))

    error = refused("run", "odd", at=workspace)

    assert (error["code"], error["message"]) == ("labels_unreadable", "the label file is no plain file")
    assert error["where"] == str(file.with_name("labels.csv"))
