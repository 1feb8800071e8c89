"""Stores of the command line as the program writes them, for tests to change."""

import hashlib
import json
import sqlite3
from pathlib import Path
from typing import Any

from pipeline.extract.histories.cursor_cli import CURSOR_CLI
from pipeline.extract.histories.formats import Context
from pipeline.extract.histories.records import Call, Conversation, Reading
from pipeline.extract.paths import Locator

ROOT = "/srv/work/lumen"
AGENT = "00009000-0000-4000-8000-000000009000"
START = 1_751_364_000_000  # 2025-07-01 10:00 UTC
LUMEN = Context(Locator(ROOT))

Message = dict[str, Any]


def said(text: str, role: str = "user") -> Message:
    return {"role": role, "content": [{"type": "text", "text": text}]}


def asked(text: str) -> Message:
    return said(f"<user_query>\n{text}\n</user_query>")


def called(key: str, tool: str, args: Any) -> Message:
    part = {"type": "tool-call", "toolCallId": key, "toolName": tool, "args": args}
    return {"role": "assistant", "content": [part]}


def answered(key: str, result: Any, **more: Any) -> Message:
    return {"role": "tool", "content": [{"type": "tool-result", "toolCallId": key, "result": result} | more]}


def blob_of(content: Any) -> tuple[str, bytes]:
    data = content if isinstance(content, bytes) else json.dumps(content, ensure_ascii=False).encode()
    return hashlib.sha256(data).hexdigest(), data


def field(number: int, value: bytes) -> bytes:
    size, left = b"", len(value)
    while left > 127:
        size, left = size + bytes([left & 127 | 128]), left >> 7
    return bytes([number << 3 | 2]) + size + bytes([left]) + value


def root_of(messages: list[Any], folder: str | None = ROOT) -> bytes:
    named = b"".join(field(1, bytes.fromhex(blob_of(message)[0])) for message in messages)
    return named + (field(9, folder.encode()) if folder else b"")


def slot(folder: str) -> str:
    return hashlib.md5(folder.encode()).hexdigest()


def write_chat(
    chats: Path,
    messages: list[Any],
    *,
    cwd: str = ROOT,
    folder: str | None = ROOT,
    meta: Any = None,
    beside: Any = None,
    extra: list[Any] | None = None,
) -> Path:
    """A store below `chats`, its root on `messages`.

    `cwd` is the folder whose hash the store lies under, `folder` the one its root names. `meta` is added
    to the store's own row, or written in its place where it is text; `beside` is `meta.json`; `extra` are
    blobs that no root names.
    """
    path = chats / slot(cwd) / AGENT / "store.db"
    path.parent.mkdir(parents=True)
    root = root_of(messages, folder)
    name = blob_of(root)[0]
    row = {"agentId": AGENT, "latestRootBlobId": name, "name": "A chat", "createdAt": START}
    row |= meta if isinstance(meta, dict) else {}
    value = meta if isinstance(meta, str) else json.dumps(row).encode().hex()
    with sqlite3.connect(path) as database:
        database.execute("create table blobs (id text primary key, data blob)")
        database.execute("create table meta (key text primary key, value text)")
        blobs = [blob_of(message) for message in [*messages, *(extra or [])]]
        database.executemany("insert or ignore into blobs values (?, ?)", [*blobs, (name, root)])
        database.execute("insert into meta values ('0', ?)", (value,))
    database.close()
    if beside is not None:
        text = beside if isinstance(beside, str) else json.dumps(beside)
        path.with_name("meta.json").write_text(text, "utf-8")
    return path


def reading(store: Path, context: Context = LUMEN) -> Reading:
    (unit,) = CURSOR_CLI.units(store, context)
    return unit.read()


def conversation(store: Path, context: Context = LUMEN) -> Conversation:
    (found,) = reading(store, context).conversations
    return found


def only_call(store: Path, context: Context = LUMEN) -> Call:
    (call,) = conversation(store, context).calls()
    return call


def reasons(store: Path) -> list[tuple[str, str]]:
    """What was not understood: the last word of the place, and why."""
    return [(gap.where.split(" ")[-1], gap.reason) for gap in reading(store).gaps]
