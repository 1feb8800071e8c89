"""What a transcript holds, whichever way it was written: turns with texts and calls."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(slots=True)
class Used:
    """One call of a turn: the tool's name and what it was asked."""

    tool: str
    arguments: Mapping[str, Any] | str


@dataclass(slots=True)
class Turn:
    """One line of a JSON transcript, or one block of a text one, with its parts in their order."""

    person: bool
    parts: list[str | Used] = field(default_factory=list)
