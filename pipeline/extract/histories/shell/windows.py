"""The programs of PowerShell and of Windows' command prompt that print, search, list or change files."""

import re
from collections.abc import Sequence

from pipeline.extract.histories.shell.pieces import Piece
from pipeline.extract.histories.shell.programs import named
from pipeline.extract.histories.shell.spans import Span
from pipeline.extract.histories.shell.stage import Arguments, Program, Stage, Touched, number, powershell

_SWITCHES = (
    "raw wait recurse force r s f append nonewline passthru confirm whatif noclobber directory file name"
)
_COMMAND = ("command", "c", "encodedcommand")


def _files(told: Arguments, *more: str) -> list[Piece]:
    given = told.all("path", "literalpath", "filepath", "lp", "pspath", *more)
    return given or list(told.operands[:1])


def _get_content(arguments: Sequence[Piece]) -> Stage:
    told = powershell(arguments, _SWITCHES)
    given = told.all("path", "literalpath", "lp", "pspath") or list(told.operands)
    stage = Stage(given, passes="text")
    head = number(told.last("totalcount", "head", "first", "total"))
    tail = number(told.last("tail", "last"))
    if head is not None:
        stage.span = Span(1, head)
    elif tail is not None:
        stage.span = Span(-tail)
    return stage


def _select_object(arguments: Sequence[Piece]) -> Stage:
    told = powershell(arguments, "unique wait")
    first, last, skip = (number(told.last(name)) for name in ("first", "last", "skip"))
    index = re.fullmatch(r"(\d+)\.\.(\d+)", told.last("index") or "")
    if index:
        return Stage(span=Span(int(index[1]) + 1, int(index[2]) + 1), passes="text")
    if last is not None:
        return Stage(span=Span(-last), passes="text")
    if first is None and skip is None:
        return Stage(passes="names")
    start = (skip or 0) + 1
    return Stage(span=Span(start, None if first is None else start + first - 1), passes="text")


def _passes(_: Sequence[Piece]) -> Stage:
    return Stage(passes="text")


def _select_string(arguments: Sequence[Piece]) -> Stage:
    told = powershell(arguments, "simplematch casesensitive quiet list allmatches notmatch raw")
    files = told.all("path", "literalpath")
    if not files:
        files = list(told.operands if told.has("pattern") else told.operands[1:])
    return Stage(touched=[Touched("search", piece) for piece in files], passes="search")


def _findstr(arguments: Sequence[Piece]) -> Stage:
    operands = [piece for piece in arguments if not piece.text.startswith("/")]
    if not any(piece.text.lower().startswith("/c:") for piece in arguments):
        operands = operands[1:]
    return Stage(touched=[Touched("search", piece) for piece in operands], passes="search")


def _get_child_item(arguments: Sequence[Piece]) -> Stage:
    told = powershell(arguments, _SWITCHES)
    places = [p for p in _files(told) if not re.fullmatch(r"/[a-zA-Z](:.*)?", p.text)] or [Piece(".")]
    between = "/**/" if told.has("recurse", "r", "s") else "/"
    pattern = told.last("filter", "include") or "*"
    names = [p if p.glob else Piece(f"{p.text}{between}{pattern}", True, p.known) for p in places]
    return Stage(touched=[Touched("list", piece) for piece in places], names=names)


def _writes(arguments: Sequence[Piece]) -> Stage:
    told = powershell(arguments, _SWITCHES)
    if (
        told.last("itemtype", "type", "ty")
        and str(told.last("itemtype", "type", "ty")).lower() == "directory"
    ):
        return Stage(silent=True)
    return Stage(touched=[Touched("write", piece) for piece in _files(told)], silent=True)


def _tee_object(arguments: Sequence[Piece]) -> Stage:
    stage = _writes(arguments)
    stage.silent, stage.passes = False, "text"
    return stage


def _copy_item(arguments: Sequence[Piece]) -> Stage:
    return Stage(touched=_arrival(powershell(_without_switches(arguments), _SWITCHES)), silent=True)


