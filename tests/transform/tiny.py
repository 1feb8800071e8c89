"""Small tables written by hand: a row needs only what a test speaks of, the rest is filled in."""

from typing import Any

import pandas as pd

from pipeline import tables
from pipeline.study import Readings, Study, parse

DAY_ZERO = pd.Timestamp("2026-02-03", tz="UTC")


def moment(day: float = 0, *, seconds: float = 0) -> pd.Timestamp:
    """The instant so many days and seconds after midnight of 3 February 2026, UTC."""
    return DAY_ZERO + pd.Timedelta(seconds=round(day * 86_400 + seconds, 6))


def study(**changed: Any) -> Study:
    """A study with memory in docs/memory; `changed` replaces parts of it."""
    plain = parse(b'name = "tiny"\nrepositories = [{path = "."}]\nmemory = [{glob = "docs/memory/**"}]', "")
    return Study.model_validate({**plain.model_dump(by_alias=True), **changed})


def section_of(path: str) -> str | None:
    """The section of a path below docs/memory, as a layout would give it."""
    parts = path.split("/")
    if parts[:2] != ["docs", "memory"] or not path.endswith(".md"):
        return None
    return parts[2] if len(parts) > 3 else "register"


def conversations(*rows: dict[str, Any]) -> pd.DataFrame:
    """Independent conversations by default; `ordinal` None makes one excluded (`fork` unless said)."""
    return tables.frame("conversations", [_conversation(row) for row in rows])


def messages(*rows: tuple[str, int, str]) -> pd.DataFrame:
    """(conversation, seq, text) of a person; a fourth value is the time, a fifth the role."""
    return tables.frame("messages", [_message(*row) for row in rows])


def calls(*rows: dict[str, Any]) -> pd.DataFrame:
    """Calls by `c`, `seq`, `at`; status ok and basis tool unless said."""
    return tables.frame("tool_calls", [_call(row) for row in rows])


def accesses(*rows: dict[str, Any]) -> pd.DataFrame:
    """Accesses by `c`, `seq`, `path`; whole reads without logged text unless said."""
    return tables.frame("accesses", [_access(row) for row in rows])


def versions(*rows: dict[str, Any]) -> pd.DataFrame:
    """Versions by `path`, `at` and `until` (days); commit and blob are `cN` and `bN` by place."""
    return tables.frame("memory_versions", [_version(n, row) for n, row in enumerate(rows)])


def blobs(**texts: str) -> pd.DataFrame:
    """memory_blobs of texts by id; entries are lines that begin with `## `, links the words in `[...]`."""
    return tables.frame("memory_blobs", [_blob(blob, text) for blob, text in texts.items()])


def writes(*rows: dict[str, Any]) -> pd.DataFrame:
    """memory_writes by `c`, `seq`, `at`, `path`; the file is that of the path."""
    return tables.frame("memory_writes", [_write(row) for row in rows])


def attachments(*rows: dict[str, Any]) -> pd.DataFrame:
    """Attachments by `c`, `path`, `how`, `seq`."""
    made = [
        {"conversation_id": r["c"], "nth": n, "seq": r.get("seq"), "at": r.get("at"), **_rest(r)}
        for n, r in enumerate(rows)
    ]
    return tables.frame("attachments", made)


def requests(**kinds: str) -> pd.DataFrame:
    """One speaking label by rules for each conversation."""
    return tables.frame(
        "requests",
        [
            {"conversation_id": c, "labeller": "rules", "kind": kind, "recap": None, "labelled_at": None,
             "confidence": None, "rationale": None, "speaks": True}
            for c, kind in kinds.items()
        ],
    )  # fmt: skip


def made(**given: pd.DataFrame) -> dict[str, pd.DataFrame]:
    """All tables, empty where not given."""
    return {**{t.name: tables.empty(t.name) for t in tables.TABLES}, **given}


def readings(**changed: Any) -> Readings:
    """The default readings with some keys changed."""
    return Readings.model_validate(changed)


