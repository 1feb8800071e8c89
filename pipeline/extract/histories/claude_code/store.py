"""Where Claude Code keeps its sessions, and one unit for each file."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import msgspec

from pipeline.extract.histories.claude_code.lines import Line, decode, outline
from pipeline.extract.histories.claude_code.session import SOURCE, Place, read_session
from pipeline.extract.histories.formats import Context, Format, Unit, unreadable
from pipeline.extract.histories.json_lines import BOM
from pipeline.extract.histories.walking import is_folder, is_plain, walk

_SUBAGENTS = "subagents"
_LOOKED_AT = 40
_WITH_ID = {"user", "assistant", "system", "attachment", "progress"}


@dataclass(slots=True)
class _Head:
    """What the first lines of a file tell: whether it is a session, its first message, its summaries."""

    is_session: bool = False
    first_uuid: str | None = None
    first_at: str = ""
    summaries: dict[str, str] = field(default_factory=dict)


def _stores(path: Path) -> Iterator[Path]:
    """The files and project folders at or below `path` with sessions, recognised by their first lines."""
    if path.is_file():
        if path.suffix == ".jsonl" and _head(path).is_session:
            yield path
        return
    for folder, below, files in walk(path):
        if any(file.suffix == ".jsonl" and _head(file).is_session for file in files):
            yield folder
            below[:] = [name for name in below if not is_folder(Path(folder, name, _SUBAGENTS))]


def _head(file: Path) -> _Head:
    """The head of a file, up to its first message."""
    head = _Head()
    if not is_plain(file):
        return head
    try:
        with file.open("rb") as opened:
            for _ in range(_LOOKED_AT):
                text = opened.readline()
                if not text or _note(head, text.removeprefix(BOM)):
                    break
    except OSError:
        return _Head()
    return head


def _note(head: _Head, text: bytes) -> bool:
    """Notes one line; says whether it was the first message."""
    if text.isspace():
        return False
    try:
        line = decode(text)
    except msgspec.ValidationError:
        head.is_session |= _is_in_outline(text)
        return False
    except msgspec.DecodeError:
        return False
    if line.type == "summary" and line.leaf_uuid and line.summary:
        head.is_session = True
        head.summaries[line.leaf_uuid] = line.summary
    elif line.session_id and (line.uuid or line.type not in _WITH_ID) and line.type:
        head.is_session = True
        head.first_uuid, head.first_at = line.uuid, line.timestamp or ""
        return _is_message(line)
    return False


def _is_in_outline(text: bytes) -> bool:
    """Whether a line with a field of another form is a session's all the same: its reading tells of it."""
    try:
        return outline(text).type in _WITH_ID
    except msgspec.DecodeError:
        return False


def _is_message(line: Line) -> bool:
    return line.uuid is not None and line.type in _WITH_ID


def _units(store: Path, context: Context) -> Iterator[Unit]:
    """One unit a file, sub-agents' files after the sessions'."""
    if store.is_file():
        yield _unit(store, _place(store, store.parent), context, {})
        return
    heads = {file: _head(file) for file in sorted(store.glob("*.jsonl"))}
    sessions = [file for file, head in heads.items() if head.is_session]
    told = _summaries(heads)
    for file in sessions:
        yield _unit(file, _place(file, store), context, told.get(file, {}))
    below = (files for place in store.glob(f"*/{_SUBAGENTS}") for _, _, files in walk(place))
    for file in sorted(file for files in below for file in files if file.suffix == ".jsonl"):
        if _head(file).is_session:
            yield _unit(file, _place(file, store), context, {})


def _summaries(heads: dict[Path, _Head]) -> dict[Path, dict[str, str]]:
    """By session the summaries that other files tell of it; of its copies only the first one is meant."""
    firsts: dict[str, tuple[str, str]] = {}
    for file, head in heads.items():
        if head.first_uuid:
            mine = (head.first_at, file.name)
            firsts[head.first_uuid] = min(mine, firsts.get(head.first_uuid, mine))
    telling = {file: head.summaries for file, head in heads.items() if head.summaries}
    return {
        file: {leaf: text for other, told in telling.items() if other != file for leaf, text in told.items()}
        for file, head in heads.items()
        if head.first_uuid and firsts[head.first_uuid][1] == file.name
    }


def _place(file: Path, store: Path) -> Place:
    parts = file.absolute().parts
    parent = None
    if _SUBAGENTS in parts[:-1]:
        at = len(parts) - 1 - parts[::-1].index(_SUBAGENTS)
        parent = parts[at - 1]
    return Place(file.relative_to(store).as_posix(), file.stem, parent)


def _unit(file: Path, place: Place, context: Context, told: dict[str, str]) -> Unit:
    try:
        content = file.read_bytes()
    except OSError:
        return unreadable(place.source_file)
    digest = hashlib.sha256(content)
    if told:
        digest.update(msgspec.json.encode(sorted(told.items())))
    return Unit(place.source_file, digest.hexdigest(), partial(read_session, content, place, context, told))


CLAUDE_CODE = Format(
    SOURCE,
    "Claude Code",
    _stores,
    _units,
    cannot_tell=(
        "what a sub-agent inside progress lines said itself",
        "files that a session edited outside its tools",
    ),
)
