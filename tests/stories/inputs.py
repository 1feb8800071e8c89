"""Small real inputs: a Git repository, sessions of Claude Code, a store of Cursor, a study file."""

import json
import os
import sqlite3
import subprocess
from collections.abc import Mapping
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

ROOT = "/srv/work/lumen"
BEGIN = datetime(2026, 3, 2, 9, tzinfo=UTC)
STATUS = "# Status\n\nThe lamp index is half done.\n"
NOTES = {"docs/memory/status.md": STATUS, "docs/memory/rules.md": "# Rules\n\nRead status first.\n"}
Rows = dict[str, Any]


def uid(number: int) -> str:
    return f"{number:08x}-0000-4000-8000-{number:012x}"


def moment(minutes: float = 0) -> str:
    return (BEGIN + timedelta(minutes=minutes)).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def git(folder: Path, *arguments: str, at: str = "2026-03-01T08:00:00+0000", given: bytes = b"") -> str:
    """Run Git on a repository of a test, with no settings of the machine, at one date."""
    who = {f"GIT_{role}_{what}": told for role in ("AUTHOR", "COMMITTER")
           for what, told in (("NAME", "Dev"), ("EMAIL", "dev@example.org"), ("DATE", at))}  # fmt: skip
    environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "GIT_CONFIG_GLOBAL": os.devnull,
                   "GIT_CONFIG_NOSYSTEM": "1", "LC_ALL": "C.UTF-8", **who}  # fmt: skip
    said = subprocess.run(
        ["git", "-c", "protocol.file.allow=always", *arguments],
        cwd=folder, env=environment, input=given, capture_output=True, check=True, timeout=60,
    )  # fmt: skip
    return said.stdout.decode("utf-8", "replace").strip()


def commit(
    folder: Path,
    files: Mapping[str | bytes, str | bytes | None],
    at: str = "2026-03-01T08:00:00+0000",
) -> str:
    """Write the files (None: take away), commit everything, and return the commit's id."""
    for name, content in files.items():
        path = Path(os.fsdecode(os.path.join(os.fsencode(folder), os.fsencode(name))))  # noqa: PTH118
        if content is None:
            path.unlink()
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    git(folder, "add", "-A", at=at)
    git(folder, "commit", "-q", "--allow-empty", "-m", "change", at=at)
    return git(folder, "rev-parse", "HEAD")


def empty_repository(folder: Path, *more: str) -> Path:
    """A repository without a commit, on the branch main."""
    folder.mkdir(parents=True)
    git(folder, "init", "-q", "-b", "main", *more)
    return folder


def repository(folder: Path) -> Path:
    """A repository with one commit that holds two notes of memory."""
    empty_repository(folder)
    commit(folder, {**NOTES, "src/lamp.py": "print('lamp')\n"})
    return folder


def session(folder: Path, number: int, *, root: str = ROOT, note: str = "docs/memory/status.md") -> Path:
    """A session of Claude Code that asks once and reads one note."""
    name, text, begin = uid(number), NOTES.get(note, STATUS), 10.0 * number
    shared = {"cwd": root, "sessionId": name, "version": "2.1.90", "isSidechain": False}
    told = {"filePath": f"{root}/{note}", "content": text, "numLines": text.count("\n"), "startLine": 1,
            "totalLines": text.count("\n")}  # fmt: skip
    call = {
        "type": "tool_use",
        "id": f"toolu_{number}",
        "name": "Read",
        "input": {"file_path": f"{root}/{note}"},
    }
    answer = {"type": "tool_result", "tool_use_id": f"toolu_{number}", "content": text}
    lines: list[Rows] = [
        {"type": "user", "message": {"role": "user", "content": f"Read the note, please ({number})."}},
        {"type": "assistant", "message": {"role": "assistant", "id": "msg", "model": "m", "content": [call]}},
        {
            "type": "user",
            "message": {"role": "user", "content": [answer]},
            "toolUseResult": {"type": "text", "file": told},
        },
    ]
    for nth, line in enumerate(lines):
        line |= {**shared, "uuid": uid(1000 * number + nth + 1), "timestamp": moment(begin + nth)}
        line["parentUuid"] = uid(1000 * number + nth) if nth else None
    path = folder / f"{name}.jsonl"
    folder.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    return path


def talk(number: int, *, root: str = ROOT, note: str = "docs/memory/status.md", **more: Any) -> Rows:
    """The rows of one conversation of Cursor that asks once and reads one note."""
    name, begin = uid(number), BEGIN + timedelta(minutes=10 * number)
    text = NOTES.get(note, STATUS)
    call = {"tool": 40, "name": "read_file_v2", "toolCallId": f"tool_{number}", "status": "completed",
            "params": json.dumps({"targetFile": note}),
            "result": json.dumps({"contents": text, "totalLinesInFile": text.count("\n")})}  # fmt: skip
    bubbles = [
        {"_v": 3, "bubbleId": uid(100 * number + 1), "type": 1, "text": f"Read the note ({number}).",
         "createdAt": moment(10 * number)},
        {"_v": 3, "bubbleId": uid(100 * number + 2), "type": 2, "text": "", "capabilityType": 15,
         "createdAt": moment(10 * number + 1), "toolFormerData": call},
    ]  # fmt: skip
    heads = [{"bubbleId": bubble["bubbleId"], "type": bubble["type"]} for bubble in bubbles]
    where = {"id": "a1", "uri": {"$mid": 1, "fsPath": root, "external": f"file://{root}", "path": root,
                                 "scheme": "file"}}  # fmt: skip
    own = {"_v": 16, "composerId": name, "name": f"Talk {number}", "status": "completed",
           "unifiedMode": "agent", "createdAt": int(begin.timestamp() * 1000),
           "fullConversationHeadersOnly": heads, "workspaceIdentifier": where, **more}  # fmt: skip
    rows = {f"composerData:{name}": json.dumps(own)}
    return rows | {f"bubbleId:{name}:{bubble['bubbleId']}": json.dumps(bubble) for bubble in bubbles}


def store(user: Path, rows: Rows) -> Path:
    """A closed global store of Cursor below its folder `User`, with these rows."""
    path = user / "globalStorage" / "state.vscdb"
    path.parent.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(path)) as base:
        base.execute("pragma synchronous = off")
        for table in ("ItemTable", "cursorDiskKV"):
            base.execute(f"create table {table} (key text unique on conflict replace, value blob)")
        keep(base, rows)
        base.commit()
    return path


def keep(base: sqlite3.Connection, rows: Rows) -> None:
    """Put rows into a store."""
    base.executemany("insert into cursorDiskKV values (?, ?)", rows.items())


def study(
    workspace: Path, name: str, *, repo: Path | str, histories: tuple[Path | str, ...] = (), more: str = ""
) -> Path:
    """The folder of a study whose file names the inputs; `more` stands at the file's end."""
    folder = workspace / "data" / "raw" / name
    folder.mkdir(parents=True)
    named = "".join(f"[[histories]]\npath = {json.dumps(str(path))}\n" for path in histories)
    (folder / "study.toml").write_text(
        f'name = "{name}"\n[[repositories]]\npath = {json.dumps(str(repo))}\naliases = ["{ROOT}"]\n{named}'
        f'[[memory]]\nglob = "/docs/memory/**/*.md"\n{more}',
        "utf-8",
    )
    return folder
