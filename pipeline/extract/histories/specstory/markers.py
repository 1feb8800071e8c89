"""The lines by which SpecStory marks a call in an agent's turn, and what each says."""

import html
import re
from dataclasses import dataclass

TOOL_USE = "<tool-use "
"""How the envelope of a call begins, since the middle of 2025."""

_NAMED = re.compile(r"\s*Tool use: \*\*(?P<name>[^*]+)\*\*(?P<tail>.*)$")
_READ = re.compile(r"\s*Read file: (?P<rest>.+)$")
_SUMMARY = re.compile(r"\s*(?:<details>\s*)?<summary>\s*(?P<inside>.*)$")
_RULE = re.compile(r"\s*### Rule: (?P<name>\S.*?)\s*$")
_WORDS = re.compile(
    r"(?P<words>Read file|Edit file|Searched codebase|Grep search|Grep|Listed directory"
    r"|Listed current directory|Searched web|Read lints|MCP tool call|Todo List|Apply patch)(?P<rest>\b.*)$",
    re.DOTALL,
)
_LOST = re.compile(r"Could not find file(?: \S.* in the workspace\.)?")
_PLACE = re.compile(r"^(?:Read file|Edit file): (?P<path>.*)$|^Apply patch for (?P<patch>.*)$", re.DOTALL)
_LISTED = re.compile(r"^Listed directory (?P<path>.*?)(?: • .*)?$", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Words:
    """An older marker in words: the words, which are a tool's name where no other is given, and the rest."""

    words: str
    rest: str

    @property
    def path(self) -> str | None:
        """The file or folder that the marker names; ``.`` for the current one; None where it names none."""
        said = f"{self.words}{self.rest}"
        if self.words == "Listed current directory":
            return "."
        found = _LISTED.match(said) if self.words == "Listed directory" else _PLACE.match(said)
        return known(next((group for group in found.groups() if group), "")) if found else None


def known(path: str) -> str | None:
    """A path as an exporter wrote it, unescaped; None where it is empty or ``undefined``."""
    plain = html.unescape(path).strip()
    return None if plain in {"", "undefined"} else plain


def opens(line: str) -> bool:
    """Whether `line` begins a call or a rule."""
    bare = line.lstrip()
    if not bare.startswith(("Tool use: **", "Read file: ", "<summary>", "<details>", "### Rule: ")):
        return False
    return named(line) is not None or in_words(line) is not None or rule(line) is not None


def named(line: str) -> tuple[str, str] | None:
    """The tool's name and what follows it on the line ``Tool use: **name** ...``, or None."""
    found = _NAMED.match(line)
    return (found["name"].strip(), found["tail"].strip()) if found else None


def in_words(line: str) -> Words | None:
    """The older marker that `line` is, alone or in a summary; None if it is none."""
    if read := _READ.match(line):
        return Words("Read file", f": {read['rest'].strip()}")
    summary = _SUMMARY.match(line)
    return words(summary["inside"].split("</summary>")[0]) if summary else None


def words(text: str) -> Words | None:
    """The older marker that `text`, the inside of a summary, begins with; None if it is none."""
    found = _WORDS.match(text.strip())
    return Words(found["words"], html.unescape(found["rest"]).rstrip()) if found else None


def rule(line: str) -> str | None:
    """The name of the editor's rule whose text follows, or None."""
    found = _RULE.match(line)
    return found["name"] if found else None


def lost_file(text: str) -> bool:
    """Whether a turn says only that a file was not found: a failed call that names no tool."""
    return _LOST.fullmatch(text.strip()) is not None
