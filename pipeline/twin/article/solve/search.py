"""One seed after another until one leads to tables."""

from pipeline.twin.article.solve.miss import MissError
from pipeline.twin.article.solve.tables import Tables, drawn

SEEDS = range(174, 3_000)
"""Seeds in the order in which they are tried. About one in sixty leads to tables. The first one here does,
and no two requests of a twin that is written from them are the same."""


def search() -> tuple[int, Tables]:
    """The first seed that can be finished, and its tables. Raises MissError where none can be."""
    for seed in SEEDS:
        try:
            return seed, drawn(seed)
        except MissError:
            continue
    raise MissError("no seed leads to tables")
