"""Conversations of Cursor as SpecStory wrote them in 2025: marked calls, and older lines without a marker."""

import posixpath
import re
from collections import Counter
from collections.abc import Callable

MARKED = re.compile(r"Tool use: \*\*(.+?)\*\*")
OLDER = {
    "Read file (old)": re.compile(r"Read file: (.*)"),
    "Edit file (old)": re.compile(r"<details><summary>Edit file"),
    "Searched codebase (old)": re.compile(r" *<summary>Searched (?:codebase|web) "),
    "Listed (old)": re.compile(r" *<summary>Listed "),
    "Grep (old)": re.compile(r" *<summary>Grep search "),
}
BEHIND = 3
"""Lines from a marker to the older line that belongs to it."""


def counted(text: str, is_memory: Callable[[str], bool], *roots: str) -> Counter[str]:
    """The counts of one history; a path is cut after the last of the roots that it holds."""
    found: Counter[str] = Counter()
    marked_at, marked = -BEHIND - 1, ""
    for number, line in enumerate(text.split("\n")):
        found["human messages"] += line.startswith("_**User")
        marker = MARKED.match(line)
        if marker:
            marked_at, marked = number, marker[1]
            found.update(["calls", "calls with a marker", f"calls of {marked}"])
            continue
        older = next(((name, hit) for name, form in OLDER.items() if (hit := form.match(line))), None)
        if older is None:
            continue
        name, hit = older
        alone = number - marked_at > BEHIND
        if alone:
            found.update(["calls", "calls by older markers", f"calls of {name}"])
        if name == "Read file (old)" and (alone or marked == "read_file"):
            _read(found, hit[1].strip(), is_memory, roots)
    return found


def _read(found: Counter[str], path: str, is_memory: Callable[[str], bool], roots: tuple[str, ...]) -> None:
    found["reads"] += 1
    found["reads without a path"] += path == "undefined"
    for root in roots:
        path = path.rsplit(root, 1)[-1]
    found["memory reads"] += is_memory(posixpath.normpath(path))
