"""The files that a search or a listing named."""

import re
from collections.abc import Mapping
from typing import Any

from pipeline.extract.histories.cursor_desktop import found
from pipeline.extract.histories.cursor_desktop.decoding import result_of
from pipeline.extract.histories.cursor_desktop.shapes import Result

# A matching line is `path:12:text`, a line around it `path-12-text`, a count `path:12`.
_MATCH = re.compile(r"(.+?)(?::\d+(?::|$)|-\d+-)")
_ITEM = re.compile(r"[-*] ")
_WORDS = re.compile(r"\s")


def kept(outcome: Mapping[str, Any]) -> list[str]:
    """The files in the outcome that the client keeps beside a result, in the form of the editor's store."""
    success = outcome.get("success")
    held = result_of({"success": success, **success}) if isinstance(success, dict) else None
    return list(found.files(held)) if isinstance(held, Result) else []


def named(text: str) -> list[str]:
    """The files in the text of a result.

    A line counts where all of it, or what stands before a line's number, can be a path: no space in it,
    a dot or a slash, and a letter.
    """
    return [path for line in text.split("\n") if (path := _path(line.strip()))]


def _path(line: str) -> str | None:
    plain = _ITEM.sub("", line, count=1) if _ITEM.match(line) else line
    match = _MATCH.match(plain)
    path = match[1] if match else plain
    if not path or _WORDS.search(path) or path.startswith("<") or path.endswith(("/", "\\")):
        return None
    told = re.search(r"[./\\]", path) and re.search(r"\w", path)
    return path if told and not path.endswith((".", ":")) else None
