"""The product's tables for a made repository and its conversations."""

from datetime import UTC, datetime
from pathlib import Path

import pandas as pd

from pipeline.extract.memory import read_memory
from pipeline.stages import deriving
from pipeline.stages.stage import Place
from pipeline.study import Study
from tests.oracle.events import World
from tests.oracle.memory import Walker
from tests.oracle.sums import Rules
from tests.transform import tiny

Made = dict[str, pd.DataFrame]


def instant(seconds: float) -> pd.Timestamp:
    return pd.Timestamp(datetime.fromtimestamp(seconds, UTC))


def told(world: World) -> Made:
    """The tables that hold what the conversations did."""
    conversations = [
        {"c": t.name, "at": None if t.began is None else instant(t.began),
         "ordinal": world.ordinal.get(t.name), "parent": t.parent,
         **({"relation": "subagent", "excluded": "subagent"} if t.parent else {})}
        for t in world.threads
    ]  # fmt: skip
    acts = sorted(world.told, key=lambda act: act.order)
    calls = [{"c": a.thread, "seq": a.seq, "at": instant(a.at), "action": a.what} for a in acts]
    accesses = [
        {"c": a.thread, "seq": a.seq, "nth": a.nth, "path": a.path, "action": a.what, "chars": a.chars,
         "lines": a.lines, "flags": "glob" if a.pattern else ""}
        for a in acts
    ]  # fmt: skip
    return tiny.made(
        conversations=tiny.conversations(*conversations),
        tool_calls=tiny.calls(*calls),
        accesses=tiny.accesses(*accesses),
    )


def derived(made: Made, study: Study) -> Made:
    """Every table that the stages of a run make of what was told and what memory held."""
    nowhere = Path()
    place = Place(study, nowhere, nowhere, nowhere)
    made = dict(made)
    for stage in (deriving.writes, deriving.snapshots, deriving.reads):
        made |= stage(place, made).frames
    return made


def committed(repository: Path, study: Study, branch: str = "HEAD") -> Made:
    """What the product reads from the repository."""
    return read_memory(repository, study, branch=branch).frames


def study_of(axis: str) -> Study:
    """The study whose start set is a.md and the newest log."""
    start = {"files": ["docs/memory/a.md"], "newest": {"glob": "docs/memory/dialogs/*.md", "n": 1}}
    return tiny.study(start_set=start, readings={"time_axis": axis})


RULES = Rules(
    is_main=lambda path: not path.startswith("docs/memory/dialogs/"),
    fixed=lambda path: path == "docs/memory/a.md",
    ranked=lambda path: path.startswith("docs/memory/dialogs/"),
    n=1,
)
"""The same by another way."""


def walker_of(repository: Path) -> Walker:
    return Walker(repository, lambda path: path.startswith("docs/memory/"))
