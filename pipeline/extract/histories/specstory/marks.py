"""The marks that open a turn: whose it is, when, by which model."""

import re
from dataclasses import dataclass
from datetime import datetime

from pipeline.extract.histories.specstory.stamps import trailing

_MARK = re.compile(r"_\*\*(User|Agent|Assistant)( - sidechain)?(?: \((.*)\))?\*\*_\s*$")
_MODEL = re.compile(r"(?:model )?(?P<model>[^,]*?)(?:, mode .*)?$")
_NO_MODEL = {"", "default", "<synthetic>"}


@dataclass(frozen=True, slots=True)
class Mark:
    """The mark of one turn. `at` has a zone or is None: a stamp without one is no instant."""

    person: bool
    sidechain: bool
    at: datetime | None
    model: str | None


def mark(line: str) -> Mark | None:
    """The mark that `line` is, or None."""
    found = _MARK.match(line) if line.startswith("_**") else None
    if not found:
        return None
    role, sidechain, inside = found.groups()
    said, at = trailing(inside or "")
    model = "" if said.startswith("mode ") or role == "User" else _model(said)
    return Mark(
        person=role == "User" and not sidechain,
        sidechain=bool(sidechain),
        at=at if at and at.tzinfo else None,
        model=None if model in _NO_MODEL else model,
    )


def _model(said: str) -> str:
    found = _MODEL.match(said)
    return found["model"].strip() if found else ""
