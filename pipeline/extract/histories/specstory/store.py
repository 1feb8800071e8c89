"""Where SpecStory's files lie, and one unit for each."""

import hashlib
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from pipeline.extract.histories.formats import Context, Format, Unit, unreadable
from pipeline.extract.histories.json_lines import BOM
from pipeline.extract.histories.records import Gap, Reading
from pipeline.extract.histories.specstory.head import GENERATED
from pipeline.extract.histories.specstory.reading import Place, read_text
from pipeline.extract.histories.walking import folders_of, is_plain, start
from pipeline.extract.paths import Locator

_HISTORY = (".specstory", "history")
_ENDING = ".md"


def _stores(path: Path) -> Iterator[Path]:
    """The files and folders at or below `path` in which a file begins as SpecStory's do."""
    return folders_of(path, {_ENDING}, _generated)


def _generated(path: Path) -> bool:
    head = start(path, len(GENERATED) + len(BOM)) if path.suffix == _ENDING else b""
    return head.removeprefix(BOM).startswith(GENERATED.encode())


def _units(store: Path, context: Context) -> Iterator[Unit]:
    """One unit a file; in SpecStory's own folder a file without its first line is one too."""
    if store.is_file():
        files = [store]
    else:
        own = store.absolute().parts[-2:] == _HISTORY
        files = sorted(file for file in store.glob("*.md") if is_plain(file) and (own or _generated(file)))
    for file in files:
        place = _place(file, context.locator)
        try:
            content = file.read_bytes()
        except OSError:
            yield unreadable(file.name, place.source_file)
            continue
        fingerprint = hashlib.blake2b(content, digest_size=16).hexdigest()
        yield Unit(place.source_file, fingerprint, partial(_read, file, place, context))


def _read(file: Path, place: Place, context: Context) -> Reading:
    content = file.read_bytes().removeprefix(BOM)
    try:
        return read_text(content.decode("utf-8"), place, context)
    except UnicodeDecodeError:
        reading = read_text(content.decode("utf-8", errors="replace"), place, context)
        reading.gaps.append(Gap(file.name, "not_utf8"))
        return reading


def _place(file: Path, locator: Locator) -> Place:
    """Where a file lies, seen from the repository where that holds it, else from its own project.

    A conversation ran in the folder that holds `.specstory`. Where this is no part of the repository as
    it lies now, it is taken for the repository: the study, which lists the file, says so.
    """
    whole = file.absolute()
    inside = whole.parts.index(_HISTORY[0]) if _HISTORY[0] in whole.parts else None
    if inside is None:
        return Place(file.name, file.name, None, None)
    project = Path(*whole.parts[:inside]).resolve()
    below = "/".join(whole.parts[inside:])
    here = locator.resolve(project.as_posix())
    if here.startswith("/") or ":/" in here:
        return Place(file.name, below, None, locator.roots[0])
    if here == ".":
        return Place(file.name, below, None, project.as_posix())
    return Place(file.name, f"{here}/{below}", project.as_posix(), project.as_posix())


SPECSTORY = Format(
    "specstory",
    "SpecStory Markdown",
    _stores,
    _units,
    cannot_tell=(
        "lines and text of a read by Cursor",
        "several sub-agents of one conversation apart",
        "files of edits before the middle of 2025",
    ),
)
