"""Where exports lie, and one unit for each."""

import codecs
import hashlib
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from pipeline.extract.histories.cursor_export.clock import moment
from pipeline.extract.histories.cursor_export.head import Head, head_of
from pipeline.extract.histories.cursor_export.turns import turns
from pipeline.extract.histories.formats import Context, Format, Unit, unreadable
from pipeline.extract.histories.records import Conversation, Gap, Message, Reading
from pipeline.extract.histories.walking import folders_of, is_plain, start

SOURCE = "cursor-export"
_ENDING = ".md"
_HEAD = 1 << 13
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_FIRST_LETTER = ((b"#\x00", "utf-16-le"), (b"\x00#", "utf-16-be"))


def _stores(path: Path) -> Iterator[Path]:
    """The files and folders at or below `path` with an export, or a copy of its form."""
    return folders_of(path, {_ENDING}, lambda file: _head(file) is not None)


def _head(file: Path) -> Head | None:
    return head_of(_lines(_decoded(start(file, _HEAD))[0]))


def _decoded(content: bytes) -> tuple[str, bool]:
    """The text of a file in UTF-8 or UTF-16, and whether all of its bytes were text."""
    mark, encoding = next(((m, e) for m, e in _MARKS if content.startswith(m)), (b"", ""))
    encoding = encoding or next((e for m, e in _FIRST_LETTER if content.startswith(m)), "utf-8")
    body = content[len(mark) :]
    try:
        return body.decode(encoding), True
    except UnicodeDecodeError:
        return body.decode(encoding, "replace"), False


def _lines(text: str) -> list[str]:
    return text.replace("\r\n", "\n").split("\n")


def _units(store: Path, _: Context) -> Iterator[Unit]:
    """One unit a file. It depends on no study: an export names no folder."""
    files = [store] if store.is_file() else sorted(store.glob(f"*{_ENDING}"))
    for file in files:
        if is_plain(file) and _head(file):
            try:
                content = file.read_bytes()
            except OSError:
                yield unreadable(file.name)
                continue
            yield Unit(file.name, hashlib.sha256(content).hexdigest(), partial(_read, content, file.name))


def _read(content: bytes, name: str) -> Reading:
    text, whole = _decoded(content)
    lines = _lines(text)
    head = head_of(lines)
    if head is None or not head.is_cursors:
        return Reading(gaps=[Gap(name, "not_this_format")])
    gaps = [] if whole else [Gap(name, "not_unicode")]
    made = moment(head.stamp)
    if made.unknown_because:
        gaps.append(Gap(name, made.unknown_because))
    said = [Message(role, words) for role, words in turns(lines[head.length :]) if words.strip()]
    first = next((message.text for message in said if message.role == "human"), "")
    return Reading(
        [
            Conversation(
                _id(head.title, first),
                SOURCE,
                name,
                title=head.title or None,
                exported_at=made.at,
                events=list(said),
                holds_calls=False,
                names_folder=False,
            )
        ],
        gaps,
    )


def _id(title: str, first: str) -> str:
    """An export has no id of its own: what several exports of one conversation have in common is taken."""
    told = f"{title}\n{first}".encode("utf-8", "surrogatepass")
    return f"sha256:{hashlib.sha256(told).hexdigest()[:16]}"


CURSOR_EXPORT = Format(
    SOURCE,
    "Cursor's Export chat",
    _stores,
    _units,
    cannot_tell=(
        "calls: how many there were is unknown, not zero",
        "any time but an upper bound of all times, the export's own",
        "the folder, the id, the model, and whether it is a fork or a sub-agent",
    ),
)
