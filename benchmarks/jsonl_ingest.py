"""Sessions of JSON lines: the reader against a bare loop over the lines and against the standard json module.

All three see the same generated files; both readers must give the same conversations.
"""

import json
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

from benchmarks.bar import Bar
from benchmarks.options import Options
from benchmarks.pairs import agree, each, timed
from benchmarks.sessions import ROOT, generate
from pipeline.extract.histories.claude_code import CLAUDE_CODE, attached, calls, session
from pipeline.extract.histories.claude_code.lines import Body, Forked, Line, Nested, Part, Progress
from pipeline.extract.histories.formats import Context
from pipeline.extract.histories.records import Conversation
from pipeline.extract.paths import Locator

CONTEXT = Context(Locator(ROOT))


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


def bars(options: Options) -> Iterator[Bar]:
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        size = generate(folder, options.megabytes(100))
        lines = bare(folder)
        spent = timed([lambda: ours(folder), lambda: bare(folder), lambda: theirs(folder)], options.rounds(5))
        agree(spent.answers[0], spent.answers[2])
    said = f"{size / 1e6:.0f} MB, {lines:,} lines"
    yield Bar(
        "JSON-lines ingest", said, "a bare loop over the lines", spent.ratio(0, 1), 3.7, note=each(spent)
    )
    yield Bar("JSON-lines ingest", said, "the standard json module", spent.ratio(2, 0), 3, faster=True)
