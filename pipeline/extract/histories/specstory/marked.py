"""What the lines of a marked call hold: name, target, command, body, in any of the exporters' forms."""

import html
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from pipeline.extract.histories.specstory import markers, results

_NAME = re.compile(r'data-tool-name="([^"]*)"')
_SUMMARY = re.compile(r"<summary>(.*?)</summary>", re.DOTALL)
_TICKED = re.compile(r"`(.+)`", re.DOTALL)
_ALONE = re.compile(r" ?`(.+)`\s*$")
_PATH_LINE = re.compile(r"(?:Path|File): `?([^`]+?)`?\s*$")
_RUN = re.compile(r"^• Run command: (.*)$", re.DOTALL)
_ARRAY = re.compile(r"- command: `\[(?:\S*sh -l?c )?(.*)\]`", re.DOTALL)
_UPDATED = re.compile(r"^The file (.+?) has been (?:updated|overwritten|created)", re.MULTILINE)
_CREATED = re.compile(r"^File created successfully at: (.+?)(?: \(file state|\s*$)", re.MULTILINE)
_DIFFED = re.compile(r"^\+\+\+ (\S.*?)\s*$", re.MULTILINE)
_SCRIPTS = {"bash", "sh", "shell", "zsh", "powershell", "console"}


@dataclass(slots=True)
class Marked:
    """A call as it is marked: the tool's name, what follows it in the summary, the body's lines."""

    name: str
    tail: str = ""
    words: markers.Words | None = None
    body: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The body as text; empty where an exporter wrote only ``undefined``."""
        text = "\n".join(self.body).strip()
        return "" if text == "undefined" else text


def of_envelope(lines: Sequence[str]) -> Marked:
    """What the envelope of a call holds."""
    name = _NAME.search(lines[0])
    inside = "\n".join(lines[1:-1])
    summary = _SUMMARY.search(inside)
    tail, body = "", inside
    if summary:
        body = inside[summary.end() :]
        said = markers.named(summary[1].replace("\n", "\0"))
        tail = html.unescape(said[1]).replace("\0", "\n") if said else ""
    words = markers.words(tail.removeprefix("• ")) if tail.startswith("• ") else None
    body = body.strip("\r\n").removesuffix("</details>").rstrip("\r\n")
    return Marked(
        html.unescape(name[1]) if name else "unknown", tail, words, body.split("\n") if body else []
    )


def of_marker(lines: Sequence[str]) -> Marked:
    """What an older marker and the lines under it hold."""
    said = markers.named(lines[0])
    kept = [line for line in lines[1:] if line.strip() not in {"<details>", "</details>"}]
    if said is None:
        words = markers.in_words(lines[0])
        return Marked(words.words if words else "unknown", "", words, kept)
    under = next((at for at, line in enumerate(kept) if line.strip()), None)
    words = markers.in_words(kept[under]) if under is not None else None
    body = kept[under + 1 :] if under is not None and words else kept
    return Marked(said[0], html.unescape(said[1]), words, body)


def place_of(marked: Marked) -> str | None:
    """The file or folder that a call names before its result."""
    if marked.words and marked.words.path:
        return marked.words.path
    if ticked := _TICKED.fullmatch(marked.tail):
        return markers.known(ticked[1])
    for line in results.before(marked.body)[:4]:
        found = _ALONE.match(line) or _PATH_LINE.match(line)
        if found:
            return markers.known(found[1])
    return None


def written(output: str, text: str) -> str | None:
    """The file that the result of a write, or its diff, names."""
    found = _UPDATED.search(output) or _CREATED.search(output)
    if found:
        return found[1]
    diffed = _DIFFED.search(text)
    return diffed[1] if diffed else None


def command_of(marked: Marked) -> tuple[str | None, str | None]:
    """The command of a shell call and its output, where they stand."""
    fences = results.blocks(marked.body)
    if fences and fences[0].info in _SCRIPTS:
        return fences[0].text.removesuffix("\n"), results.reaching(marked.body, 1)
    said = _RUN.match(marked.tail) or _TICKED.fullmatch(marked.tail)
    if said is None:
        lines = results.before(marked.body)
        said = _ARRAY.search("\n".join(lines)) or next((m for m in map(_ALONE.match, lines) if m), None)
    return (said[1] if said else None), results.reaching(marked.body, 0)
