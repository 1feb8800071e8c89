"""Where programs keep their histories on this machine."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

from pipeline.extract.histories.walking import LEFT_OUT, is_folder, listed


def usual_places(repository: Path, home: Path | None = None) -> list[Path]:
    """The folders that exist of those in which histories of a repository usually lie."""
    top = home or Path.home()
    places = [*_editors(top), top / ".cursor", top / ".claude" / "projects"]
    found = [place for place in places if place.is_dir()]
    return found + sorted(_kept(repository))


def _kept(repository: Path) -> Iterator[Path]:
    """The folders in which SpecStory keeps what ran in the repository, however deep they lie."""
    for folder, below, _ in listed(repository):
        below[:] = [name for name in below if name not in LEFT_OUT]
        if is_folder(own := folder / ".specstory" / "history"):
            yield own


def _editors(home: Path) -> list[Path]:
    if sys.platform == "darwin":
        return [home / "Library" / "Application Support" / "Cursor" / "User"]
    if sys.platform == "win32":
        return [Path(os.environ.get("APPDATA", home / "AppData" / "Roaming")) / "Cursor" / "User"]
    configured = Path(os.environ.get("XDG_CONFIG_HOME") or home / ".config")
    return [configured / "Cursor" / "User"]
