"""Which files a shell command reads, searches, lists, writes, moves and deletes.

A command is a program, not a string: it is split as a shell splits it, folders are followed, a
here-document is data and a comment is nothing.
"""

import re
from collections.abc import Sequence

from pipeline.extract.histories.records import Access, Status
from pipeline.extract.histories.shell.lexer import parse
from pipeline.extract.histories.shell.once import once
from pipeline.extract.histories.shell.run import Run
from pipeline.extract.histories.shell.syntax import Command, Dialect, Part, Pipeline
from pipeline.extract.paths import Locator, normal

_CMDLET = re.compile(
    r"(?:^|[;|&({=])\s*(?:(?:get|set|add|out|select|remove|move|copy|rename|new|test|foreach|clear|sort|tee|where)"
    r"-(?:content|file|object|item|string|childitem|path|location|variable)\b|gc\s+[\w.\\'\"])",
    re.IGNORECASE | re.MULTILINE,
)
_BACKSLASHES = re.compile(r"(?:(?<![\w\\])[A-Za-z]:|(?<![\w\\])\.{1,2}|(?<!\\)\b[\w.-]+)\\[A-Za-z_.][\w.-]*")
_PROMPT = re.compile(r"\s*(?:cd\s+/d|type|del|ren|copy|move|dir|more|erase|findstr)\b", re.IGNORECASE)
_POSIX = re.compile(r"\s*(?:bash|sh|zsh|sed|awk|grep|rg|find|xargs|for\s+\w+\s+in)\b")
_SEVERAL = re.compile(r"&&|[;\n|]")
_GUTTER = re.compile(r"^(?: *\d+\t|(?: {6} |\t)$)", re.MULTILINE)


def holds_several(command: str) -> bool:
    """Whether a command looks like several: an exit code then says nothing of each."""
    return _SEVERAL.search(command.strip()) is not None


def accesses(
    command: str | Sequence[str],
    locator: Locator,
    folder: str | None,
    *,
    output: str | None = None,
    status: Status = "ok",
) -> list[Access]:
    """The accesses of one command, in the order in which it makes them, one for each file and way.

    `command` is its text, or the list of its arguments. `folder` is where it runs (absolute; None is the
    repository). `output` is what it printed: where it prints the text of one file and nothing else,
    these are that read's characters (code points; ``log``, or ``log-stripped`` where line numbers were
    taken off). Other reads are ``range`` or ``version``. A call that did not succeed gave no text.

    A pattern or a loop is one read with the pattern as its path and the flag ``glob``; where the file
    cannot be told the path is None and the flag ``unresolved``; several ranges of one file are one
    access from the least to the greatest line, ``merged_ranges``; a part counted in bytes is ``bytes``.
    """
    dialect = _dialect(command, folder)
    run = Run(locator, folder, dialect)
    run.script(parse(command, dialect) if isinstance(command, str) else _argument_list(command))
    found = once(run.found)
    reads = [access for access in found if access.action == "read"]
    if status not in {"ok", "unknown"}:
        return found
    for read in reads:
        read.chars_basis = "version" if read.line_from is None else "range"
        if "bytes" in read.flags:
            read.chars_basis = "none"
    if len(reads) == 1 and not run.prints and output is not None:
        text = _GUTTER.sub("", output) if run.numbered else output
        reads[0].chars, reads[0].chars_basis = len(text), "log-stripped" if run.numbered else "log"
    return found


def _argument_list(words: Sequence[str]) -> tuple[Pipeline, ...]:
    return (Pipeline((Command([(Part("quoted", word),) for word in words]),)),) if words else ()


def _dialect(command: str | Sequence[str], folder: str | None) -> Dialect:
    """The shell that a command is written for, by its words, its paths and the folder it runs in."""
    if not isinstance(command, str):
        return "posix"
    if re.match(r"\s*(?:\S*[\\/])?(?:powershell|pwsh|cmd)(?:\.exe)?\s", command, re.IGNORECASE):
        return "cmd"
    if _CMDLET.search(command):
        return "powershell"
    windows = folder is not None and re.match(r"[a-z]:", normal(folder)) is not None
    backslashes = _BACKSLASHES.search(command) is not None and not _POSIX.match(command)
    if _PROMPT.match(command) and (backslashes or windows):
        return "cmd"
    return "powershell" if backslashes and (windows or _drive_or_dot(command)) else "posix"


def _drive_or_dot(command: str) -> bool:
    return (
        re.search(r"(?<![\w\\])(?:[A-Za-z]:|\.{1,2})\\\w|^\s*(?:cat|gc)\s+[\w.-]+\\[a-zA-Z]", command)
        is not None
    )
