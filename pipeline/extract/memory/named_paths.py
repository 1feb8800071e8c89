"""The files that a text names: targets of links, and paths written out."""

import re

_TARGET = re.compile(r"\]\(\s*<?([^()\s<>]+)>?|^ {0,3}\[[^\]]+\]:\s*<?(\S+?)>?\s*$", re.MULTILINE)
_WRITTEN = re.compile(r"[^\s`\"'<>()\[\]{}|,;*:=!?]+\.[A-Za-z][A-Za-z0-9]{0,7}(?![\w/])")


def named_paths(text: str) -> list[str]:
    """Link targets and written paths in the text, each once, sorted; addresses on the web left out."""
    found = {target or reference for target, reference in _TARGET.findall(text)}
    found.update(_WRITTEN.findall(text))
    return sorted(
        path.rstrip(".") for path in found if "://" not in path and not path.startswith(("#", "//"))
    )
