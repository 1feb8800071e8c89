"""Fingerprints: of the code, of parts of the study file, of raw inputs."""

import hashlib
import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pipeline
from pipeline.extract.histories.walking import listed
from pipeline.study import Study


@cache
def code() -> str:
    """The fingerprint of this package's own source."""
    top = Path(pipeline.__file__).parent
    digest = hashlib.sha256()
    for path in sorted(top.rglob("*")):
        if path.suffix in {".py", ".toml"}:
            digest.update(path.relative_to(top).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def settings(study: Study, keys: Iterable[str]) -> str:
    """The fingerprint of some keys of a study file, whatever their spelling in it."""
    return of(json.dumps(study.model_dump(mode="json", include=set(keys)), sort_keys=True))


def of(*parts: str) -> str:
    """One fingerprint of several texts in order."""
    digest = hashlib.sha256()
    for part in parts:
        digest.update(f"{len(part)}:".encode() + part.encode("utf-8", "surrogateescape"))
    return digest.hexdigest()


def standing(paths: Iterable[Path]) -> str:
    """How files and folders stand on the disk: names, sizes and times, not contents; a file with its own logs
    and with what says which windows it belongs to.

    Two equal ones mean that nothing was written in between; unequal ones mean nothing.
    """
    rows: list[str] = []
    for top in paths:
        found = _below(top) if top.is_dir() else [top, *_beside(top)]
        for path in found:
            try:
                held = path.lstat()
            except OSError:
                continue
            rows.append(f"{path}\0{held.st_size}\0{held.st_mtime_ns}\0{held.st_ctime_ns}\0{held.st_ino}")
    return of(*rows)


def _below(top: Path) -> list[Path]:
    return sorted(folder / name for folder, below, files in listed(top) for name in (*below, *files))


def _beside(file: Path) -> list[Path]:
    logs = [Path(f"{file}{ending}") for ending in ("-wal", "-journal")]
    told = [file.parent / name for name in ("workspace.json", "meta.json")]
    windows = file.parents[1] / "workspaceStorage" if file.parent.name == "globalStorage" else None
    return [*logs, *told, *(sorted(windows.glob("*/*")) if windows else ())]
