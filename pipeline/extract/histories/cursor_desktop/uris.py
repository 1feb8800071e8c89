"""The forms in which the store writes down a folder or file."""

from collections.abc import Mapping
from typing import Any

from pipeline.extract.paths import normal


def uri_text(said: Any) -> str | None:
    """A URI object, a URI or a path as one text that `normal` understands; None where it holds none."""
    if isinstance(said, str):
        return said or None
    if not isinstance(said, Mapping):
        return None
    if said.get("scheme") == "vscode-remote" and said.get("authority") and said.get("path"):
        return f"vscode-remote://{said['authority']}{said['path']}"
    keys = ("external", "fsPath", "path", "uri")
    return next((found for key in keys if (found := uri_text(said.get(key)))), None)


def place(said: Any) -> str | None:
    """The normal form of a folder or file that the store names."""
    text = uri_text(said)
    return normal(text) if text else None
