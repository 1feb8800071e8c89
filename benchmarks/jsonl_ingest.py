"""Sessions of JSON lines: the reader against a bare loop over the lines and against the standard json module.

The sessions are generated: their kinds of lines, and how often and how long each is, follow real ones (a
third of the lines is progress, a read's result holds the text twice). All three see the same files; both
readers must give the same conversations.
"""

import argparse
import json
import random
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

from pipeline.extract.histories.claude_code import CLAUDE_CODE, attached, calls, session
from pipeline.extract.histories.claude_code.lines import Body, Forked, Line, Nested, Part, Progress
from pipeline.extract.histories.formats import Context
from pipeline.extract.histories.records import Conversation
from pipeline.extract.paths import Locator

SEED = 20260203
ROOT = "/srv/work/lumen"
CONTEXT = Context(Locator(ROOT))
WORDS = "lamp index cache status rule “note” because slow → one\ttwo back\\slash".split(" ")


class Session:
    """The lines of one generated session."""

    def __init__(self, dice: random.Random, number: int) -> None:
        self.dice = dice
        self.id = f"{number:08x}-0000-4000-8000-{number:012x}"
        self.count = 0

    def text(self, lines: int) -> str:
        drawn = (self.dice.choices(WORDS, k=self.dice.randint(3, 11)) for _ in range(lines))
        return "".join(" ".join(words) + "\n" for words in drawn)

    def line(self, kind: str, **more: Any) -> dict[str, Any]:
        self.count += 1
        shared = {"parentUuid": f"{self.id}-{self.count - 1}", "isSidechain": False, "userType": "external"}
        shared |= {"cwd": ROOT, "sessionId": self.id, "version": "2.1.42", "gitBranch": "main", "type": kind}
        at = f"2026-02-{1 + self.count // 86400 % 28:02}T{self.count // 3600 % 24:02}"
        stamp = f"{at}:{self.count // 60 % 60:02}:{self.count % 60:02}.000Z"
        return shared | more | {"uuid": f"{self.id}-{self.count}", "timestamp": stamp}

    def assistant(self, *parts: dict[str, Any]) -> dict[str, Any]:
        usage = {"input_tokens": 3, "cache_read_input_tokens": 18012, "output_tokens": 9}
        body = {"model": "claude-opus-4-6", "id": f"msg_{self.count}", "type": "message", "role": "assistant"}
        body |= {"content": list(parts), "stop_reason": None, "usage": usage}
        return self.line("assistant", message=body, requestId=f"req_{self.count}")

    def user(self, content: Any, **more: Any) -> dict[str, Any]:
        return self.line("user", message={"role": "user", "content": content}, **more)

    def progress(self, kind: str, **data: Any) -> dict[str, Any]:
        return self.line("progress", data={"type": f"{kind}_progress", **data}, toolUseID=f"x-{self.count}")

    def agent(self, inner: dict[str, Any]) -> dict[str, Any]:
        message = {key: inner[key] for key in ("type", "message", "uuid", "timestamp")}
        data = {"message": message, "normalizedMessages": [], "type": "agent_progress"}
        return self.line("progress", data=data | {"prompt": "Look around.", "agentId": "a1b2c3d"})

    def call(self, name: str, **asked: Any) -> tuple[dict[str, Any], str]:
        name_of = f"toolu_{self.id}_{self.count}"
        return self.assistant({"type": "tool_use", "id": name_of, "name": name, "input": asked}), name_of

    def result(self, of: str, text: str, result: Any = None) -> dict[str, Any]:
        part = {"tool_use_id": of, "type": "tool_result", "content": text}
        return self.user([part], **({} if result is None else {"toolUseResult": result}))

    def read(self, *, inside: bool) -> Iterator[dict[str, Any]]:
        path = f"{ROOT}/docs/memory/{self.dice.randint(1, 300)}.md"
        text = self.text(self.dice.choice((20, 60, 120, 300)))
        shown = "\n".join(f"{at:>6}→{one}" for at, one in enumerate(text.split("\n"), 1))
        call, name = self.call("Read", file_path=path)
        if inside:
            yield self.agent(call)
            yield self.agent(self.result(name, shown))
            return
        file = {"filePath": path, "content": text, "numLines": 9, "startLine": 1, "totalLines": 9}
        yield call
        yield self.result(name, shown, {"type": "text", "file": file})

    def bash(self) -> Iterator[dict[str, Any]]:
        call, name = self.call("Bash", command="pnpm test --filter lumen 2>&1 | tail -40", description="Test")
        output = self.text(self.dice.choice((2, 10, 40)))
        yield call
        yield from (
            self.progress("bash", output=output, fullOutput=output * 3, elapsedTimeSeconds=at, totalLines=9)
            for at in range(self.dice.randint(0, 9))
        )
        yield self.result(name, output, {"stdout": output, "stderr": "", "interrupted": False})

    def edit(self) -> Iterator[dict[str, Any]]:
        path, old, new = f"{ROOT}/src/lamp.ts", self.text(6), self.text(8)
        call, name = self.call("Edit", file_path=path, old_string=old, new_string=new)
        patch = [{"oldStart": 1, "newStart": 1, "lines": (old + new).split("\n")}]
        yield call
        yield self.progress("hook", hookEvent="PostToolUse", hookName="PostToolUse:Edit", command="callback")
        told = {"filePath": path, "oldString": old, "newString": new, "originalFile": self.text(250)}
        yield self.result(name, "The file has been updated.", told | {"structuredPatch": patch})

    def turns(self, count: int) -> Iterator[dict[str, Any]]:
        for _ in range(count):
            yield self.user(self.text(3))
            yield {"type": "file-history-snapshot", "messageId": "x", "snapshot": {"trackedFileBackups": {}}}
            for _ in range(self.dice.randint(3, 12)):
                yield self.assistant({"type": "thinking", "thinking": self.text(8), "signature": "[removed]"})
                yield self.assistant({"type": "text", "text": self.text(3)})
                kind = self.dice.random()
                if kind < 0.5:
                    yield from self.read(inside=self.dice.random() < 0.6)
                else:
                    yield from self.bash() if kind < 0.8 else self.edit()


