"""A frozen copy of a study's inputs: its conversations, its repository, and their checksums."""

import hashlib
import os
import shutil
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pipeline.errors import RereadError
from pipeline.extract.histories.collection import collect
from pipeline.extract.histories.formats import Context
from pipeline.extract.histories.listing import as_json
from pipeline.extract.histories.walking import walk
from pipeline.extract.odd_names import readable_text
from pipeline.extract.paths import Locator, is_absolute
from pipeline.extract.repository import Repository, write_bundle
from pipeline.stages import fingerprints
from pipeline.stages.frozen_database import copy_rows
from pipeline.stages.looking import Seen, Store
from pipeline.stages.study_text import Wanted, quoted, study_text

SUMS = "SHA256SUMS"
BUNDLE = "repository.bundle"
HISTORIES = "histories"
_DATABASES = (".vscdb", ".db")
_WHERE = {"source_file", "workspace"}
"""What says where a history lies: it differs in a copy."""
_BESIDE = {"workspace.json", "meta.json"}
"""Files beside a history that say what it belongs to."""


def freeze(folder: Path, wanted: Wanted, seen: Seen) -> str:
    """Copy what belongs to the study into its folder and return the study file that speaks of the copies.

    Of databases only the rows of the study's conversations are copied. The copies are read again and must
    give the same conversations: raises RereadError where they do not.
    """
    write_bundle(Repository(seen.repository), folder / BUNDLE)
    aliases = [str(wanted.repository), *wanted.aliases]
    stores = [store for store in seen.stores if store.matched]
    places = []
    for number, store in enumerate(stores, 1):
        place = folder / HISTORIES / f"{number:02d}-{store.declaration.name}"
        _copy(store, place, wanted.repository)
        _prove(store, place, aliases)
        places.append(place.relative_to(folder))
    _write_sums(folder)
    frozen = replace(wanted, repository=Path(BUNDLE), aliases=aliases, histories=places)
    return study_text(frozen) + _note(seen.histories, wanted.repository)


def _note(live: list[Path], repository: Path) -> str:
    paths = ", ".join(quoted(str(path)) for path in live)
    return (
        "\n# The inputs were copied into this folder; SHA256SUMS proves the copies.\n[frozen]\n"
        f"at = {datetime.now(UTC).replace(microsecond=0).isoformat()}\n"
        f"repository = {quoted(str(repository))}\nhistories = [{paths}]\n"
        f"standing = {quoted(fingerprints.standing(live))}\n"
    )


def _copy(store: Store, place: Path, repository: Path) -> None:
    ids = {conversation.conversation_id.split("#")[0] for conversation in store.matched}
    named = {Path(conversation.source_file).name for conversation in store.matched}
    base = _base(store.path.resolve(), repository)
    for file in _files(store.path.resolve()):
        target = place / file.relative_to(base)
        if file.suffix in _DATABASES:
            copy_rows(file, target, ids)
        elif readable_text(file.name) in named | _BESIDE or _about(file, ids):
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, target)


def _files(store: Path) -> list[Path]:
    """The files of a store; for a database of an editor also those of its workspaces."""
    if store.is_dir():
        found = sorted(file for _, _, files in walk(store) for file in files)
    elif store.name == "state.vscdb" and store.parent.name == "globalStorage":
        found = [store, *sorted(p for p in store.parents[1].glob("workspaceStorage/*/*") if p.is_file())]
    else:
        found = [store, *(store.parent / name for name in sorted(_BESIDE) if (store.parent / name).is_file())]
    return [file for file in found if not file.name.endswith(("-wal", "-shm", "-journal", ".backup"))]


def _base(store: Path, repository: Path) -> Path:
    """The folder below which a store must keep its place: names of folders above it mean something."""
    if store.is_relative_to(repository):
        return repository
    for part in ("User", ".cursor", ".claude", ".specstory"):
        if part in store.parts:
            return Path(*store.parts[: len(store.parts) - store.parts[::-1].index(part) - 1])
    return store.parent


def _about(file: Path, ids: set[str]) -> bool:
    return any(part in ids or Path(part).stem in ids for part in file.parts)


def _prove(store: Store, place: Path, aliases: list[str]) -> None:
    live = Context(Locator(aliases[0], aliases[1:]))
    frozen = Context(Locator(str(place.resolve()), aliases))
    copied = {row["conversation_id"]: row for row in as_json(collect([place], frozen))["conversations"]}
    for row in as_json(collect([store.path], live))["conversations"]:
        if row["excluded_because"] in {"other_repository", "no_workspace"}:
            continue
        held = copied.get(row["conversation_id"], {})
        differing = sorted(
            key for key in row if key not in _WHERE and _inside(held.get(key)) != _inside(row[key])
        )
        if differing:
            raise RereadError(
                "freeze_differs",
                f"the frozen copy of conversation {row['conversation_id']} differs from the live one in "
                + ", ".join(differing),
                str(store.path),
                "close the editor and freeze again, or make the study without --freeze",
            )


def _inside(value: Any) -> Any:
    """The value with every absolute path left out: what lies beside the repository lies elsewhere now."""
    if isinstance(value, list):
        return [_inside(one) for one in value]
    if isinstance(value, dict):
        return {key: None if _outside(key, one) else _inside(one) for key, one in value.items()}
    return value


def _outside(key: str, value: Any) -> bool:
    return key == "path" and isinstance(value, str) and is_absolute(value)


def _write_sums(folder: Path) -> None:
    lines = []
    for path in sorted(p for p in folder.rglob("*") if p.is_file()):
        with path.open("rb") as stream:
            digest = hashlib.file_digest(stream, "sha256").hexdigest()
        lines.append(f"{digest}  {path.relative_to(folder).as_posix()}\n")
    (folder / SUMS).write_bytes(os.fsencode("".join(lines)))
