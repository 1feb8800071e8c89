"""What a shell pattern names, segment by segment."""

import re
from fnmatch import fnmatchcase


def names(pattern: str, path: str) -> bool:
    """Whether the pattern names the path, or a folder above it."""
    parts = path.split("/")
    return any(
        _matches(choice.strip("/").split("/"), parts[:length])
        for choice in _choices(pattern)
        for length in range(1, len(parts) + 1)
    )


def _choices(pattern: str) -> list[str]:
    """The patterns that braces stand for."""
    braces = re.search(r"\{([^{}]*)\}", pattern)
    if not braces:
        return [pattern]
    before, after = pattern[: braces.start()], pattern[braces.end() :]
    return [one for choice in braces[1].split(",") for one in _choices(f"{before}{choice}{after}")]


def _matches(segments: list[str], parts: list[str]) -> bool:
    if not segments:
        return not parts
    if segments[0] == "**":
        return any(_matches(segments[1:], parts[skipped:]) for skipped in range(len(parts) + 1))
    return bool(parts) and fnmatchcase(parts[0], segments[0]) and _matches(segments[1:], parts[1:])
