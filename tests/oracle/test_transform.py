"""What is made of the versions of any small repository is what plain loops over its commits say."""

import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.tables import AXES
from tests.oracle import compare, product, repositories
from tests.oracle.events import World
from tests.oracle.repositories import Commit


def world_of(folder: str, history: list[Commit], data: st.DataObject) -> World:
    """The repository made in the folder, and conversations beside it."""
    walker = product.walker_of(repositories.make(Path(folder), history))
    threads = data.draw(repositories.threads(), label="threads")
    acts = data.draw(repositories.acts([thread.name for thread in threads]), label="acts")
    acts = [act for act in acts if walker.is_memory(act.path)]
    chains = {"first-parent": walker.first_parent(), "ancestry": walker.ancestry()}
    return World(walker, chains, threads, acts)


@settings(max_examples=60)
@given(repositories.histories(), st.data())
def test_snapshots_of_every_axis_agree(history: list[Commit], data: st.DataObject) -> None:
    with tempfile.TemporaryDirectory() as folder:
        world = world_of(folder, history, data)

        made = product.transformed(
            {**product.told(world), **product.walked(world)}, product.study_of(AXES[0])
        )

        assert compare.product_snapshots(made) == compare.slow_snapshots(world)


@settings(max_examples=60)
@given(repositories.histories(), st.data(), st.sampled_from(AXES))
def test_reads_and_their_distances_agree(history: list[Commit], data: st.DataObject, axis: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        world = world_of(folder, history, data)

        made = product.transformed({**product.told(world), **product.walked(world)}, product.study_of(axis))

        assert compare.product_reads(made) == compare.slow_reads(world, axis, {})
        assert compare.product_shares(made) == compare.slow_shares(world)
