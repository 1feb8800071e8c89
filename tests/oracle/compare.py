"""Where the product's tables and the slow count differ."""

from typing import Any

import pandas as pd

from pipeline.tables import AXES
from tests.oracle.events import World
from tests.oracle.product import Made, instant, is_main
from tests.oracle.sums import sums
from tests.transform import tiny

SUMS = ("files", "chars", "main_files", "main_chars", "start_files", "start_chars")
CROSSING = (
    "file_id", "not_in_snapshot", "cross", "last_update_by", "last_update_at", "distance_conversations",
    "distance_days", "undetermined_because",
)  # fmt: skip


def plain(value: Any) -> Any:
    return None if pd.isna(value) else value


def product_snapshots(made: Made) -> dict[tuple[str, str], tuple[Any, ...]]:
    rows = made["snapshots"][["axis", "conversation_id", "commit", *SUMS]].itertuples(index=False, name=None)
    return {row[:2]: tuple(map(plain, row[2:])) for row in rows}


def slow_snapshots(world: World) -> dict[tuple[str, str], tuple[Any, ...]]:
    found = {}
    for axis in AXES:
        for thread in world.threads:
            told = sums(
                world,
                axis,
                thread.began,
                is_main=lambda path: is_main(tiny.section_of(path) or ""),
                fixed=lambda path: path == "docs/memory/a.md",
                ranked=lambda path: path.startswith("docs/memory/dialogs/"),
                n=1,
            )
            commit = world.commits(axis).in_force(thread.began)
            found[axis, thread.name] = (commit, *(getattr(told, name) for name in SUMS))
    return found


def product_reads(made: Made) -> dict[tuple[str, int], tuple[Any, ...]]:
    rows = made["memory_reads"][["conversation_id", "seq", *CROSSING]].itertuples(index=False, name=None)
    return {row[:2]: tuple(map(plain, row[2:])) for row in rows}


def slow_reads(world: World, axis: str, names: dict[str, str]) -> dict[tuple[str, int], tuple[Any, ...]]:
    found = {}
    for read in world.reads:
        if tiny.section_of(read.path) is None:
            continue
        told = world.crossing(axis, read)
        found[read.thread, read.seq] = (
            names.get(told.file, told.file), told.not_in_snapshot, told.cross, told.last_by,
            None if told.last_at is None else instant(told.last_at), told.steps, told.days, told.why,
        )  # fmt: skip
    return found


def product_shares(made: Made) -> dict[tuple[str, str], tuple[Any, ...]]:
    names = ["axis", "conversation_id", "files_read", "files_available"]
    rows = made["reads_by_conversation"][names].itertuples(index=False, name=None)
    return {row[:2]: tuple(map(plain, row[2:])) for row in rows}


def slow_shares(world: World) -> dict[tuple[str, str], tuple[Any, ...]]:
    return {(axis, name): world.share(axis, name) for axis in AXES for name in world.ordinal}
