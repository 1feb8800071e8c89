"""The entries (records) of a memory file, found as CommonMark has headings."""

import re
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

_HARD = re.compile(r"^(?: {1,3}(?:#|`{3}|~{3})| {0,3}(?:=+|-+)[ \t]*$| {0,3}<|\t)", re.MULTILINE)
"""What only a parser of CommonMark can tell: an indented heading or fence may stand in a list, a line of
signs may underline a heading, a tag may open a block that holds none."""
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


def entry_lines(text: str) -> list[int]:
    """The first line, from 1, of each entry of the file; a file without entries is one, at line 1.

    Entries are the headings at the shallowest level below the title that has dated or numbered headings,
    else at the level right below the title. The title is a first heading that is alone at its level.
    """
    found = headings(text)
    if not found:
        return [1]
    title = found[0][1]
    alone = sum(1 for _, level, _ in found if level == title) == 1 and all(h[1] >= title for h in found)
    below = found[1:] if alone and len(found) > 1 else found
    marked = [level for _, level, words in below if _DATE.search(words) or _NUMBER.match(words)]
    level = min(marked) if marked else min(level for _, level, _ in below)
    return [line for line, deep, _ in below if deep == level]


def headings(text: str) -> list[Heading]:
    """The headings of a Markdown text that stand at its top level, in order; front matter holds none."""
    skipped = _front_matter(text)
    body = text[skipped:]
    before = text.count("\n", 0, skipped)
    found = _parsed(body) if _HARD.search(body) else _scanned(body)
    return [(line + before, level, words) for line, level, words in found]


def _front_matter(text: str) -> int:
    if not text.startswith(("---\n", "---\r\n")):
        return 0
    end = re.compile(r"^---[ \t]*\r?\n?", re.MULTILINE).search(text, 4)
    return end.end() if end else 0


def _scanned(text: str) -> list[Heading]:
    if "#" not in text:
        return []
    found: list[Heading] = []
    fence = ""
    for number, line in enumerate(text.split("\n"), 1):
        first = line[:1]
        if first in "`~" and first:
            fence = _after(line.rstrip("\r \t"), fence)
        elif first == "#" and not fence:
            heading = _HEADING.match(line.rstrip("\r"))
            if heading:
                found.append((number, len(heading[1]), _words(heading[2] or "")))
    return found


def _after(line: str, fence: str) -> str:
    opens = _FENCE.match(line)
    if not fence:
        return (opens[1] or opens[2]) if opens else ""
    closes = len(line) >= len(fence) and not line.strip(fence[0])
    return "" if closes else fence


def _words(said: str) -> str:
    return re.sub(r"(?:^|[ \t]+)#+[ \t]*$", "", said).strip()


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
