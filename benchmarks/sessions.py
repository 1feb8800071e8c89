"""Generated sessions of JSON lines.

Their kinds of lines, and how often and how long each is, follow real ones: a third of the lines is progress,
a read's result holds the text twice.
"""

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

SEED = 20260203
ROOT = "/srv/work/lumen"
WORDS = "lamp index cache status rule “note” because slow → one\ttwo back\\slash".split(" ")
BEGAN = datetime(2026, 2, 1, tzinfo=UTC)
NOTES = tuple(f"docs/memory/{number}.md" for number in range(1, 301))


@dataclass(frozen=True, slots=True)
class Kind:
    """What sessions are made of: the notes they read, how many lines a read and an edited file have, and the
    share of edits that are of notes."""

    notes: Sequence[str] = NOTES
    read_lines: Sequence[int] = (20, 60, 120, 300)
    edited_lines: int = 250
    notes_edited: float = 0.0


class Session:
    """The lines of one generated session."""

    def __init__(
        self, dice: random.Random, number: int, kind: Kind = Kind(), began: datetime = BEGAN
    ) -> None:
        self.dice = dice
        self.id = f"{number:08x}-0000-4000-8000-{number:012x}"
        self.kind = kind
        self.began = began
        self.count = 0

    def text(self, lines: int) -> str:
        drawn = (self.dice.choices(WORDS, k=self.dice.randint(3, 11)) for _ in range(lines))
        return "".join(" ".join(words) + "\n" for words in drawn)

    def line(self, kind: str, **more: Any) -> dict[str, Any]:
        self.count += 1
        shared = {"parentUuid": f"{self.id}-{self.count - 1}", "isSidechain": False, "userType": "external"}
        shared |= {"cwd": ROOT, "sessionId": self.id, "version": "2.1.42", "gitBranch": "main", "type": kind}
        at = self.began + timedelta(seconds=self.count)
        stamp = f"{at:%Y-%m-%dT%H:%M:%S}.000Z"
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
        path = f"{ROOT}/{self.dice.choice(self.kind.notes)}"
        text = self.text(self.dice.choice(self.kind.read_lines))
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
        of_note = self.kind.notes_edited and self.dice.random() < self.kind.notes_edited
        name = self.dice.choice(self.kind.notes) if of_note else "src/lamp.ts"
        path, old, new = f"{ROOT}/{name}", self.text(6), self.text(8)
        call, name = self.call("Edit", file_path=path, old_string=old, new_string=new)
        patch = [{"oldStart": 1, "newStart": 1, "lines": (old + new).split("\n")}]
        yield call
        yield self.progress("hook", hookEvent="PostToolUse", hookName="PostToolUse:Edit", command="callback")
        told = {
            "filePath": path,
            "oldString": old,
            "newString": new,
            "originalFile": self.text(self.kind.edited_lines),
        }
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

    def content(self, turns: int) -> bytes:
        """The file of a session of so many turns."""
        lines = (json.dumps(one, ensure_ascii=False, separators=(",", ":")) for one in self.turns(turns))
        return "".join(line + "\n" for line in lines).encode()

    def write(self, folder: Path, turns: int) -> int:
        """Write the file into the folder; returns its bytes."""
        return (folder / f"{self.id}.jsonl").write_bytes(self.content(turns))


def generate(folder: Path, megabytes: int) -> int:
    """Writes sessions of about this size; returns the bytes."""
    dice, size, number = random.Random(SEED), 0, 0
    while size < megabytes << 20:
        number += 1
        size += Session(dice, number).write(folder, 12)
    return size
