"""The first two lines of an export, by which it is told from everything else."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

_STAMP = re.compile(r"_Exported on (.+) from Cursor(?![A-Za-z])(.*)_")
_VERSION = re.compile(r" \(\d[\w.+-]*\)")


@dataclass(frozen=True, slots=True)
class Head:
    """Title and time as they are written; `is_cursors` is False where another program copied the form."""

    title: str
    stamp: str
    is_cursors: bool


def head_of(lines: Sequence[str]) -> Head | None:
    """The head that the lines begin with; None where they begin with something else."""
    said = [line.strip() for line in lines[:8] if line.strip()][:2]
    if len(said) < 2 or not (said[0] == "#" or said[0].startswith("# ")):
        return None
    stamp = _STAMP.fullmatch(said[1])
    if stamp is None:
        return None
    return Head(said[0][1:].strip(), stamp[1], bool(_VERSION.fullmatch(stamp[2])))
