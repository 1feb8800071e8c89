"""From one marked part of a turn to one call: name, target, result, accesses."""

import html
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from pipeline.extract.histories.records import Access, Action, Call, Status
from pipeline.extract.histories.shell import accesses
from pipeline.extract.histories.specstory import markers, results
from pipeline.extract.histories.tools import classify
from pipeline.extract.paths import Locator

_NAME = re.compile(r'data-tool-name="([^"]*)"')
_SUMMARY = re.compile(r"<summary>(.*?)</summary>", re.DOTALL)
_TICKED = re.compile(r"`(.+)`", re.DOTALL)
_ALONE = re.compile(r" ?`(.+)`\s*$")
_PATH_LINE = re.compile(r"(?:Path|File): `?([^`]+?)`?\s*$")
_FOLDER_LINE = re.compile(r"Directory: `([^`]+)`\s*$")
_RUN = re.compile(r"^• Run command: (.*)$", re.DOTALL)
_ARRAY = re.compile(r"- command: `\[(.*)\]`", re.DOTALL)
_PATCHED = re.compile(r"^\*\*(Add|Update|Modify|Delete|Move): `([^`]+)`\*\*\s*$", re.MULTILINE)
_WRITTEN = re.compile(
    r"(?:The file (?P<a>.+?) has been (?:updated|overwritten|created)|File created successfully at: (?P<b>.+?)"
    r"(?: \(file state|\s*$))",
    re.MULTILINE,
)
_DIFFED = re.compile(r"^\+\+\+ (\S.*?)\s*$", re.MULTILINE)
_HIT = re.compile(r"^(?:\| `(?P<row>[^`]+)` \||\| 📄 `(?P<name>[^`]+)` \||(?P<line>[^\s:|`][^:|`]*?)(?::\d+[:-].*)?$)")
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
    body = body.strip("\n").removesuffix("</details>").rstrip("\n")
    return Marked(html.unescape(name[1]) if name else "unknown", tail, words, body.split("\n") if body else [])


def of_marker(lines: Sequence[str]) -> Marked:
    """What an older marker and the lines under it hold."""
    said = markers.named(lines[0])
    if said is None:
        words = markers.in_words(lines[0])
        return Marked(words.words if words else "unknown", "", words, list(lines[1:]))
    under = next((k for k in range(1, len(lines)) if lines[k].strip() not in {"", "<details>"}), None)
    words = markers.in_words(lines[under]) if under is not None else None
    body = lines[under + 1 :] if under is not None and words else lines[1:]
    return Marked(said[0], html.unescape(said[1]), words, [line for line in body if line.strip() != "</details>"])


