"""The files that a search or a listing named in its result."""

import re
from collections.abc import Callable, Iterable
from typing import Any

# A matching line is `path:12:text`, a line around it `path-12-text`, a count `path:12`.
_MATCH = re.compile(r"(.+?)(?::\d+:|-\d+-|:\d+$)")
_COUNTED = re.compile(r"Found \d+ (?:files?|total)|No (?:files|matches) found|\(Results are truncated")
_TREE = re.compile(r"( *)- (.+)")


def hits(
    tool: str, arguments: dict[str, Any], result: Any, text: str, locate: Callable[[str], str]
) -> tuple[str, ...]:
    """The files in the result of ``Grep``, ``Glob`` or ``LS``, each once, in order, through `locate`."""
    if tool == "LS":
        return _once(locate(path) for path in _tree(text))
    named = result.get("filenames") if isinstance(result, dict) else None
    if isinstance(named, list) and named:
        return _once(locate(path) for path in named if isinstance(path, str))
    content = result.get("content") if isinstance(result, dict) else None
    lines = [line for line in (content if isinstance(content, str) else text).split("\n") if line.strip()]
    lines = [line for line in lines if not _COUNTED.match(line)]
    mode = arguments.get("output_mode", "files_with_matches") if tool == "Grep" else "paths"
    if mode not in {"content", "count"}:
        return _once(locate(line) for line in lines if not isinstance(result, dict))
    return _once(locate(match[1]) for line in lines if (match := _MATCH.match(line)) and _path(match[1]))


def _path(text: str) -> bool:
    """Whether the start of a matching line is a path: in a search of one file it is a line's number."""
    return not text.isdigit() and ("/" in text or "\\" in text or "." in text) and " " not in text.strip()


def _once(paths: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(paths))


def _tree(text: str) -> Iterable[str]:
    """The files of a listing drawn as a tree: ``- folder/``, its entries further in."""
    above: list[tuple[int, str]] = []
    for line in text.split("\n"):
        entry = _TREE.fullmatch(line)
        if not entry:
            continue
        depth, name = len(entry[1]), entry[2].strip()
        while above and above[-1][0] >= depth:
            above.pop()
        path = (above[-1][1] if above else "") + name
        if name.endswith(("/", "\\")):
            above.append((depth, path))
        else:
            yield path
