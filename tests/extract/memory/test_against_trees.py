"""The one pass of Git finds what walking every commit's tree with libgit2 finds."""

import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings

from pipeline.extract.layout import Layout
from pipeline.extract.memory import read_memory
from pipeline.study import Study, load
from tests.corpora.layout import lay_out
from tests.oracle import repositories
from tests.oracle.memory import Chain, Walker
from tests.oracle.repositories import Commit
from tests.transform import tiny

CORPORA = ("chef-chopsky", "cipher-box", "getspecstory", "minsky")
Rows = list[tuple[str, str, str, str | None, int]]


def walked(chain: Chain) -> Rows:
    return sorted(
        (c.commit, c.path, f"{c.file.split('@')[0]}@{c.file.split('@')[1][:12]}", c.blob, c.at)
        for c in chain.all_changes
    )  # type: ignore[misc]


def read(repository: Path, study: Study, branch: str, axis: str) -> Rows:
    versions = read_memory(repository, study, branch=branch).frames["committed_versions"]
    rows = versions[versions["axis"] == axis]
    blobs = [
        None if missing else blob for blob, missing in zip(rows["blob"], rows["blob"].isna(), strict=True)
    ]
    seconds = [int(at.timestamp()) for at in rows["valid_from"]]
    return sorted(zip(rows["commit"], rows["path"], rows["file_id"], blobs, seconds, strict=True))


@pytest.mark.slow
@pytest.mark.parametrize("name", CORPORA)
def test_every_version_of_a_corpus_is_found_with_its_file_and_time(
    corpora: Path, tmp_path: Path, name: str
) -> None:
    folder = lay_out(corpora, name, tmp_path / name)
    study = load(folder)
    repository = study.repositories[0]
    section = Layout(study).section
    walker = Walker(folder / "repo", lambda path: section(path) is not None)

    branch = repository.branch
    assert read(folder / "repo", study, branch, "first-parent") == walked(walker.first_parent(branch))
    assert read(folder / "repo", study, branch, "ancestry") == walked(walker.ancestry(branch))


@settings(max_examples=60)
@given(repositories.histories())
def test_every_version_of_any_small_repository_is_found_with_its_file_and_time(history: list[Commit]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        repository = repositories.make(Path(folder), history)
        study = tiny.study()
        walker = Walker(repository, lambda path: Layout(study).section(path) is not None)

        assert read(repository, study, "HEAD", "first-parent") == walked(walker.first_parent())
        assert read(repository, study, "HEAD", "ancestry") == walked(walker.ancestry())
