"""The files that a search or a listing named in its text."""

import re
from collections.abc import Callable

# A matching line is `path:12:text`, a line around it `path-12-text`, a count `path:12`.
_MATCH = re.compile(r"(.+?)(?::\d+(?::|$)|-\d+-)")
_ITEM = re.compile(r"[-*] ")
_WORDS = re.compile(r"\s")


def files(text: str, locate: Callable[[str], str]) -> tuple[str, ...]:
    """The files, each once, in order, through `locate`.

    A line counts where all of it, or what stands before a line's number, can be a path: no space in it,
    a dot or a slash, and a letter.
    """
    return tuple(dict.fromkeys(locate(path) for line in text.split("\n") if (path := _path(line.strip()))))


def _path(line: str) -> str | None:
    plain = _ITEM.sub("", line, count=1) if _ITEM.match(line) else line
    match = _MATCH.match(plain)
    path = match[1] if match else plain
    if not path or _WORDS.search(path) or path.startswith("<") or path.endswith(("/", "\\")):
        return None
    told = re.search(r"[./\\]", path) and re.search(r"\w", path)
    return path if told and not path.endswith((".", ":")) else None
