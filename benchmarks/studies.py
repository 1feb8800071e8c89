"""Fifty studies: the pool of processes against one after the other; the same stages on Dask."""

import hashlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

import pyarrow as pa
import pyarrow.parquet as pq

from benchmarks.bar import Bar
from benchmarks.history import Size
from benchmarks.options import Options
from benchmarks.pairs import agree
from benchmarks.study_folders import make_study
from pipeline import tables
from pipeline.stages.many import run_all
from pipeline.stages.run import Ran, run
from pipeline.stages.workspace import Workspace

Answer = list[tuple[str, list[tuple[str, str, dict[str, int]]], list[str]]]


def bars(options: Options) -> Iterator[Bar]:
    count, conversations = (3, 4) if options.quick else (50, 60)
    with tempfile.TemporaryDirectory() as made:
        workspace = Workspace(Path(made))
        names = [f"study{number:02}" for number in range(count)]
        for name in names:
            make_study(workspace.raw, name, Size(200, 60), conversations)
        # One pair: each takes minutes, over which what else the machine does evens out.
        alone, one_by_one = _timed(workspace, names, "serial")
        pooled, in_pool = _timed(workspace, names, "pool")
        agree(one_by_one, in_pool)
        dask, on_dask = _timed(workspace, names, "dask")
        agree(one_by_one, on_dask)
    size = f"{count} studies of {conversations} conversations, {os.cpu_count()} cores"
    note = f"{pooled:.1f} s and {alone:.1f} s; the same stages on Dask {dask:.1f} s"
    yield Bar("the pool", size, "one after the other", alone / pooled, 1.6, faster=True, note=note)


def _timed(workspace: Workspace, names: list[str], way: str) -> tuple[float, Answer]:
    """Seconds from nothing derived, and what became of each stage and a hash of each table."""
    shutil.rmtree(workspace.root / "data" / "derived", ignore_errors=True)
    shutil.rmtree(workspace.root / "reports", ignore_errors=True)
    began = perf_counter()
    done = _on_dask(workspace, names) if way == "dask" else _here(workspace, names, way)
    return perf_counter() - began, [_answer(workspace, one) for one in done]


def _here(workspace: Workspace, names: list[str], way: str) -> list[Ran]:
    return run_all(workspace, names)[0] if way == "pool" else [run(workspace, name) for name in names]


def _on_dask(workspace: Workspace, names: list[str]) -> list[Ran]:
    from dask.distributed import LocalCluster

    with LocalCluster(  # type: ignore[no-untyped-call]
        n_workers=os.cpu_count(), threads_per_worker=1, dashboard_address=None
    ) as cluster:
        return run_all(workspace, names, scheduler=cluster.scheduler_address)[0]


def _answer(workspace: Workspace, ran: Ran) -> tuple[str, list[tuple[str, str, dict[str, int]]], list[str]]:
    stages = [(stage.name, stage.state, stage.rows) for stage in ran.stages]
    folder = workspace.derived(ran.study)
    return ran.study, stages, [_content(folder / f"{table.name}.parquet") for table in tables.TABLES]


def _content(path: Path) -> str:
    """A hash of what the table holds, without the metadata of its file."""
    table, sink = pq.read_table(path).replace_schema_metadata(), pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, table.schema) as stream:
        stream.write_table(table)
    return hashlib.sha256(sink.getvalue()).hexdigest()
