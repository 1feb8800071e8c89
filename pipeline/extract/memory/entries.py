"""The entries (records) of a memory file, found as CommonMark has headings."""

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

_HARD = re.compile(r" {1,3}(?:#|`{3}|~{3})| {0,3}<|\t")
"""How a line begins that only a parser of CommonMark can place: an indented heading or fence may stand in a
list, a tag may open a block that holds no headings."""
_UNDERLINE = re.compile(r" {0,3}(?:=+|-+)[ \t\r]*$")
"""A line of signs makes a heading of the line above it, where that is not blank."""
_HEADING = re.compile(r"(#{1,6})(?:[ \t]+(.*))?$")
_FENCE = re.compile(r"(`{3,})[^`]*$|(~{3,})")
_DATE = re.compile(
    r"\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\b\d{1,2}\.\d{1,2}\.\d{4}|\d{4}\s*年|"
    r"\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s+\d{1,2},?\s+\d{4}|"
    r"\b\d{1,2}\.?\s+(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?,?\s+\d{4}",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"^\W*(?:[A-Za-z]{1,12}[-_ ]?\d+|\d{3,})\b")

Heading = tuple[int, int, str]
"""First line from 1, level, words."""
Sign = Literal["heading", "fence", "hard", "underline"]
"""What the look of a line may mean for the headings of its text."""
SIGNS = ("#", "`", "~", " ", "<", "\t", "=", "-")
"""How a line begins that may have a sign."""


def entry_lines(text: str) -> list[int]:
    """The first line, from 1, of each entry of the file; a file without entries is one, at line 1.

    Entries are the headings at the shallowest level below the title that has dated or numbered headings,
    else at the level right below the title. The title is a first heading that is alone at its level.
    """
    return entries(headings(text))


def headings(text: str) -> list[Heading]:
    """The headings of a Markdown text that stand at its top level, in order; front matter holds none."""
    lines = text.split("\n")
    signs = ((number, sign_of(line)) for number, line in enumerate(lines, 1))
    return headings_of(lines, [(number, sign) for number, sign in signs if sign])


def entries(found: Sequence[Heading]) -> list[int]:
    """The first lines of the entries that these headings make."""
    if not found:
        return [1]
    title = found[0][1]
    alone = sum(1 for _, level, _ in found if level == title) == 1 and all(h[1] >= title for h in found)
    below = found[1:] if alone and len(found) > 1 else found
    marked = [level for _, level, words in below if _is_marked(words)]
    level = min(marked) if marked else min(level for _, level, _ in below)
    return [line for line, deep, _ in below if deep == level]


def sign_of(line: str) -> Sign | None:
    """What the look of one line may mean for headings, whatever stands around it; None: nothing."""
    first = line[:1]
    if first == "#":
        return "heading" if _HEADING.match(line.rstrip("\r")) else None
    if first in {"`", "~"}:
        return "fence" if line.startswith(("```", "~~~")) else None
    if first in {"=", "-"}:
        return "underline" if not line.strip("=- \t\r") and _UNDERLINE.match(line) else None
    if first not in SIGNS:
        return None
    if _HARD.match(line):
        return "hard"
    return "underline" if _UNDERLINE.match(line) else None


def headings_of(lines: Sequence[str], signs: Sequence[tuple[int, Sign]]) -> list[Heading]:
    """The headings of a text given as its lines and, by number, the signs of those that have one."""
    if not signs:
        return []
    skipped = _front_matter(lines)
    body = [(number, sign) for number, sign in signs if number > skipped] if skipped else signs
    scanned = _scanned(lines, body, skipped)
    if scanned is not None:
        return scanned
    parsed = _parsed("\n".join(lines[skipped:]))
    return [(line + skipped, level, words) for line, level, words in parsed]


def _under_text(lines: Sequence[str], number: int, skipped: int) -> bool:
    return number - 1 > skipped and not lines[number - 2].isspace() and lines[number - 2] != ""


def _front_matter(lines: Sequence[str]) -> int:
    """How many lines the front matter takes."""
    if lines[0] not in {"---", "---\r"}:
        return 0
    return next((number for number, line in enumerate(lines[1:], 2) if line.rstrip(" \t\r") == "---"), 0)


def _scanned(lines: Sequence[str], signs: Sequence[tuple[int, Sign]], skipped: int) -> list[Heading] | None:
    """The headings, or None where only a parser can tell: at the first such line outside a fence."""
    found: list[Heading] = []
    fence = ""
    for number, sign in signs:
        line = lines[number - 1]
        if fence:
            fence = (
                _after(line.strip(" \r\t"), fence) if sign in {"fence", "hard"} and line[0] != "\t" else fence
            )
        elif sign == "heading":
            found.append(_heading(number, line))
        elif sign == "fence":
            fence = _after(line.rstrip(" \r\t"), fence)
        elif sign == "hard" or _under_text(lines, number, skipped):
            return None
    return found


@lru_cache(maxsize=1 << 16)
def _level(line: str) -> tuple[int, str]:
    marks, words = _HEADING.match(line.rstrip("\r")).groups()  # type: ignore[union-attr]
    said = (words or "").rstrip(" \t")
    bare = said.rstrip("#")
    return len(marks), (said if bare and not bare.endswith((" ", "\t")) else bare).strip()


def _heading(number: int, line: str) -> Heading:
    return (number, *_level(line))


@lru_cache(maxsize=1 << 16)
def _is_marked(words: str) -> bool:
    return bool(_DATE.search(words) or _NUMBER.match(words))


def _after(line: str, fence: str) -> str:
    opens = _FENCE.match(line)
    if not fence:
        return (opens[1] or opens[2]) if opens else ""
    closes = len(line) >= len(fence) and not line.strip(fence[0])
    return "" if closes else fence


def _parsed(text: str) -> list[Heading]:
    tokens = _parser().parse(text.replace("\0", "\ufffd"))
    found: list[Heading] = []
    for token, inside in pairwise(tokens):
        if token.type == "heading_open" and token.level == 0 and token.map:
            found.append((token.map[0] + 1, int(token.tag[1:]), " ".join(inside.content.split())))
    return found


@cache
def _parser() -> "MarkdownIt":
    from markdown_it import MarkdownIt

    # Blocks alone: what stands inside a line matters to nobody here.
    return MarkdownIt("commonmark").disable(["inline"], ignoreInvalid=True)
