"""The folders of Cursor's windows, and the workspace files that name several."""

import json
import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from pipeline.extract.histories.cursor_desktop.uris import place, uri_text
from pipeline.extract.paths import is_absolute, joined, normal

_ASIDE = re.compile(r'"(?:\\.|[^"\\])*"|//[^\n]*|/\*.*?\*/', re.DOTALL)
_TRAILING = re.compile(r'("(?:\\.|[^"\\])*")|,(?=\s*[}\]])', re.DOTALL)

_LARGEST = 1 << 20


@dataclass(frozen=True, slots=True)
class Window:
    """What a window was opened on: a folder, or a workspace file and the folders it names.

    `workspace` and `folders` are in the normal form of paths.
    """

    workspace: str
    folders: tuple[str, ...] = ()

    @property
    def folder(self) -> str:
        """The folder that relative paths are seen from: of several the first."""
        return self.folders[0] if self.folders else self.workspace


def of_identifier(said: Any) -> Window | None:
    """The window of a `workspaceIdentifier`; None where it names no folder."""
    if isinstance(said, str):
        return _of_folder(said)
    if not isinstance(said, dict):
        return None
    if said.get("configPath"):
        return _of_file(said["configPath"])
    return _of_folder(said.get("uri"))


def of_storage(folder: Path) -> Window | None:
    """The window of one folder below `workspaceStorage`, from its `workspace.json`."""
    try:
        said = json.loads(_small_file(folder / "workspace.json"))
    except (OSError, ValueError, RecursionError):
        return None
    if not isinstance(said, dict):
        return None
    return _of_file(said["workspace"]) if said.get("workspace") else _of_folder(said.get("folder"))


def _of_folder(said: Any) -> Window | None:
    text = uri_text(said)
    if text is None or text.startswith(("untitled:", "vscode-userdata:", "cursor")):
        return None
    return Window(normal(text))


def _of_file(said: Any) -> Window | None:
    text = uri_text(said)
    if text is None or text.startswith("untitled:"):
        return None
    path = place(said) or ""
    return Window(path, _folders(path, _on_disk(said, path)))


def _on_disk(said: Any, path: str) -> str:
    text = uri_text(said) or path
    return unquote(text.removeprefix("file://")) if text.startswith("file:///") else path


@lru_cache(maxsize=1024)
def _folders(path: str, disk: str) -> tuple[str, ...]:
    try:
        document = json.loads(_plain(_small_file(Path(disk)).decode("utf-8-sig")))
    except (OSError, ValueError, RecursionError):
        return ()
    listed = document.get("folders") if isinstance(document, dict) else None
    base = path.rpartition("/")[0]
    found = []
    for entry in listed if isinstance(listed, list) else ():
        said = (entry.get("path") or entry.get("uri")) if isinstance(entry, dict) else None
        if isinstance(said, str) and said:
            folder = normal(said)
            found.append(folder if is_absolute(folder) else joined(base, folder))
    return tuple(found)


def _small_file(path: Path) -> bytes:
    """The bytes of a plain file that a history names: never of a pipe, a device or what has no end."""
    if not path.is_file() or path.stat().st_size > _LARGEST:
        raise FileNotFoundError(path)
    return path.read_bytes()


def _plain(text: str) -> str:
    """JSON with comments and trailing commas as JSON."""
    bare = _ASIDE.sub(lambda part: part[0] if part[0].startswith('"') else " ", text)
    return _TRAILING.sub(lambda part: part[1] or "", bare)
