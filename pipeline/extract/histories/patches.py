"""The files that a patch names."""

import re
from collections.abc import Iterator

from pipeline.extract.histories.records import Action

_MARK = re.compile(r"^\*\*\* (Add File|Update File|Delete File|Move to): (.+?)\s*$", re.MULTILINE)
_ACTIONS: dict[str, Action] = {
    "Add File": "write",
    "Update File": "write",
    "Delete File": "delete",
    "Move to": "move",
}


def files(patch: str) -> Iterator[tuple[Action, str]]:
    """What a patch does to each file it names, in its order."""
    for mark in _MARK.finditer(patch):
        yield _ACTIONS[mark[1]], mark[2]
