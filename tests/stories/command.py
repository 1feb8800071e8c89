"""The command line as a person calls it: what it prints, and how it ends."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from pipeline.cli import main

KEYS = ["code", "message", "where", "remedy"]


@dataclass(frozen=True)
class Told:
    """How a command ended: its exit code, standard output and standard error."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        """Standard output as the one JSON document that it must be."""
        return json.loads(self.out)


def reread(*arguments: str | Path, at: Path | None = None) -> Told:
    """Run one command, in the workspace `at`; anything but an exit is a fault of the product."""
    place = ["--workspace", str(at)] if at else []
    ended = CliRunner().invoke(main, [*map(str, arguments), *place])
    if ended.exception and not isinstance(ended.exception, SystemExit):
        raise ended.exception
    return Told(ended.exit_code, ended.stdout, ended.stderr)


def refused(*arguments: str | Path, at: Path | None = None) -> dict[str, str]:
    """The error of a command that must be refused: one sentence for a person, one document for a program."""
    said = reread(*arguments, at=at)
    assert said.code == 2, said
    last = said.err.splitlines()[-1]
    assert last.startswith("reread: ")
    assert "Traceback" not in said.err + said.out

    asked = reread(*arguments, "--json", at=at)
    assert asked.code == 2
    assert list(asked.document) == ["error"]
    error: dict[str, str] = asked.document["error"]
    assert list(error) == KEYS
    assert all(isinstance(error[key], str) for key in KEYS)
    assert error["message"] and error["remedy"]
    place = f" ({error['where']})" if error["where"] else ""
    assert last == f"reread: {error['message']}{place}: {error['remedy']}"
    return error


def states(told: Told) -> dict[str, str]:
    """The state of each stage, from `reread run --json` of one study."""
    assert told.code == 0, told
    return {stage["name"]: stage["state"] for stage in told.document["stages"]}


def seen(*folders: Path) -> dict[str, tuple[bytes | None, int, int]]:
    """Every file and folder: bytes, time of change, mode. Two equal ones: nothing was touched."""
    found: dict[str, tuple[bytes | None, int, int]] = {}
    for top in folders:
        for path in sorted([top, *top.rglob("*")]):
            held = path.lstat()
            content = path.read_bytes() if path.is_file() and not path.is_symlink() else None
            found[str(path)] = (content, held.st_mtime_ns, held.st_mode)
    return found
