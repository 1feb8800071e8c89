"""What the stages make of any small study is what plain loops over its commits and events say."""

import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.tables import AXES
from tests.oracle import compare, product, repositories
from tests.oracle.events import World
from tests.oracle.product import RULES, Made
from tests.oracle.repositories import Commit


def study_of(folder: str, history: list[Commit], data: st.DataObject, axis: str) -> tuple[World, Made]:
    """The repository made in the folder, conversations beside it, and what the product makes of both."""
    repository = repositories.make(Path(folder), history)
    walker = product.walker_of(repository)
    threads = data.draw(repositories.threads(), label="threads")
    acts = data.draw(repositories.acts([thread.name for thread in threads]), label="acts")
    chains = {"first-parent": walker.first_parent(), "ancestry": walker.ancestry()}
    world = World(walker, chains, threads, acts, axis)
    study = product.study_of(axis)
    return world, product.derived({**product.told(world), **product.committed(repository, study)}, study)


@settings(max_examples=30)
@given(repositories.histories(), st.data(), st.sampled_from(AXES))
def test_snapshots_of_every_axis_agree(history: list[Commit], data: st.DataObject, axis: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        world, made = study_of(folder, history, data, axis)

        assert compare.product_snapshots(made) == compare.slow_snapshots(world, RULES)


@settings(max_examples=30)
@given(repositories.histories(), st.data(), st.sampled_from(AXES))
def test_reads_and_their_distances_agree(history: list[Commit], data: st.DataObject, axis: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        world, made = study_of(folder, history, data, axis)

        assert compare.product_reads(made) == compare.slow_reads(world)


@settings(max_examples=30)
@given(repositories.histories(), st.data(), st.sampled_from(AXES))
def test_volumes_on_every_axis_agree(history: list[Commit], data: st.DataObject, axis: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        world, made = study_of(folder, history, data, axis)

        assert compare.product_volumes(made) == compare.slow_volumes(world, RULES)


@settings(max_examples=30)
@given(repositories.histories(), st.data(), st.sampled_from(["first-parent", "ancestry"]))
def test_writers_of_versions_and_commits_of_writes_agree(
    history: list[Commit], data: st.DataObject, axis: str
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        world, made = study_of(folder, history, data, axis)

        assert compare.product_writers(made, axis) == compare.slow_writers(world)
        assert compare.product_landings(made) == compare.slow_landings(world)