def generate(folder: Path, megabytes: int) -> int:
    """Writes sessions of about this size; returns the bytes."""
    dice, size, number = random.Random(SEED), 0, 0
    while size < megabytes << 20:
        number += 1
        made = Session(dice, number)
        lines = (json.dumps(one, ensure_ascii=False, separators=(",", ":")) for one in made.turns(12))
        content = "".join(line + "\n" for line in lines).encode()
        (folder / f"{made.id}.jsonl").write_bytes(content)
        size += len(content)
    return size


def bare(folder: Path) -> int:
    count = 0
    for file in sorted(folder.glob("*.jsonl")):
        with file.open("rb") as lines:
            for _ in lines:
                count += 1
    return count


def ours(folder: Path) -> list[Conversation]:
    units = (unit for store in CLAUDE_CODE.stores(folder) for unit in CLAUDE_CODE.units(store, CONTEXT))
    return [conversation for unit in units for conversation in unit.read().conversations]


def _part(told: dict[str, Any]) -> Part:
    keys = ("type", "text", "id", "name", "input", "tool_use_id", "content", "is_error")
    return Part(**{key: told[key] for key in keys if key in told})


def _body(told: dict[str, Any]) -> Body:
    content = told.get("content")
    parts = content if isinstance(content, str) else [_part(part) for part in content or []]
    return Body(told.get("id"), told.get("model"), parts)


LINE = dict(zip(Line.__struct_encode_fields__, Line.__struct_fields__, strict=True))
NESTED = dict(zip(Nested.__struct_encode_fields__, Nested.__struct_fields__, strict=True))


def _standard_line(line: bytes) -> Line:
    told = json.loads(line)
    known = {field: told[key] for key, field in LINE.items() if key in told}
    if "message" in known:
        known["message"] = _body(known["message"])
    if "data" in known:
        data = known["data"]
        known["data"] = Progress(data.get("type", ""), data.get("agentId"), data.get("message"))
    if "forked_from" in known:
        known["forked_from"] = Forked(*known["forked_from"].values())
    return Line(**known)


def _standard_nested(told: dict[str, Any]) -> Nested:
    known = {field: told[key] for key, field in NESTED.items() if key in told}
    return Nested(**known | {"message": _body(told["message"])})


def _standard_text(content: Any) -> tuple[str, bool]:
    if isinstance(content, str):
        return content, False
    parts = content or []
    return "\n".join(p.get("text", "") for p in parts), any(p["type"] != "text" for p in parts)


@contextmanager
def standard_json() -> Iterator[None]:
    """The same reader, its lines decoded by the standard module."""
    changes: list[tuple[ModuleType, str, Callable[..., Any]]] = [
        (session, "decode", _standard_line),
        (session, "nested", _standard_nested),
        (calls, "value", lambda told: told),
        (attached, "value", lambda told: told),
        (calls, "result_text", _standard_text),
    ]
    before = [getattr(module, name) for module, name, _ in changes]
    for module, name, other in changes:
        setattr(module, name, other)
    try:
        yield
    finally:
        for (module, name, _), own in zip(changes, before, strict=True):
            setattr(module, name, own)


def theirs(folder: Path) -> list[Conversation]:
    with standard_json():
        return ours(folder)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--megabytes", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=5)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        size = generate(folder, chosen.megabytes)
        assert ours(folder) == theirs(folder), "the two readers disagree"
        lines = bare(folder)
        seconds: dict[str, list[float]] = {"bare loop": [], "reader": [], "standard json": []}
        for _ in range(chosen.rounds):
            for name, way in (("bare loop", bare), ("reader", ours), ("standard json", theirs)):
                began = time.process_time()
                way(folder)
                seconds[name].append(time.process_time() - began)
    best = {name: min(taken) for name, taken in seconds.items()}
    for name, taken in best.items():
        print(f"{name}: {taken:.3f} s (best of {chosen.rounds}; {lines:,} lines, {size / 1e6:.0f} MB)")
    print(f"standard json / reader: {best['standard json'] / best['reader']:.2f} (bar: 3)")
    print(f"reader / bare loop: {best['reader'] / best['bare loop']:.2f} (bar: 3.7)")


if __name__ == "__main__":
    main()
