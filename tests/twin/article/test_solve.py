"""The search finds tables that satisfy all that the stored ones do, and of which a twin can be made."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.twin.article.build import write_article
from pipeline.twin.article.solve.__main__ import main
from pipeline.twin.article.solve.growth import dealt
from pipeline.twin.article.solve.miss import MissError
from pipeline.twin.article.solve.search import SEEDS
from pipeline.twin.article.solve.tables import drawn
from tests.twin.article import test_truth
from tests.twin.article.constraints import ARTICLE, ROWS, numbers
from tests.twin.article.solved import STORED, Solved
from tests.twin.article.tables import audited, derived_tables, place_of, raw_tables

TABLES = ("conversations", "reads", "writes")
OTHER_SEEDS = (358, 1_287)
"""Seeds besides the first that lead to tables."""


def search(folder: Path, hashes: str = "0") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pipeline.twin.article.solve", str(folder)]
    env = {**os.environ, "PYTHONHASHSEED": hashes}
    return subprocess.run(command, env=env, check=False, capture_output=True, text=True)


@pytest.fixture(scope="session")
def searched(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the tables that the command finds."""
    folder = tmp_path_factory.mktemp("searched") / "tables"
    done = search(folder)
    assert (done.returncode, done.stdout) == (0, f"Wrote the tables of seed {SEEDS[0]} to {folder}\n")
    return folder


@pytest.mark.slow
def test_the_same_tables_are_found_again_and_they_are_not_the_stored_ones(
    searched: Path, tmp_path: Path
) -> None:
    search(tmp_path, hashes="7")

    for name in TABLES:
        held = (searched / f"{name}.csv").read_bytes()
        assert (tmp_path / f"{name}.csv").read_bytes() == held
        stored = (STORED / f"{name}.csv").read_bytes()
        assert held != stored
        assert held.split(b"\n")[0] == stored.split(b"\n")[0]


@pytest.mark.slow
def test_the_tables_found_give_every_number_and_keep_every_rule(searched: Path) -> None:
    solved = Solved.load(searched)

    assert numbers(solved) == ARTICLE
    assert {rule: list(find(solved)) for rule, find in ROWS.items()} == {rule: [] for rule in ROWS}


@pytest.mark.slow
@pytest.mark.parametrize("seed", OTHER_SEEDS)
def test_so_do_those_of_other_seeds(seed: int, tmp_path: Path) -> None:
    drawn(seed).write(tmp_path)
    solved = Solved.load(tmp_path)

    assert numbers(solved) == ARTICLE
    assert {rule: list(find(solved)) for rule, find in ROWS.items()} == {rule: [] for rule in ROWS}


@pytest.mark.slow
def test_a_twin_made_of_the_tables_found_stands(searched: Path, tmp_path: Path) -> None:
    folder = tmp_path / "twin"
    write_article(folder, searched)
    place = place_of(folder)
    tables = derived_tables(place, raw_tables(place))

    found = audited(place, tables)

    assert found.contradicted == []
    assert [one.claim.id for one in found.verdicts if one.kind == "ambiguous"] == ["late-main-read-share-all"]
    assert found.counts["confirmed"] == 100
    test_truth.test_conversations(folder, tables)
    test_truth.test_cross_reads(folder, tables)
    test_truth.test_reads_by_conversation(folder, tables)
    test_truth.test_versions_and_who_wrote_them(folder, tables)
    test_truth.test_writes_have_landed_where_the_plan_says(folder, tables)


def test_a_seed_that_leads_nowhere_gives_no_tables() -> None:
    with pytest.raises(MissError):
        drawn(1)


def test_a_command_without_a_folder_to_write_to_ends_with_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"mine")

    with pytest.raises(SystemExit) as unnamed:
        main([])
    with pytest.raises(SystemExit) as taken:
        main([str(file)])

    assert unnamed.value.code == "name one folder to write the tables to"
    assert str(taken.value.code).startswith("no tables were written: ")
    assert file.read_bytes() == b"mine"


@given(
    st.integers(0, 5_000),
    st.lists(st.floats(0.01, 50), min_size=1, max_size=30),
    st.integers(0, 40),
)
def test_what_is_dealt_adds_up_and_leaves_nobody_with_too_little(
    more: int, weights: list[float], least: int
) -> None:
    total = least * len(weights) + more

    made = dealt(total, weights, least)

    assert sum(made) == total
    assert len(made) == len(weights)
    assert min(made) >= least


def test_too_little_is_not_dealt() -> None:
    with pytest.raises(MissError):
        dealt(9, [1.0, 1.0], 5)
