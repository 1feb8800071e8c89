"""Running several studies: in processes of this machine, or on Dask."""

import os
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import active_children, get_context

from pipeline.ending import clear_away
from pipeline.errors import Problem, RereadError, of_machine
from pipeline.stages.progress import Tell, quietly
from pipeline.stages.run import Ran, run
from pipeline.stages.workspace import Workspace


def run_all(
    workspace: Workspace, names: Sequence[str], tell: Tell = quietly, scheduler: str | None = None
) -> tuple[list[Ran], RereadError | None]:
    """Run the studies, each once, and return what became of those that could be run, in the order of `names`,
    and why the first of the others could not.

    One study runs in this process; several in as many processes as there are cores, or on the Dask
    scheduler at that address, whose workers must see the workspace. Raises RereadError where a name is no
    study's, and where the only study asked for cannot be run.
    """
    names = tuple(dict.fromkeys(names))
    if not names:
        raise RereadError(
            "no_study", "there is no study to run", str(workspace.raw), "make one with `reread new`"
        )
    for name in names:
        workspace.study(name)
    if scheduler:
        return _on_dask(workspace, names, tell, scheduler)
    if len(names) == 1:
        return [run(workspace, names[0], tell)], None
    return _in_processes(workspace, names, tell)


def _in_processes(
    workspace: Workspace, names: Sequence[str], tell: Tell
) -> tuple[list[Ran], RereadError | None]:
    # A fresh interpreter a process: forking one with threads of libraries in it may hang.
    workers = min(len(names), os.cpu_count() or 1)
    with ProcessPoolExecutor(workers, get_context("spawn"), initializer=clear_away) as pool:
        futures = {pool.submit(_outcome, workspace, name): name for name in names}
        try:
            for done, future in enumerate(as_completed(futures), 1):
                tell(_ended(futures[future], future.result(), done, len(names)))
        except SystemExit:
            pool.shutdown(wait=False, cancel_futures=True)
            for process in active_children():
                process.terminate()
            raise
        return _in_order({name: future.result() for future, name in futures.items()}, names)


def _on_dask(
    workspace: Workspace, names: Sequence[str], tell: Tell, scheduler: str
) -> tuple[list[Ran], RereadError | None]:
    try:
        from dask.distributed import Client
    except ImportError:
        raise RereadError(
            "dask_missing", "Dask is not installed", "--dask", "install reread[scale]"
        ) from None
    try:
        client = Client(scheduler, timeout=10)
    except (OSError, ValueError):
        raise RereadError(
            "dask_unreachable", "no Dask scheduler answers", scheduler, "start one or correct the address"
        ) from None
    with client:
        futures = {name: client.submit(_outcome, workspace, name, pure=False) for name in names}
        found = {}
        for name, future in futures.items():
            found[name] = future.result()
            tell(_ended(name, found[name], len(found), len(names)))
    return _in_order(found, names)


def _ended(name: str, outcome: Ran | Problem, done: int, of: int) -> str:
    became = "is done" if isinstance(outcome, Ran) else "failed"
    return f"{name} {became} ({done} of {of})"


def _outcome(workspace: Workspace, name: str) -> Ran | Problem:
    try:
        return run(workspace, name)
    except RereadError as fault:
        return fault.problem
    except OSError as fault:
        return of_machine(fault)
    except SystemExit as ended:
        # The pool would take this as the study's outcome, and hand this process the next study.
        os._exit(int(ended.code or 0))


def _in_order(found: dict[str, Ran | Problem], names: Sequence[str]) -> tuple[list[Ran], RereadError | None]:
    done = []
    failed = None
    for name in names:
        one = found[name]
        if isinstance(one, Ran):
            done.append(one)
        elif failed is None:
            failed = RereadError(one.code, f"study {name}: {one.message}", one.where, one.remedy)
    return done, failed
