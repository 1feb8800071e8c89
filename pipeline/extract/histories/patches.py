"""The files that a patch names."""

import re
from collections.abc import Iterator
from itertools import pairwise

from pipeline.extract.histories.records import Action

_MARK = re.compile(r"^\*\*\* (Add File|Update File|Delete File|Move to): (.+?)\s*$", re.MULTILINE)


def files(patch: str) -> Iterator[tuple[Action, str]]:
    """What a patch does to each file it names, in its order; a moved one is written where it goes."""
    marks = [(mark[1], mark[2]) for mark in _MARK.finditer(patch)]
    for (what, path), (then, _) in pairwise([*marks, ("", "")]):
        yield "delete" if what == "Delete File" else "move" if then == "Move to" else "write", path