def start_files(*pairs: tuple[str, str]) -> pd.DataFrame:
    """(conversation, file) pairs of start sets on the first-parent axis."""
    rows = [("first-parent", *pair) for pair in pairs]
    return pd.DataFrame(rows, columns=["axis", "conversation_id", "file_id"], dtype="str")


def _rest(row: dict[str, Any]) -> dict[str, Any]:
    return {key: row[key] for key in ("path", "how")}


def _conversation(row: dict[str, Any]) -> dict[str, Any]:
    ordinal = row.get("ordinal")
    excluded = None if ordinal is not None else row.get("excluded", row.get("relation", "fork"))
    return {
        "conversation_id": row["c"],
        "source": "cursor",
        "source_file": "state.vscdb",
        "title": None,
        "first_request": row.get("request"),
        "started_at": row.get("at"),
        "ended_at": None,
        "time_basis": "message" if row.get("at") is not None else "none",
        "ordinal": ordinal,
        "independent": excluded is None,
        "excluded_because": excluded,
        "parent_id": row.get("parent"),
        "relation": row.get("relation"),
        "workspace": None,
        "model": None,
        "human_messages": 1,
        "tool_calls": None,
        "exported_at": None,
    }


def _message(c: str, seq: int, text: str, at: Any = None, role: str = "human") -> tuple[Any, ...]:
    return (c, seq, at, "none" if at is None else "message", role, len(text), text)


def _call(row: dict[str, Any]) -> dict[str, Any]:
    return {
        "conversation_id": row["c"],
        "seq": row["seq"],
        "at": row.get("at"),
        "time_basis": row.get("basis", "none" if row.get("at") is None else "tool"),
        "tool": row.get("tool", "read_file"),
        "action": row.get("action", "read"),
        "status": row.get("status", "ok"),
        "hits": row.get("hits", []),
    }


def _access(row: dict[str, Any]) -> dict[str, Any]:
    return {
        "conversation_id": row["c"],
        "seq": row["seq"],
        "nth": row.get("nth", 0),
        "action": row.get("action", "read"),
        "path": row["path"],
        "line_from": row.get("lines", (None, None))[0],
        "line_to": row.get("lines", (None, None))[1],
        "chars": row.get("chars"),
        "chars_basis": "none" if row.get("chars") is None else row.get("basis", "log"),
        "counts": row.get("counts", True),
        "flags": row.get("flags", ""),
    }


def _version(number: int, row: dict[str, Any]) -> dict[str, Any]:
    commit = row.get("commit", f"c{number}")
    return {
        "axis": row.get("axis", "first-parent"),
        "path": row["path"],
        "version": row.get("version", commit),
        "commit": commit,
        "position": row.get("position", number),
        "file_id": row.get("file", row["path"]),
        "section": section_of(row["path"]) or "register",
        "blob": None if row.get("change") == "delete" else row.get("blob", f"b{number}"),
        "change": row.get("change", "update"),
        "chars": row.get("chars"),
        "lines": None,
        "records": None,
        "text_unknown_because": None,
        "valid_from": row["at"],
        "valid_to": row.get("until"),
        "written_by": row.get("by"),
    }


def _blob(blob: str, text: str) -> dict[str, Any]:
    lines = text.splitlines(keepends=True)
    words = text.replace("[", " [").replace("]", "] ").split()
    return {
        "blob": blob,
        "bytes": len(text.encode()),
        "encoding": "utf-8",
        "chars": len(text),
        "line_chars": [len(line) for line in lines],
        "record_lines": [n for n, line in enumerate(lines, 1) if line.startswith("## ")],
        "links": [word.strip("[]") for word in words if word.startswith("[")],
        "tokens": None,
    }


def _write(row: dict[str, Any]) -> dict[str, Any]:
    return {
        "conversation_id": row["c"],
        "seq": row["seq"],
        "nth": row.get("nth", 0),
        "at": row.get("at"),
        "time_basis": "tool",
        "file_id": row.get("file", row["path"]),
        "path": row["path"],
        "action": row.get("action", "write"),
        "chars": None,
        "commit": row.get("commit"),
    }
