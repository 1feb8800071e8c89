"""docs/stages.md: every stage, what it reads and writes."""

from docs.generate.markdown import codes, grid, page
from pipeline.stages.catalogue import STAGES
from pipeline.stages.stage import Stage
from pipeline.tables import TABLES

_BEFORE = """
`reread run` goes through these stages in this order. A stage runs when something it depends on has
changed: a table it reads, a key of the study file it depends on, the raw bytes it reads, or the program
itself. Otherwise it is `current` and costs nothing. The columns of the tables are listed in
[tables.md](tables.md).
"""


def stages_page() -> str:
    """The page of stages, in the order in which they run."""
    heads = ("stage", "what it does", "reads", "writes", "keys of the study file")
    return page("Stages", "pipeline/stages/catalogue.py", _BEFORE, grid(heads, map(_row, STAGES)))


def _row(stage: Stage) -> tuple[str, str, str, str, str]:
    raw = ["raw bytes"] if stage.inputs else []
    every = {table.name for table in TABLES} - {"skipped_inputs"} <= set(stage.reads)
    read = "every table but `skipped_inputs`" if every else codes(stage.reads)
    reads = ", ".join(filter(None, [*raw, read]))
    writes = codes(stage.writes) or "charts"
    return f"`{stage.name}`", stage.title, reads, writes, codes(stage.settings)
