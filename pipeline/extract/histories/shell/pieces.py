"""Words as a shell hands them to a program: braces opened, variables filled in, patterns kept."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product

from pipeline.extract.histories.shell.syntax import Part, Word

_PATTERN = re.compile(r"[*?]|\[[^\]]+\]")
_RANGE = re.compile(r"(-?\d+)\.\.(-?\d+)")
_MOST = 200


@dataclass(frozen=True, slots=True)
class Piece:
    """One argument; `glob` where it is a pattern of files, `known` False where its text is computed."""

    text: str
    glob: bool = False
    known: bool = True


Variables = Mapping[str, list[Piece]]
UNKNOWN = Piece("", known=False)


def expand(word: Word, variables: Variables) -> list[Piece]:
    """The arguments that one word stands for (several where it has braces or a loop's variable)."""
    if len(word) == 1 and word[0].kind in {"plain", "quoted"} and "{" not in word[0].text:
        return _values(word[0], variables)
    pieces: list[Piece] = []
    for parts in _braced(list(word)):
        for choice in product(*(_values(part, variables) for part in parts)):
            known = all(piece.known for piece in choice)
            text = "".join(piece.text for piece in choice)
            pieces.append(Piece(text, any(piece.glob for piece in choice), known))
            if len(pieces) >= _MOST:
                return pieces
    return pieces


def _values(part: Part, variables: Variables) -> list[Piece]:
    if part.kind in {"plain", "quoted"}:
        return [Piece(part.text, part.kind == "plain" and bool(_PATTERN.search(part.text)))]
    if part.kind == "variable":
        return list(variables.get(part.text.lower(), [UNKNOWN]))
    return [UNKNOWN]


def _braced(parts: list[Part]) -> Iterator[list[Part]]:
    """The word once for each choice of its first pair of braces, and so on for the others."""
    opened = _first_pair(parts)
    if opened is None:
        yield parts
        return
    before, choices, after = opened
    for choice in choices:
        yield from _braced([*before, *choice, *after])


def _first_pair(parts: list[Part]) -> tuple[list[Part], list[list[Part]], list[Part]] | None:
    if not any(part.kind == "plain" and "{" in part.text for part in parts):
        return None
    letters = _letters(parts)
    for start, letter in enumerate(letters):
        if letter == Part("plain", "{"):
            found = _choices(letters, start)
            if found:
                choices, end = found
                return letters[:start], choices, letters[end + 1 :]
    return None


def _letters(parts: list[Part]) -> list[Part]:
    return [
        piece
        for part in parts
        for piece in ([Part(part.kind, x) for x in part.text] if part.kind in {"plain", "quoted"} else [part])
    ]


def _choices(letters: list[Part], start: int) -> tuple[list[list[Part]], int] | None:
    depth = 0
    choices: list[list[Part]] = [[]]
    for at in range(start, len(letters)):
        mark = letters[at].text if letters[at].kind == "plain" else ""
        depth += (mark == "{") - (mark == "}")
        if depth == 0:
            return _listed(choices, at)
        if mark == "," and depth == 1:
            choices.append([])
        elif at > start:
            choices[-1].append(letters[at])
    return None


def _listed(choices: list[list[Part]], end: int) -> tuple[list[list[Part]], int] | None:
    if len(choices) > 1:
        return choices, end
    numbers = _RANGE.fullmatch("".join(part.text for part in choices[0]))
    if numbers is None:
        return None
    first, last = int(numbers[1]), int(numbers[2])
    step = 1 if last >= first else -1
    return [[Part("plain", str(n))] for n in range(first, last + step, step)][:_MOST], end
