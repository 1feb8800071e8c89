"""One store read by several processes, a slice of its conversations each."""

from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from pipeline.extract.histories.cursor_desktop.database import Database
from pipeline.extract.histories.cursor_desktop.index import Index
from pipeline.extract.histories.cursor_desktop.store import conversation_ids, index_of, name_of, rest, unit
from pipeline.extract.histories.formats import Context
from pipeline.extract.histories.records import Reading
from pipeline.extract.histories.sqlite import Still, connect, readable

_SLICE = 24


@dataclass(slots=True)
class _Worker:
    """What a process keeps between slices."""

    database: Database
    index: Index
    name: str
    context: Context


_WORKER: list[_Worker] = []


def read_store(store: Path, context: Context, workers: int = 2) -> Iterator[Reading]:
    """The readings of a store's units in their order, read in so many processes.

    Few slices are under way at a time, so that memory stays flat. Raises RereadError as `units` does.
    """
    name = name_of(store)
    with readable(store) as still, closing(connect(still)) as connection:
        database = Database(connection)
        index = index_of(store, database)
        ids = conversation_ids(database, index)
        if workers < 2 or len(ids) <= _SLICE:
            yield from (unit(one, name, database, index, context).read() for one in ids)
        else:
            yield from _sliced(ids, workers, (still, index, name, context))
        for left in rest(set(ids), name, database, index, context):
            yield left.read()


def _sliced(ids: list[str], workers: int, given: tuple[Still, Index, str, Context]) -> Iterator[Reading]:
    waiting: deque[Future[list[Reading]]] = deque()
    slices = (ids[at : at + _SLICE] for at in range(0, len(ids), _SLICE))
    with ProcessPoolExecutor(workers, initializer=_begin, initargs=given) as pool:
        waiting.extend(pool.submit(_read, part) for part in islice(slices, 2 * workers))
        while waiting:
            yield from waiting.popleft().result()
            waiting.extend(pool.submit(_read, part) for part in islice(slices, 1))


def _begin(still: Still, index: Index, name: str, context: Context) -> None:
    _WORKER[:] = [_Worker(Database(connect(still)), index, name, context)]


def _read(ids: list[str]) -> list[Reading]:
    worker = _WORKER[0]
    return [unit(one, worker.name, worker.database, worker.index, worker.context).read() for one in ids]
