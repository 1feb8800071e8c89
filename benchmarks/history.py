"""A generated repository with a long history of memory and code, written with `git fast-import`."""

import random
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

SEED = 20260203
BEGAN = 1_754_000_000
SECTIONS = ("decisions", "status", "errors", "guides", "plans", "dialogs")
WORDS = (
    "lamp index cache status rule decision because note build test path line keep the of and to a in it was "
    "not with first read again store query table branch review open closed moved renamed “quoted” → naïve"
).split()


@dataclass(frozen=True, slots=True)
class Size:
    """How many commits and memory files, and over how many seconds."""

    commits: int
    files: int
    span: int = 170 * 86_400

    @property
    def step(self) -> int:
        return self.span // self.commits


def make(folder: Path, size: Size) -> Path:
    """A bare repository in `folder`: the same bytes for the same size."""
    subprocess.run(["git", "init", "--quiet", "--bare", "--initial-branch=main", str(folder)], check=True)
    command = ["git", "-C", str(folder), "fast-import", "--quiet", "--force"]
    with subprocess.Popen(command, stdin=subprocess.PIPE) as process:
        assert process.stdin is not None
        for part in _stream(size):
            process.stdin.write(part)
    if process.returncode:
        raise SystemExit("git fast-import failed")
    return folder


def memory_path(number: int) -> str:
    return f"docs/memory/{SECTIONS[number % len(SECTIONS)]}/note{number:05}.md"


def _stream(size: Size) -> Iterator[bytes]:
    dice = random.Random(SEED)
    notes: dict[str, str] = {}
    for number in range(size.commits):
        wanted = (number + 1) * size.files // size.commits
        changed = {path: _note(dice, path) for path in map(memory_path, range(len(notes), wanted))}
        if dice.random() < 0.5 and notes:
            old = memory_path(dice.randrange(len(notes)))
            changed[old] = notes[old] + _entry(dice, number)
        notes |= changed
        yield _commit(number, BEGAN + number * size.step, changed, dice)
    yield b"done\n"


def _commit(number: int, at: int, changed: dict[str, str], dice: random.Random) -> bytes:
    message = f"Change {number}"
    head = f"commit refs/heads/main\ncommitter A <a@b.c> {at} +0000\ndata {len(message)}\n{message}\n"
    code = f"src/part{dice.randrange(40)}/file{dice.randrange(50)}.py"
    files = {**changed, code: f"VALUE = {dice.random()}\n" * dice.randrange(1, 30)}
    return head.encode() + b"".join(_file(path, text) for path, text in files.items()) + b"\n"


def _file(path: str, text: str) -> bytes:
    content = text.encode()
    return f"M 100644 inline {path}\ndata {len(content)}\n".encode() + content + b"\n"


def _note(dice: random.Random, path: str) -> str:
    return f"# {path}\n\n" + "".join(_entry(dice, number) for number in range(dice.randrange(1, 8)))


def _entry(dice: random.Random, number: int) -> str:
    lines = "".join(f"- {' '.join(dice.choices(WORDS, k=12))}.\n" for _ in range(dice.randrange(2, 12)))
    linked = memory_path(dice.randrange(3_000)).removeprefix("docs/memory/")
    heading = f"## 2025-09-{number % 28 + 1:02} Entry {number}"
    return f"{heading}\n\n{lines}\nSee [that](../{linked}) and src/app.py.\n\n"
