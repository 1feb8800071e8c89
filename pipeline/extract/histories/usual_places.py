"""Where programs keep their histories on this machine."""

import os
import sys
from pathlib import Path


def usual_places(repository: Path, home: Path | None = None) -> list[Path]:
    """The folders that exist of those in which histories of a repository usually lie."""
    top = home or Path.home()
    places = [*_editors(top), top / ".cursor", top / ".claude" / "projects"]
    found = [place for place in places if place.is_dir()]
    kept = sorted(folder for folder in repository.glob("**/.specstory/history") if ".git" not in folder.parts)
    return found + kept


def _editors(home: Path) -> list[Path]:
    if sys.platform == "darwin":
        return [home / "Library" / "Application Support" / "Cursor" / "User"]
    if sys.platform == "win32":
        return [Path(os.environ.get("APPDATA", home / "AppData" / "Roaming")) / "Cursor" / "User"]
    configured = Path(os.environ.get("XDG_CONFIG_HOME") or home / ".config")
    return [configured / "Cursor" / "User"]
