"""Where the product's tables and the slow count differ."""

from typing import Any

import pandas as pd

from pipeline.tables import AXES
from tests.oracle.crossings import Crossings
from tests.oracle.events import World
from tests.oracle.product import Made, instant
from tests.oracle.sums import Rules, sums
from tests.oracle.volumes import volume

SUMS = ("files", "chars", "main_files", "main_chars", "start_files", "start_chars")
CROSSING = (
    "file_id", "not_in_snapshot", "cross", "last_update_by", "last_update_at", "distance_conversations",
    "distance_days", "undetermined_because",
)  # fmt: skip
VOLUMES = ("files_read", "files_available", "chars_read", "main_chars_read", "reads_not_in_snapshot")
Rows = dict[tuple[str, str], tuple[Any, ...]]


def plain(value: Any) -> Any:
    return None if pd.isna(value) else value


def short(file: str) -> str:
    """A file's identity as the product writes it: where it came from, and the commit's first letters."""
    path, at, commit = file.rpartition("@")
    return f"{path}@{commit[:12]}" if at and len(commit) == 40 else file


def product_snapshots(made: Made) -> Rows:
    rows = made["snapshots"][["axis", "conversation_id", "commit", *SUMS]].itertuples(index=False, name=None)
    return {row[:2]: tuple(map(plain, row[2:])) for row in rows}


def slow_snapshots(world: World, rules: Rules) -> Rows:
    found = {}
    for axis in AXES:
        for thread in world.threads:
            told = sums(world, axis, thread.name, rules)
            commit = None if thread.began is None else world.commits(axis).in_force(thread.began)
            found[axis, thread.name] = (commit, *(getattr(told, name) for name in SUMS))
    return found


def product_reads(made: Made) -> list[tuple[Any, ...]]:
    columns = ["conversation_id", "seq", "path", *CROSSING]
    rows = made["memory_reads"][columns].itertuples(index=False, name=None)
    return sorted((tuple(map(plain, row)) for row in rows), key=str)


def slow_reads(world: World) -> list[tuple[Any, ...]]:
    crossings = Crossings(world)
    found = []
    for read in world.reads:
        told = crossings.of(read)
        at = None if told.last_at is None else instant(told.last_at)
        found.append(
            (read.thread, read.seq, read.path, short(told.file), told.not_in_snapshot, told.cross,
             told.last_by, at, told.steps, told.days, told.why)
        )  # fmt: skip
    return sorted(found, key=str)


def product_volumes(made: Made) -> Rows:
    names = ["axis", "conversation_id", *VOLUMES]
    rows = made["reads_by_conversation"][names].itertuples(index=False, name=None)
    return {row[:2]: tuple(map(plain, row[2:])) for row in rows}


def slow_volumes(world: World, rules: Rules) -> Rows:
    told = {(axis, name): volume(world, axis, name, rules) for axis in AXES for name in world.ordinal}
    return {
        key: (one.files_read, one.files_available, one.chars_read, one.main_chars_read, one.reads_elsewhere)
        for key, one in told.items()
    }


def product_writers(made: Made, axis: str) -> Rows:
    """By commit and path who wrote the version."""
    rows = made["memory_versions"]
    rows = rows[(rows["axis"] == axis) & rows["commit"].notna()]
    columns = rows[["commit", "path", "written_by"]].itertuples(index=False, name=None)
    return {row[:2]: tuple(map(plain, row[2:])) for row in columns}


def slow_writers(world: World) -> Rows:
    crossings = Crossings(world)
    changes = world.commits(world.reading).all_changes
    return {(change.commit, change.path): (crossings.writer(change),) for change in changes}


def product_landings(made: Made) -> list[tuple[Any, ...]]:
    """By write the commit in which it landed."""
    rows = made["memory_writes"][["conversation_id", "seq", "path", "action", "commit"]]
    return sorted((tuple(map(plain, row)) for row in rows.itertuples(index=False, name=None)), key=str)


def slow_landings(world: World) -> list[tuple[Any, ...]]:
    crossings = Crossings(world)
    rows = [(w.thread, w.seq, w.path, w.what, crossings.landing(w)) for w in world.writes]
    return sorted(rows, key=str)
