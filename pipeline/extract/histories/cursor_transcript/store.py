"""Where transcripts lie, and one unit for each conversation."""

import hashlib
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import msgspec

from pipeline.extract.histories.cursor_transcript import json_turns, text_turns
from pipeline.extract.histories.cursor_transcript.slug import slug_of, workspace
from pipeline.extract.histories.cursor_transcript.thread import SOURCE, Thread
from pipeline.extract.histories.formats import Context, Format, Unit, unreadable
from pipeline.extract.histories.json_lines import BOM, split
from pipeline.extract.histories.records import Conversation, Gap, Reading
from pipeline.extract.histories.walking import start, walk

_SUBAGENTS = "subagents"
_LOOKED_AT = 1 << 16


def _stores(path: Path) -> Iterator[Path]:
    """Transcript files, and the topmost folders that hold them, recognised by how files begin."""
    if path.is_file():
        if _is_transcript(path):
            yield path
        return
    for place, below, files in walk(path):
        own = (place / name / f"{name}{end}" for name in below for end in (".jsonl", ".txt"))
        if any(_is_transcript(file) for file in (*files, *own)):
            yield place
            below.clear()


def _is_transcript(file: Path) -> bool:
    if file.suffix not in {".jsonl", ".txt"}:
        return False
    head = start(file, _LOOKED_AT)
    if file.suffix == ".txt":
        return text_turns.is_transcript(head.removeprefix(BOM).decode("utf-8", "replace"))
    return _begins_with_a_turn(head, file)


def _begins_with_a_turn(head: bytes, file: Path) -> bool:
    holds_it = len(head) < _LOOKED_AT or b"\n" in head.removeprefix(BOM).lstrip()
    whole = head if holds_it else file.read_bytes()
    first = next((line for _, line in split(whole)), b"")
    try:
        return json_turns.decode(first).is_of_a_transcript
    except msgspec.DecodeError:
        return False


def _units(store: Path, context: Context) -> Iterator[Unit]:
    """One unit a conversation, in the order of paths; of two encodings the lines of JSON speak."""
    base = store.parent if store.is_file() else store
    files = [store] if store.is_file() else sorted(f for _, _, held in walk(store) for f in held)
    known = set(files)
    for file in files:
        twin = file.suffix == ".txt" and file.with_suffix(".jsonl") in known
        if not twin and _is_transcript(file):
            yield _unit(file, file.relative_to(base).as_posix(), context)


def _unit(file: Path, name: str, context: Context) -> Unit:
    try:
        content = file.read_bytes()
    except OSError:
        return unreadable(name)
    place = file.absolute()
    slug = slug_of(place)
    parent = place.parts[-3] if place.parent.name == _SUBAGENTS else None
    digest = hashlib.sha256(content)
    digest.update(msgspec.json.encode([slug, parent]))
    return Unit(name, digest.hexdigest(), partial(_read, content, name, slug, parent, context))


def _read(content: bytes, name: str, slug: str | None, parent: str | None, context: Context) -> Reading:
    """The conversation in one file's bytes; one without any turn says nothing and is listed."""
    file = Path(name)
    gaps: list[Gap] = []
    if file.suffix == ".txt":
        turns = text_turns.turns(content.removeprefix(BOM).decode("utf-8", "replace"))
    else:
        turns, gaps = json_turns.turns(content, file.name)
    if not turns:
        return Reading(gaps=[*gaps, Gap(file.name, "empty_transcript")])
    conversation = Conversation(
        file.stem,
        SOURCE,
        name,
        parent_id=parent,
        relation="subagent" if parent else None,
        workspace=workspace(slug, context.locator) if context.repository_known else None,
    )
    thread = Thread(conversation, context.locator)
    for turn in turns:
        thread.take(turn)
    gaps += [Gap(f"{file.name} {tool}", "unknown_tool") for tool in sorted(thread.unknown)]
    return Reading([thread.end()], gaps)


CURSOR_TRANSCRIPT = Format(
    SOURCE,
    "Cursor agent transcripts",
    _stores,
    _units,
    cannot_tell=(
        "whether a call succeeded, and what it returned",
        "the time of anything but a person's turn, which is told to the minute or not at all",
        "the title and the model",
        "what the agent said where the editor wrote [REDACTED]",
    ),
)
