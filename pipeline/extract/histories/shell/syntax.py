"""What a command is made of: scripts, pipelines, commands, words and redirections."""

from dataclasses import dataclass, field
from typing import Literal

Dialect = Literal["posix", "powershell", "cmd"]
PartKind = Literal["plain", "quoted", "variable", "script", "block", "unknown"]


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a word: text as it stands, a variable's name, or a script inside it."""

    kind: PartKind
    text: str = ""
    script: "tuple[Pipeline, ...]" = ()


Word = tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Redirect:
    """Where input comes from or output goes: `descriptor` is ``""``, a number, ``&`` or ``*``."""

    descriptor: str
    operator: str
    target: Word


@dataclass(slots=True)
class Command:
    """One command of a pipeline; with `group` a list of pipelines in brackets or in a loop's body."""

    words: list[Word] = field(default_factory=list)
    redirects: list[Redirect] = field(default_factory=list)
    group: "tuple[Pipeline, ...] | None" = None
    subshell: bool = False


@dataclass(frozen=True, slots=True)
class Pipeline:
    """Commands joined by ``|``."""

    commands: tuple[Command, ...]
