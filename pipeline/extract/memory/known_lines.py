"""Texts read by their lines, each distinct line judged once: versions of a file share most of theirs."""

from typing import NamedTuple

from pipeline.extract.memory.entries import SIGNS, Sign, entries, headings_of, sign_of
from pipeline.extract.memory.named_paths import goes_on, named_paths, names_in

_FIRSTS = frozenset(SIGNS)
_NONE: frozenset[str] = frozenset()


class Said(NamedTuple):
    """What a line says: its sign, the files it names, and whether a link in it may end on the next."""

    sign: Sign | None
    names: frozenset[str]
    goes_on: bool


class Counts(NamedTuple):
    """Of one text: code points of each line, the first line of each entry, and the files it names."""

    line_chars: list[int]
    record_lines: list[int]
    links: list[str]


class KnownLines(dict[str, Said | None]):
    """By line what it says; None where it says nothing, as most do."""

    def __missing__(self, line: str) -> Said | None:
        # A function is called only where it can find something: most lines are plain sentences.
        sign = sign_of(line) if line[:1] in _FIRSTS else None
        names = names_in(line) if "." in line or "[" in line else _NONE
        open_ = "[" in line and goes_on(line)
        said = self[line] = Said(sign, names, open_) if sign or names or open_ else None
        return said

    def counts(self, text: str) -> Counts:
        """The counts of a text."""
        lines = text.split("\n")
        chars = [len(line) + 1 for line in lines]
        chars[-1] -= 1
        if not chars[-1]:
            chars.pop()
        told = [(number, said) for number, said in enumerate(map(self.__getitem__, lines), 1) if said]
        signs = [(number, said.sign) for number, said in told if said.sign]
        return Counts(chars, entries(headings_of(lines, signs)), _links(text, [said for _, said in told]))


def _links(text: str, told: list[Said]) -> list[str]:
    if any(said.goes_on for said in told):
        return named_paths(text)
    return sorted(frozenset().union(*[said.names for said in told]))
