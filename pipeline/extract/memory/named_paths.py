"""The files that a text names: targets of links, and paths written out."""

import re

_TARGET = re.compile(r"\]\(\s*<?([^()\s<>]+)>?|^ {0,3}\[[^\]]{1,999}\]:\s*<?(\S+?)>?\s*$", re.MULTILINE)
_RUN = re.compile(r"[^\s`\"'<>()\[\]{}|,;*:=!?]+")
_ENDING = re.compile(r"\.[A-Za-z][A-Za-z0-9]{0,7}(?![\w/])")
_NONE: frozenset[str] = frozenset()
_GOES_ON = re.compile(r".*\]\(\s*$| {0,3}\[(?:[^\]]*|[^\]]+\]:\s*)$")


def named_paths(text: str) -> list[str]:
    """Link targets and written paths in the text, each once, sorted; addresses on the web left out."""
    return sorted(names_in(text))


def names_in(text: str) -> frozenset[str]:
    """The same without order."""
    if "." not in text and "](" not in text and "]:" not in text:
        return _NONE
    found: set[str] = set()
    if "](" in text or "]:" in text:
        found.update(target or reference for target, reference in _TARGET.findall(text))
    if _ENDING.search(text):
        found.update(path for run in _RUN.findall(text) if "." in run and (path := _written(run)))
    if not found:
        return _NONE
    return frozenset(
        path.rstrip(".") for path in found if "://" not in path and not path.startswith(("#", "//"))
    )


def _written(run: str) -> str:
    """The path that a run of signs without a break begins with, up to its last ending; empty: none."""
    ends = [ending.end() for ending in _ENDING.finditer(run, 1)]
    return run[: ends[-1]] if ends else ""


def goes_on(line: str) -> bool:
    """Whether a link that the line opens may end on the next: its lines then cannot be read one by one."""
    return "[" in line and _GOES_ON.match(line) is not None