@dataclass(frozen=True, slots=True)
class Caller:
    """Turns marked calls into calls, with paths seen from the folder the conversation ran in."""

    locator: Locator
    folder: str | None

    def call(self, marked: Marked) -> Call:
        """The call, without its time."""
        action = classify("specstory", marked.name)
        if action == "shell":
            return self._shell(marked)
        output = self._output(marked, action)
        status = _status(marked, action, output)
        call = Call(marked.name, action, status, answered=bool(marked.text or marked.words))
        call.accesses = self._accesses(marked, action, status, output)
        if action in {"search", "list"} and status == "ok":
            call.hits = self._hits(marked, output)
        return call

    def path(self, said: str) -> str:
        """A path in the form of `Access.path`; one below a person's home stays as it is."""
        return said if said.startswith("~") else self.locator.resolve(said, self.folder)

    def _output(self, marked: Marked, action: Action) -> str | None:
        fences = results.blocks(marked.body)
        if not fences:
            return None
        return fences[-1].text if action == "write" else results.reaching(marked.body, 0)

    def _shell(self, marked: Marked) -> Call:
        command, output = _command(marked)
        code = results.exit_code(output or "")
        ended = results.status_of(output or marked.text, printed=output is not None)
        status: Status = "ok" if command else "unknown"
        if code:
            status = "unknown" if command and re.search(r"&&|\|\||[;\n|]", command) else "error"
        status = ended or status
        call = Call(marked.name, "shell", status, answered=bool(command))
        if command:
            folder = self._shell_folder(marked)
            plain = results.unwrapped(output) if output is not None else None
            call.accesses = accesses(command, self.locator, folder, output=plain, status=status)
        for access in call.accesses:
            access.chars_basis = "log-stripped" if access.chars_basis == "log" else access.chars_basis
        return call

    def _shell_folder(self, marked: Marked) -> str | None:
        named = (_FOLDER_LINE.match(line) for line in results.before(marked.body))
        said = next((match[1] for match in named if match), None)
        if said is None:
            return self.folder
        return said if said.startswith("/") or self.folder is None else f"{self.folder}/{said}"

    def _accesses(self, marked: Marked, action: Action, status: Status, output: str | None) -> list[Access]:
        if action == "read":
            return [self._read(marked, status, output)]
        if action in {"write", "delete", "move"}:
            return self._writes(marked, action, output)
        if action == "list":
            place = _place(marked)
            return [Access("list", self.path(place))] if place else []
        return []

    def _read(self, marked: Marked, status: Status, output: str | None) -> Access:
        place = _place(marked)
        access = Access("read", self.path(place) if place else None)
        if status not in {"ok", "unknown"} or (place is None and output is None):
            return access
        access.chars_basis = "version"
        if output is None or marked.words:
            return access
        if results.unchanged(output):
            access.counts, access.chars_basis = False, "none"
        elif numbers := results.numbered(output):
            access.line_from, access.line_to, access.chars = numbers.line_from, numbers.line_to, numbers.chars
            access.chars_basis = "range" if numbers.chars is None else "log-stripped"
        return access

    def _writes(self, marked: Marked, action: Action, output: str | None) -> list[Access]:
        patched = _PATCHED.findall("\n".join(results.outside(marked.body)))
        if patched:
            return [Access("delete" if how == "Delete" else "write", self.path(path)) for how, path in patched]
        place = _place(marked) or _written(output or "", marked.text)
        return [Access(action, self.path(place) if place else None)]

    def _hits(self, marked: Marked, output: str | None) -> tuple[str, ...]:
        base = _place(marked) if marked.words and marked.words.words.startswith("Listed") else None
        found: dict[str, None] = {}
        for line in (output if output is not None else marked.text).split("\n"):
            hit = _HIT.match(line)
            said = hit and (hit["row"] or hit["name"] or hit["line"])
            if said and ("/" in said or "." in said) and " " not in said.strip():
                found[self.path(f"{base}/{said}" if base and hit and hit["name"] else said.strip())] = None
        return tuple(found)


def _place(marked: Marked) -> str | None:
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


def _written(output: str, text: str) -> str | None:
    """The file that the result of a write, or its diff, names."""
    found = _WRITTEN.search(output)
    if found:
        return found["a"] or found["b"]
    diffed = _DIFFED.search(text)
    return diffed[1] if diffed else None


def _command(marked: Marked) -> tuple[str | None, str | None]:
    """The command of a shell call and its output, where they stand."""
    fences = results.blocks(marked.body)
    if fences and fences[0].info in _SCRIPTS:
        return fences[0].text.removesuffix("\n"), results.reaching(marked.body, 1)
    said = _RUN.match(marked.tail) or _TICKED.fullmatch(marked.tail)
    if said is None:
        lines = results.before(marked.body)
        said = _ARRAY.search("\n".join(lines)) or next((m for m in map(_ALONE.match, lines) if m), None)
    return (said[1] if said else None), results.reaching(marked.body, 0)


def _status(marked: Marked, action: Action, output: str | None) -> Status:
    """How a call that is no command ended."""
    said = results.status_of(output) if output is not None else None
    said = said or results.status_of(marked.text)
    if said:
        return said
    if action in {"write", "move"}:
        return "ok" if output is not None else "unknown"
    known = marked.words is not None or bool(marked.tail) or _place(marked) is not None
    return "ok" if known or output is not None or (marked.text and action not in {"read", "delete"}) else "unknown"
