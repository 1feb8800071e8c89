"""What one program of a pipeline does with files, with its input and with its output."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from pipeline.extract.histories.records import Action
from pipeline.extract.histories.shell.pieces import Piece
from pipeline.extract.histories.shell.spans import Span

Passing = Literal["text", "search", "names", "nothing"]


@dataclass(frozen=True, slots=True)
class Touched:
    """A file that a program touches otherwise than by printing its text."""

    action: Action
    piece: Piece
    whole_folder: bool = False


@dataclass(slots=True)
class Stage:
    """One program.

    `files` are those whose text it prints, cut to `span` (None is the whole text). `passes` says what
    becomes of its input where it names no file: its text goes on (cut to `span`), it is searched, file
    names go on, or nothing does. `names` are the files that its output lists. `script` is a command that
    it runs in its place, `runs` one for each of the files named.
    """

    files: list[Piece] = field(default_factory=list)
    span: Span | None = None
    passes: Passing = "nothing"
    touched: list[Touched] = field(default_factory=list)
    names: list[Piece] = field(default_factory=list)
    silent: bool = False
    numbered: bool = False
    parts: bool = False
    inside: str | None = None
    script: tuple[str, str] | None = None
    runs: list[Piece] | None = None


Program = Callable[[Sequence[Piece]], Stage]


@dataclass(frozen=True, slots=True)
class Arguments:
    """A program's arguments, told apart: options with their values, and operands."""

    options: tuple[tuple[str, Piece], ...]
    operands: tuple[Piece, ...]

    def last(self, *names: str) -> str | None:
        """The value of the last of these options, None where it is not given."""
        return next((value.text for name, value in reversed(self.options) if name in names), None)

    def all(self, *names: str) -> list[Piece]:
        """The values of these options in order."""
        return [value for name, value in self.options if name in names]

    def has(self, *names: str) -> bool:
        """Whether one of these options is given."""
        return any(name in names for name, _ in self.options)


def posix(arguments: Sequence[Piece], valued: str = "") -> Arguments:
    """Arguments in POSIX and GNU style; `valued` are the options that take a value (``n lines``)."""
    takes = set(valued.split())
    options: list[tuple[str, Piece]] = []
    operands: list[Piece] = []
    rest = list(arguments)
    while rest:
        piece = rest.pop(0)
        text = piece.text
        if text == "--" and piece.known:
            operands += rest
            break
        if text.startswith("--"):
            name, equal, value = text[2:].partition("=")
            options.append(
                (name, Piece(value) if equal else rest.pop(0) if name in takes and rest else Piece(""))
            )
        elif text.startswith("-") and len(text) > 1 and piece.known:
            _short(text[1:], takes, rest, options)
        else:
            operands.append(piece)
    return Arguments(tuple(options), tuple(operands))


def _short(letters: str, takes: set[str], rest: list[Piece], options: list[tuple[str, Piece]]) -> None:
    for at, letter in enumerate(letters):
        if letter in takes:
            value = letters[at + 1 :]
            options.append((letter, Piece(value) if value else rest.pop(0) if rest else Piece("")))
            return
        options.append((letter, Piece("")))
    if letters.isdigit():
        options.append(("number", Piece(letters)))


def powershell(arguments: Sequence[Piece], switches: str = "") -> Arguments:
    """Arguments in PowerShell's style: ``-Name value``, but for `switches`, which take none; no case."""
    alone = set(switches.split())
    options: list[tuple[str, Piece]] = []
    operands: list[Piece] = []
    rest = list(arguments)
    while rest:
        piece = rest.pop(0)
        if piece.text.startswith("-") and len(piece.text) > 1 and piece.text[1].isalpha() and piece.known:
            name, colon, value = piece.text[1:].lower().partition(":")
            takes = name not in alone and rest and not colon
            options.append((name, rest.pop(0) if takes else Piece(value)))
        else:
            operands.append(piece)
    return Arguments(tuple(options), tuple(operands))


def number(text: str | None) -> int | None:
    """A whole number, None where the text is none."""
    return int(text) if text is not None and text.lstrip("+-").isdigit() else None
