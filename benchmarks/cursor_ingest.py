"""Reading a large Cursor database against SQLite's own pass over the same rows.

The database is made with a fixed seed. The reader in one process, in two, and with the standard json module
in place of msgspec must agree on conversations, calls and characters read.
"""

import json
import random
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from benchmarks.bar import Bar
from benchmarks.memory_use import peak
from benchmarks.options import Options
from benchmarks.pairs import agree, each, timed
from pipeline.extract.histories.cursor_desktop import (
    CURSOR_DESKTOP,
    decoding,
    shapes,
)
from pipeline.extract.histories.cursor_desktop.parallel import read_store
from pipeline.extract.histories.formats import Context
from pipeline.extract.histories.records import Reading
from pipeline.extract.paths import Locator

ROOT = "/srv/work/lumen"
CONTEXT = Context(Locator(ROOT))
WORDS = (
    "lamp",
    "index",
    "cache",
    "status",
    "rule",
    "decision",
    "note",
    "build",
    "test",
    "path",
    "line",
    "keep",
)
T0 = 1_751_364_000_000
Answer = tuple[int, int, int]


def uid(random_: random.Random) -> str:
    return f"{random_.getrandbits(128):032x}"


def prose(random_: random.Random, length: int) -> str:
    line = " ".join(random_.choices(WORDS, k=12)) + ".\n"
    return (line * (length // len(line) + 1))[:length]


def bubble(random_: random.Random, at: int, number: int) -> dict[str, Any]:
    """A message or a call, with the many empty arrays that real rows carry."""
    empty = {f"field{n}": [] for n in range(60)}
    row = {"_v": 3, "bubbleId": uid(random_), "type": 2, "text": "", "createdAt": at, **empty}
    row["tokenCount"] = {"inputTokens": 0, "outputTokens": 0}
    kind = number % 10
    if number == 0:
        return row | {"type": 1, "text": prose(random_, 300)}
    if kind in (1, 2):
        return row | {"text": prose(random_, 900)}
    name, params, result = call(random_, kind)
    tool = {"toolCallId": uid(random_), "status": "completed", "name": name, "tool": 40}
    tool |= {"params": json.dumps(params), "rawArgs": json.dumps(params), "result": json.dumps(result)}
    return row | {"capabilityType": 15, "toolFormerData": tool}


def call(random_: random.Random, kind: int) -> tuple[str, dict[str, Any], dict[str, Any]]:
    path = f"{ROOT}/docs/memory/note{random_.randrange(300)}.md"
    text = prose(random_, random_.randrange(500, 24_000))
    if kind < 7:
        return "read_file_v2", {"targetFile": path}, {"contents": text, "totalLinesInFile": text.count("\n")}
    if kind == 7:
        return "run_terminal_command_v2", {"command": f"cat {path}"}, {"output": text, "exitCode": 0}
    if kind == 8:
        return "edit_file_v2", {"relativeWorkspacePath": path}, {"contentsAfterEdit": text}
    chunks = [{"file": path, "content": text}]
    return "codebase_search", {"query": "lamp"}, {"codeResults": chunks}


def make(path: Path, megabytes: int) -> None:
    """A database of so many megabytes of rows."""
    random_ = random.Random(1)
    database = sqlite3.connect(path, isolation_level=None)
    database.execute("create table ItemTable (key text unique on conflict replace, value blob)")
    database.execute("create table cursorDiskKV (key text unique on conflict replace, value blob)")
    database.execute("begin")
    size = at = 0
    while size < megabytes * 1_000_000:
        at += 3_600_000
        rows = dict(thread(random_, T0 + at))
        size += sum(map(len, rows.values()))
        database.executemany("insert into cursorDiskKV values (?, ?)", rows.items())
    database.execute("commit")
    database.close()


def thread(random_: random.Random, at: int) -> Iterator[tuple[str, str]]:
    composer = uid(random_)
    bubbles = [bubble(random_, at + n * 1000, n) for n in range(random_.randrange(10, 120))]
    heads = [{"bubbleId": b["bubbleId"], "type": b["type"]} for b in bubbles]
    window = {"id": "w", "uri": {"fsPath": ROOT, "external": f"file://{ROOT}", "scheme": "file"}}
    row = {"_v": 16, "composerId": composer, "name": "A talk", "createdAt": at}
    row |= {"fullConversationHeadersOnly": heads, "workspaceIdentifier": window}
    yield f"composerData:{composer}", json.dumps(row)
    for held in bubbles:
        yield f"bubbleId:{composer}:{held['bubbleId']}", json.dumps(held)


def sum_lengths(path: Path) -> int:
    """SQLite's own pass over the rows that the reader reads."""
    asked = (
        "select sum(length(value)) from cursorDiskKV where (key >= 'bubbleId:' and key < 'bubbleId;')"
        " or (key >= 'composerData:' and key < 'composerData;')"
    )
    connection = sqlite3.connect(f"{path.as_uri()}?immutable=1", uri=True)
    try:
        return int(connection.execute(asked).fetchone()[0])
    finally:
        connection.close()


def answer(readings: Iterator[Reading]) -> Answer:
    conversations = calls = chars = 0
    for reading in readings:
        for conversation in reading.conversations:
            conversations += 1
            for made in conversation.calls():
                calls += 1
                chars += sum(access.chars or 0 for access in made.accesses)
    return conversations, calls, chars


def one(path: Path) -> Answer:
    return answer(unit.read() for unit in CURSOR_DESKTOP.units(path, CONTEXT))


def two(path: Path) -> Answer:
    return answer(read_store(path, CONTEXT, workers=2))


class _Standard:
    """A decoder with msgspec's interface over the standard json module."""

    def __init__(self, shape: type[msgspec.Struct]) -> None:
        self._shape = shape

    def decode(self, data: bytes | str) -> Any:
        value = json.loads(bytes(data) if isinstance(data, msgspec.Raw) else data)
        if not isinstance(value, dict):
            raise msgspec.ValidationError("no object")
        return decoding.by_field(self._shape, value)


@contextmanager
def standard_json() -> Iterator[None]:
    """The same reader with the standard json module."""
    kept = decoding.decoder_of, shapes.json_value
    decoding.decoder_of, shapes.json_value = _Standard, lambda raw: json.loads(bytes(raw))  # type: ignore
    try:
        yield
    finally:
        decoding.decoder_of, shapes.json_value = kept


def with_json(path: Path) -> Answer:
    with standard_json():
        return one(path)


def bars(options: Options) -> Iterator[Bar]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "state.vscdb")
        make(path, options.megabytes(1000))
        size = sum_lengths(path)
        one_alone, grown = one(path), peak()
        ways = (lambda: one(path), lambda: two(path), lambda: sum_lengths(path))
        spent = timed(ways, options.rounds(5))
        slow = timed((lambda: with_json(path), lambda: one(path)), options.rounds(3))
    agree(one_alone, *spent.answers[:2], *slow.answers)
    said = f"{size / 1e6:,.0f} MB, {one_alone[0]:,} conversations, {one_alone[1]:,} calls"
    bare = "select sum(length(value)) over the same rows"
    note = f"{each(spent)}; peak memory {grown:.0f} MB"
    yield Bar("Cursor ingest, one process", said, bare, spent.ratio(0, 2), 2.2, note=note)
    yield Bar("Cursor ingest, two processes", said, bare, spent.ratio(1, 2), 1.3)
    faster = slow.ratio(0, 1)
    yield Bar(
        "Cursor ingest, one process", said, "the same with json", faster, 3.5, faster=True, note=each(slow)
    )
