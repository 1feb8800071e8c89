"""Agents' sessions as SpecStory writes them since 2026: calls in envelopes, and lines outside any."""

import posixpath
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

OPENS = re.compile(r'<tool-use data-tool-type="([^"]*)" data-tool-name="([^"]*)"')
CLOSES = ("</details></tool-use>", "</tool-use>")
LOOSE = re.compile(r"Tool use: \*\*(.+?)\*\*")
ROOT = "/getspecstory/"
READERS = ("Read", "read_file")
PRINTERS = re.compile(r"(?:cat|head|tail|less)\b|sed\s+-n")


@dataclass
class Block:
    """One call in its envelope."""

    type: str
    tool: str
    by_agent: bool
    lines: list[str] = field(default_factory=list)

    @property
    def failed(self) -> bool:
        return any("<tool_use_error>" in line for line in self.lines)

    @property
    def path(self) -> str | None:
        """The path that a read names."""
        for line in self.lines[:5]:
            named = re.search(r"Read file: (.+?)(?:</summary>|$)", line)
            if named:
                return named[1].strip()
        alone = (re.fullmatch(r"\s*`([^`]+)`\s*", line) for line in self.lines[1:5])
        return next((hit[1] for hit in alone if hit), None)

    @property
    def command(self) -> str:
        """The command that a shell call runs."""
        summed = LOOSE.search(self.lines[1]) and re.search(r"\*\* `(.*)`</summary>", self.lines[1])
        if summed:
            return summed[1]
        alone = (re.fullmatch(r"\s*`(.+)`\s*", line) for line in self.lines[2:8])
        found = next((hit[1] for hit in alone if hit), None)
        if found is not None:
            return found
        spread = re.search(r"^\s*`([^`]+)`\s*$", "\n".join(self.lines[2:]), re.MULTILINE)
        return spread[1] if spread else ""


def counted(text: str, is_memory: Callable[[str], bool], folder: str) -> Counter[str]:
    """The counts of one history, whose relative paths start in the folder."""
    found: Counter[str] = Counter()
    found["human messages"] = sum(line.startswith("_**User") for line in text.split("\n"))
    for call in calls(text):
        if isinstance(call, str):
            found.update(["calls", "calls outside a block", f"calls of {call}"])
            continue
        found.update(["calls", "blocks", f"calls of {call.tool}", f"blocks of type {call.type}"])
        found["calls by a sub-agent"] += call.by_agent
        if call.tool in READERS:
            _read(found, call, is_memory, folder)
        if call.type == "shell":
            found["memory reads by shell"] += sum(map(is_memory, printed(call.command, folder)))
    return found


def calls(text: str) -> Iterator[Block | str]:
    """The blocks of a history in order, and the names on lines outside any."""
    block: Block | None = None
    by_agent = False
    for line in text.split("\n"):
        opened = None if block else OPENS.match(line)
        if opened:
            block = Block(opened[1], opened[2], by_agent)
        if block is None:
            by_agent = "sidechain" in line if line.startswith("_**") else by_agent
            loose = LOOSE.match(line)
            if loose:
                yield loose[1]
            continue
        block.lines.append(line)
        if line in CLOSES:
            yield block
            block = None
    if block is not None:
        yield block


def _read(found: Counter[str], call: Block, is_memory: Callable[[str], bool], folder: str) -> None:
    path = None if call.path is None else placed(call.path, folder)
    found["reads"] += 1
    found["failed reads"] += call.failed
    if path is not None and not call.failed:
        found["reads outside the repository"] += path.startswith(("/", "~", ".."))
        found["memory reads"] += is_memory(path)
        found["memory reads by sub-agents"] += call.by_agent and is_memory(path)


def placed(path: str, folder: str) -> str:
    """The path below the root of the repository, where it lies there."""
    if ROOT in path:
        return path.rsplit(ROOT, 1)[1]
    return path if path.startswith(("/", "~")) else posixpath.normpath(posixpath.join(folder, path))


def printed(command: str, folder: str) -> Iterator[str]:
    """The Markdown files that a command prints, by the corpus' own rule."""
    command = command.replace("2>/dev/null", "").replace("2>&1", "")
    for part in (piece.strip() for piece in re.split(r"&&|;|\|\||\n", command)):
        moved = re.match(r"cd\s+(\S+)", part)
        if moved:
            folder = _entered(moved[1].strip("\"'"), folder)
        elif PRINTERS.match(part) and ">" not in part and "<<" not in part:
            for word in re.findall(r"[^\s\"']+\.md\b", part.split("|")[0]):
                yield placed(word, folder)


def _entered(target: str, folder: str) -> str:
    root = ROOT.rstrip("/")
    if root in target:
        return target.rsplit(root, 1)[1].lstrip("/")
    entered = posixpath.normpath(posixpath.join(folder, target))
    return "" if entered == "." else entered
