"""From one marked call to its row: action, ending, accesses, hits."""

import re
from dataclasses import dataclass

from pipeline.extract.histories.records import Access, Action, Call, Status
from pipeline.extract.histories.shell import accesses, holds_several
from pipeline.extract.histories.specstory import results
from pipeline.extract.histories.specstory.marked import Marked, command_of, place_of, written
from pipeline.extract.histories.tools import classify
from pipeline.extract.paths import Locator

_FOLDER_LINE = re.compile(r"Directory: `([^`]+)`\s*$")
_PATCHED = re.compile(r"^\*\*(Add|Update|Modify|Delete|Move): `([^`]+)`\*\*\s*$", re.MULTILINE)
_HIT = re.compile(
    r"^(?:\| `(?P<row>[^`]+)` \||\| 📄 `(?P<name>[^`]+)` \||(?P<line>[^\s:|`][^:|`]*?)(?::\d+[:-].*)?$)"
)


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
        command, output = command_of(marked)
        code = results.exit_code(output or "")
        ended = results.status_of(output or marked.text, printed=output is not None)
        status: Status = "ok" if command else "unknown"
        if code:
            status = "unknown" if command and holds_several(command) else "error"
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
            place = place_of(marked)
            return [Access("list", self.path(place))] if place else []
        return []

    def _read(self, marked: Marked, status: Status, output: str | None) -> Access:
        place = place_of(marked)
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
            return [
                Access("delete" if how == "Delete" else "write", self.path(path)) for how, path in patched
            ]
        place = place_of(marked) or written(output or "", marked.text)
        return [Access(action, self.path(place) if place else None)]

    def _hits(self, marked: Marked, output: str | None) -> tuple[str, ...]:
        base = place_of(marked) if marked.words and marked.words.words.startswith("Listed") else None
        found: dict[str, None] = {}
        for line in (output if output is not None else marked.text).split("\n"):
            hit = _HIT.match(line)
            said = hit and (hit["row"] or hit["name"] or hit["line"])
            if said and ("/" in said or "." in said) and " " not in said.strip():
                found[self.path(f"{base}/{said}" if base and hit and hit["name"] else said.strip())] = None
        return tuple(found)


def _status(marked: Marked, action: Action, output: str | None) -> Status:
    """How a call that is no command ended."""
    said = results.status_of(output) if output is not None else None
    said = said or results.status_of(marked.text)
    if said:
        return said
    if action in {"write", "move"}:
        return "ok" if output is not None else "unknown"
    if marked.words or marked.tail or place_of(marked) or output is not None:
        return "ok"
    return "ok" if marked.text and action not in {"read", "delete"} else "unknown"
