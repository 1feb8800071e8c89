"""A study file that `reread new` writes for a real corpus is one that `reread run` can use."""

import json
from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pytest

from pipeline import storage
from pipeline.study import load
from tests.derived import command

pytestmark = pytest.mark.slow

HISTORIES = {
    "chef-chopsky": ["repo/.specstory/history"],
    "cipher-box": ["histories/claude-code"],
    "getspecstory": ["repo/specstory-cli/.specstory/history", "repo/.specstory/history"],
    "minsky": ["repo/.specstory/history"],
}


@pytest.mark.parametrize(
    ("name", "independent"), [("chef-chopsky", 56), ("cipher-box", 69), ("getspecstory", 138), ("minsky", 60)]
)
def test_a_study_file_is_written_that_runs(
    corpus_study: Callable[[str], Path], tmp_path: Path, name: str, independent: int
) -> None:
    corpus = corpus_study(name)
    told = load(corpus)
    options = [word for alias in told.repositories[0].aliases for word in ("--alias", alias)]
    options += [word for path in HISTORIES[name] for word in ("--histories", str(corpus / path))]
    options += ["--unzoned-file-names", told.unzoned_file_names] if told.unzoned_file_names else []
    place = ["--workspace", str(tmp_path), "--json"]

    written = command("new", name, "--repo", str(corpus / "repo"), *options, "--zone", told.zone, *place)
    done = command("run", name, *place)

    assert written.returncode == 0, written.stderr
    assert done.returncode == 0, done.stderr
    assert Path(json.loads(written.stdout)["file"]) == tmp_path / "data/raw" / name / "study.toml"
    tables = tmp_path / "data/derived" / name
    conversations: pd.DataFrame = storage.read_table(tables, "conversations")
    assert conversations["independent"].sum() == independent
    assert len(storage.read_table(tables, "memory_reads")) > 0
