"""The first two lines of an export, by which it is told from everything else."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

_STAMP = re.compile(r"_Exported on (.+) from Cursor(?![A-Za-z])(.*)_")
_VERSION = re.compile(r" \(\d[\w.+-]*\)")


@dataclass(frozen=True, slots=True)
class Head:
    """Title and time as they are written, and how many lines they take.

    `is_cursors` is False where another program copied the form.
    """

    title: str
    stamp: str
    is_cursors: bool
    length: int


def head_of(lines: Sequence[str]) -> Head | None:
    """The head that the lines begin with; None where they begin with something else."""
    filled = [at for at, line in enumerate(lines[:8]) if line.strip()][:2]
    if len(filled) < 2:
        return None
    title, second = (lines[at].strip() for at in filled)
    stamp = _STAMP.fullmatch(second)
    if stamp is None or not (title == "#" or title.startswith("# ")):
        return None
    return Head(title[1:].strip(), stamp[1], bool(_VERSION.fullmatch(stamp[2])), filled[1] + 1)