def _move_item(arguments: Sequence[Piece]) -> Stage:
    told = powershell(_without_switches(arguments), _SWITCHES)
    return Stage(touched=[*(Touched("move", p) for p in _files(told)), *_arrival(told)], silent=True)


def _rename(arguments: Sequence[Piece]) -> Stage:
    told = powershell(_without_switches(arguments), _SWITCHES)
    source = next(iter(_files(told)), None)
    target = next(iter(told.all("newname") or told.operands[1:2]), None)
    if source is None or target is None:
        return Stage(silent=True)
    folder = re.match(r".*[\\/]", source.text)
    beside = Piece((folder[0] if folder else "") + target.text, known=source.known and target.known)
    return Stage(touched=[Touched("move", source), Touched("write", beside)], silent=True)


def _arrival(told: Arguments) -> list[Touched]:
    target = told.all("destination") or list(told.operands[1:] if len(told.operands) > 1 else ())
    return [Touched("write", target[-1])] if target else []


def _remove_item(arguments: Sequence[Piece]) -> Stage:
    plain = _without_switches(arguments)
    told = powershell(plain, _SWITCHES)
    files = told.all("path", "literalpath") or list(told.operands)
    deep = told.has("recurse", "r")
    return Stage(touched=[Touched("delete", piece, deep) for piece in files], silent=True)


def _without_switches(arguments: Sequence[Piece]) -> list[Piece]:
    return [piece for piece in arguments if not re.fullmatch(r"/[a-zA-Z?]", piece.text)]


def _quiet(_: Sequence[Piece]) -> Stage:
    return Stage(silent=True)


def _powershell(arguments: Sequence[Piece]) -> Stage:
    for at, piece in enumerate(arguments):
        if piece.text.lower().lstrip("-/") in _COMMAND and piece.text[:1] in "-/":
            return Stage(script=("powershell", " ".join(p.text for p in arguments[at + 1 :])))
    rest = [piece.text for piece in arguments if not piece.text.startswith("-")]
    return Stage(script=("powershell", " ".join(rest))) if rest and not rest[0].endswith(".ps1") else Stage()


def _cmd(arguments: Sequence[Piece]) -> Stage:
    for at, piece in enumerate(arguments):
        if piece.text.lower() in {"/c", "/k", "/r"}:
            return Stage(script=("cmd", " ".join(p.text for p in arguments[at + 1 :])))
    return Stage()


def _each(_: Sequence[Piece]) -> Stage:
    return Stage(passes="names")


WINDOWS: dict[str, Program] = {
    **named(_get_content, "get-content", "gc", "type"),
    **named(_select_object, "select-object", "select"),
    **named(_passes, "out-string", "out-host", "write-output", "out-default"),
    **named(_select_string, "select-string", "sls"),
    **named(_get_child_item, "get-childitem", "gci"),
    **named(_writes, "set-content", "sc", "add-content", "ac", "out-file", "new-item", "ni", "clear-content"),
    **named(_tee_object, "tee-object"),
    **named(_copy_item, "copy-item", "cpi", "copy"),
    **named(_move_item, "move-item", "mi", "move"),
    **named(_rename, "rename-item", "rni", "ren", "rename"),
    **named(_remove_item, "remove-item", "ri", "del", "erase"),
    **named(_each, "foreach-object", "foreach", "%", "where-object", "where", "?", "sort-object"),
    **named(_powershell, "powershell", "pwsh"),
    **named(_quiet, "test-path", "set-variable", "md", "start-sleep"),
    "findstr": _findstr,
    "cmd": _cmd,
}
# Where PowerShell runs, these names of POSIX are its own commands.
POWERSHELL: dict[str, Program] = WINDOWS | {
    **named(_get_content, "cat"),
    **named(_get_child_item, "ls", "dir"),
    **named(_remove_item, "rm", "rd"),
    **named(_copy_item, "cp"),
    **named(_move_item, "mv"),
    **named(_tee_object, "tee"),
}
CMD: dict[str, Program] = WINDOWS | named(_get_child_item, "dir")
