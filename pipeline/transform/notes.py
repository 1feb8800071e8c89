"""A note inside a memory file: the section under a heading."""

import re

_HEADING = re.compile(r"^ {0,3}(#{1,6})[ \t]+(.*?)[ \t]*#*[ \t]*$")
_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})")


def section(text: str, heading: str) -> str | None:
    """The text under the first heading of those words, up to the next of the same or a higher level; None
    where there is none. Case and blanks apart; fenced code holds no heading."""
    wanted = " ".join(heading.lstrip("#").split()).casefold()
    lines: list[str] = []
    level = 0
    fence = ""
    for line in text.splitlines(keepends=True):
        found = None if fence else _HEADING.match(line.rstrip("\r\n"))
        fence = _fence(line, fence)
        if found and level and len(found[1]) <= level:
            break
        if found and not level and " ".join(found[2].split()).casefold() == wanted:
            level = len(found[1])
        if level:
            lines.append(line)
    return "".join(lines) if level else None


def _fence(line: str, open_fence: str) -> str:
    found = _FENCE.match(line)
    if not found:
        return open_fence
    if not open_fence:
        return found[1]
    closes = found[1][0] == open_fence[0] and len(found[1]) >= len(open_fence)
    return "" if closes else open_fence
