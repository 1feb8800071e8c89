"""Reading a large Cursor database against SQLite's own pass over the same rows.

    python benchmarks/cursor_ingest.py --megabytes 1000

Makes a database with a fixed seed, then measures, each as the best of `--rounds`: SQLite's
`select sum(length(value))`, the reader in one process and in two, and the reader with the standard json
module in place of msgspec. The answers (conversations, calls, characters read) must agree.
"""

import argparse
import json
import random
import resource
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

sys.path.insert(0, str(Path(__file__).parent.parent))

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


def best(work: Callable[[Path], Any], path: Path, rounds: int) -> tuple[float, Any]:
    spent = []
    for _ in range(rounds):
        start = time.perf_counter()
        said = work(path)
        spent.append(time.perf_counter() - start)
    return min(spent), said


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--megabytes", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=3)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "state.vscdb")
        make(path, asked.megabytes)
        bare, size = best(sum_lengths, path, asked.rounds)
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        alone, first = best(one, path, asked.rounds)
        grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
        pair, second = best(two, path, asked.rounds)
        with standard_json():
            slow, third = best(one, path, 1)
    if not first == second == third:
        raise SystemExit(f"the answers differ: {first}, {second}, {third}")
    print(f"{size / 1e6:.0f} MB, {first[0]} conversations, {first[1]} calls, {first[2]} characters read")
    print(f"sum(length(value)) {bare:.2f} s; one process {alone:.2f} s; two {pair:.2f} s; json {slow:.2f} s")
    print(f"memory grew by {grown / 1024:.0f} MB")
    print(f"one process {alone / bare:.2f}x, two {pair / bare:.2f}x, json / msgspec {slow / alone:.1f}x")


if __name__ == "__main__":
    main()
