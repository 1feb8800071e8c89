"""The product's tables for a made repository and its conversations."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pandas as pd

from pipeline import tables
from pipeline.study import Study
from pipeline.transform.attribution import attribute
from pipeline.transform.reads import memory_reads
from pipeline.transform.reads_by_conversation import reads_by_conversation
from pipeline.transform.snapshots import snapshots
from pipeline.transform.start_set import start_files
from pipeline.transform.worktree import with_worktree
from pipeline.transform.writes import memory_writes
from tests.oracle.events import World
from tests.oracle.memory import Chain, Change, Walker
from tests.transform import tiny

Made = dict[str, pd.DataFrame]


def instant(seconds: float) -> pd.Timestamp:
    return pd.Timestamp(datetime.fromtimestamp(seconds, UTC))


def is_main(section: str) -> bool:
    return section != "dialogs"


def told(world: World) -> Made:
    """The tables that hold what the conversations did."""
    conversations = [
        {"c": t.name, "at": instant(t.began), "ordinal": world.ordinal.get(t.name), "parent": t.parent,
         **({"relation": "subagent", "excluded": "subagent"} if t.parent else {})}
        for t in world.threads
    ]  # fmt: skip
    acts = sorted([*world.reads, *world.writes], key=lambda act: (act.thread, act.seq))
    rows = [
        {"c": a.thread, "seq": a.seq, "at": instant(a.at), "path": a.path, "action": a.what,
         "chars": 5 if a.what == "read" else a.chars}
        for a in acts
    ]  # fmt: skip
    return tiny.made(
        conversations=tiny.conversations(*conversations),
        tool_calls=tiny.calls(*({k: v for k, v in r.items() if k not in {"path", "chars"}} for r in rows)),
        accesses=tiny.accesses(*rows),
    )


def transformed(made: Made, study: Study) -> Made:
    """Every table of the study made from what was told and what memory held."""
    readings = study.readings
    written = memory_writes(made, tiny.section_of, readings)
    versions, written = attribute(made["memory_versions"], written, made["conversations"], readings)
    versions = with_worktree(versions, written, tiny.section_of)
    made = {**made, "memory_versions": versions, "memory_writes": written}
    begun = start_files(made, study)
    made["snapshots"] = snapshots(made, is_main, study)
    made["memory_reads"] = memory_reads(made, tiny.section_of, readings, begun)
    made["reads_by_conversation"] = reads_by_conversation(made, is_main, study, begun)
    return made


def walked(world: World) -> Made:
    """memory_versions, memory_blobs and repository as the slow walk tells them."""
    versions = [row for axis, chain in world.chains.items() for row in _versions(axis, chain, world.walker)]
    commits = [
        (axis, commit, place, instant(at), instant(at), True, None)
        for axis, chain in world.chains.items()
        for place, (commit, at) in enumerate(zip(chain.commits, chain.at, strict=True))
    ]
    return {
        "memory_versions": tables.frame("memory_versions", versions),
        "repository": tables.frame("repository", commits),
    }


def _versions(axis: str, chain: Chain, walker: Walker) -> list[tuple[object, ...]]:
    changes = chain.all_changes()
    return [_version(axis, number, change, changes, walker.chars) for number, change in enumerate(changes)]


def _version(
    axis: str, number: int, change: Change, changes: list[Change], chars: Callable[[str], int | None]
) -> tuple[object, ...]:
    later = [c.at for c in changes if c.path == change.path and c.place > change.place]
    return (
        axis, change.path, change.commit, change.commit, number, change.file,
        tiny.section_of(change.path) or "register", change.blob,
        "delete" if change.blob is None else "update", None if change.blob is None else chars(change.blob),
        None, None, None, instant(change.at), instant(min(later)) if later else None, None,
    )  # fmt: skip


def study_of(axis: str) -> Study:
    """The study whose start set is a.md and the two newest logs."""
    start = {"files": ["docs/memory/a.md"], "newest": {"glob": "docs/memory/dialogs/*.md", "n": 1}}
    return tiny.study(start_set=start, readings={"time_axis": axis})


def walker_of(repository: Path) -> Walker:
    return Walker(repository, lambda path: tiny.section_of(path) is not None)
