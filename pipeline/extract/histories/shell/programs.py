"""The programs of POSIX systems that print, search, list or change files."""

import posixpath
from collections.abc import Sequence

from pipeline.extract.histories.shell.pieces import Piece
from pipeline.extract.histories.shell.spans import Span, awk_span, sed_span
from pipeline.extract.histories.shell.stage import Arguments, Program, Stage, Touched, number, posix

_SEARCH_VALUES = (
    "e f A B C m g t T d D after-context before-context context max-count glob type type-not include exclude"
    " exclude-dir regexp file color max-depth iglob sort"
)


def _cat(arguments: Sequence[Piece]) -> Stage:
    told = posix(arguments)
    files = [piece for piece in told.operands if piece.text != "-" or not piece.known]
    return Stage(files, passes="text", numbered=told.has("n", "b", "number", "number-nonblank"))


def _nl(arguments: Sequence[Piece]) -> Stage:
    told = posix(arguments, "b d f h i l n s v w")
    return Stage(list(told.operands), passes="text", numbered=True)


def _pager(arguments: Sequence[Piece]) -> Stage:
    told = posix(arguments, "b h j k o p P t T x y z")
    return Stage([piece for piece in told.operands if not piece.text.startswith("+")], passes="text")


def _bat(arguments: Sequence[Piece]) -> Stage:
    told = posix(
        arguments, "r l H m line-range language style theme color paging highlight-line map-syntax wrap"
    )
    first, colon, last = (told.last("r", "line-range") or "").partition(":")
    start, end = number(first), number(last)
    span = Span(start or 1, end if colon else start) if start or end else None
    return Stage(list(told.operands), span, passes="text")


def _head(arguments: Sequence[Piece]) -> Stage:
    told = posix(arguments, "n c lines bytes")
    stage = Stage(list(told.operands), Span(1, 10), passes="text")
    if told.has("c", "bytes"):
        stage.span, stage.parts = None, True
        return stage
    lines = number(told.last("n", "lines", "number"))
    if lines is not None:
        stage.span = Span(1, lines) if lines >= 0 else Span(1, lines - 1)
    return stage


def _tail(arguments: Sequence[Piece]) -> Stage:
    old = [piece for piece in arguments if piece.text.startswith("+") and piece.text[1:].isdigit()]
    told = posix(arguments, "n c s lines bytes")
    value = told.last("n", "lines", "number")
    files = list(told.operands)
    if value is None and old:
        value, files = old[0].text, [piece for piece in files if piece not in old]
    stage = Stage(files, Span(-10), passes="text")
    lines = number(value)
    if told.has("c", "bytes"):
        stage.span, stage.parts = None, True
    elif value is not None and value.startswith("+"):
        stage.span = Span(lines) if lines and lines > 1 else None
    elif lines is not None:
        stage.span = Span(-abs(lines))
    return stage


def _sed(arguments: Sequence[Piece]) -> Stage:
    # `-i` may have a suffix stuck to it, and on BSD an empty argument behind it.
    in_place = any(p.text.startswith(("-i", "--in-place")) for p in arguments)
    plain = [p for p in arguments if not p.text.startswith(("-i", "--in-place")) and (p.text or not p.known)]
    told = posix(plain, "e f l expression file line-length")
    scripts = [piece.text for piece in told.all("e", "expression")]
    operands = list(told.operands)
    if not scripts and not told.has("f", "file") and operands:
        scripts = [operands.pop(0).text]
    if in_place:
        return Stage(touched=[Touched("write", piece) for piece in operands], silent=True)
    span = sed_span(";".join(scripts)) if told.has("n", "quiet", "silent") else None
    return Stage(operands, span, passes="text") if span else Stage()


def _awk(arguments: Sequence[Piece]) -> Stage:
    told = posix(arguments, "F v f")
    operands = list(told.operands)
    span = awk_span(operands.pop(0).text) if operands and not told.has("f") else None
    if span:
        return Stage(operands, span, passes="text", numbered="NR" in arguments[0].text.partition("{")[2])
    return Stage(touched=[Touched("search", piece) for piece in operands], passes="search")


def _grep(arguments: Sequence[Piece], anywhere: bool = False) -> Stage:
    told = posix(arguments, _SEARCH_VALUES)
    operands = list(told.operands)
    if not told.has("e", "f", "regexp", "file", "files"):
        operands = operands[1:]
    if not operands and (anywhere or told.has("r", "R", "recursive")):
        operands = [Piece(".")]
    return Stage(touched=[Touched("search", piece) for piece in operands], passes="search")


def _rg(arguments: Sequence[Piece]) -> Stage:
    return _grep(arguments, anywhere=True)


def _ls(arguments: Sequence[Piece]) -> Stage:
    told = posix(arguments, "I L P ignore")
    places = list(told.operands) or [Piece(".")]
    names = [p if p.glob or not p.known else Piece(posixpath.join(p.text, "*"), glob=True) for p in places]
    return Stage(touched=[Touched("list", piece) for piece in places], names=names)


def _writes(arguments: Sequence[Piece]) -> Stage:
    told = posix(arguments, "d r t s date reference size")
    return Stage(touched=[Touched("write", piece) for piece in told.operands], silent=True)


def _tee(arguments: Sequence[Piece]) -> Stage:
    told = posix(arguments)
    return Stage(touched=[Touched("write", piece) for piece in told.operands], passes="text")


def _rm(arguments: Sequence[Piece]) -> Stage:
    told = posix(arguments)
    deep = told.has("r", "R", "recursive")
    return Stage(touched=[Touched("delete", piece, deep) for piece in told.operands], silent=True)


def _cp(arguments: Sequence[Piece]) -> Stage:
    sources, target, into = _sources(posix(arguments, "t S target-directory suffix"))
    return Stage(touched=_arrivals(sources, target, into), silent=True)


def _mv(arguments: Sequence[Piece]) -> Stage:
    sources, target, into = _sources(posix(arguments, "t S target-directory suffix"))
    moved = [Touched("move", piece) for piece in sources]
    return Stage(touched=[*moved, *_arrivals(sources, target, into)], silent=True)


def _sources(told: Arguments) -> tuple[list[Piece], Piece | None, bool]:
    folder = told.all("t", "target-directory")
    operands = list(told.operands)
    if folder:
        return operands, folder[-1], True
    target = operands.pop() if len(operands) > 1 else None
    return operands, target, len(operands) > 1


def _arrivals(sources: list[Piece], target: Piece | None, into: bool) -> list[Touched]:
    if target is None:
        return []
    if not (into or target.text.endswith("/") or target.text in {".", ".."}) or not target.known:
        return [Touched("write", target)]
    return [
        Touched("write", Piece(posixpath.join(target.text, posixpath.basename(p.text)), p.glob, p.known))
        for p in sources
    ]


def _git(arguments: Sequence[Piece]) -> Stage:
    rest, inside = list(arguments), None
    while rest and rest[0].text.startswith("-"):
        option = rest.pop(0).text
        value = rest.pop(0).text if option in {"-C", "-c", "--git-dir", "--work-tree"} and rest else None
        inside = value if option == "-C" else inside
    word = rest.pop(0).text if rest else ""
    stage = _GIT[word](rest) if word in _GIT else Stage(silent=word in {"add", "init"})
    stage.inside = inside
    return stage


def _git_files(arguments: Sequence[Piece]) -> Stage:
    told = posix(arguments, "x X")
    names = [p if p.glob else Piece(posixpath.join(p.text, "**"), glob=True) for p in told.operands]
    places = list(told.operands) or [Piece(".")]
    return Stage(touched=[Touched("list", p) for p in places], names=names or [Piece("**", glob=True)])


def _git_grep(arguments: Sequence[Piece]) -> Stage:
    return _grep([piece for piece in arguments if piece.text != "--"], anywhere=True)


def _find(arguments: Sequence[Piece]) -> Stage:
    rest = list(arguments)
    places: list[Piece] = []
    while rest and not rest[0].text.startswith(("-", "(", "!")):
        places.append(rest.pop(0))
    places = places or [Piece(".")]
    names = _found(places, rest)
    words = [piece.text for piece in rest]
    for option in ("-exec", "-execdir", "-ok"):
        if option in words:
            start = words.index(option) + 1
            ends = [i for i in range(start, len(words)) if words[i] == ";" or words[i : i + 1] == ["+"]]
            return Stage(names=names, runs=rest[start : ends[0] if ends else len(words)])
    if "-delete" in words:
        return Stage(touched=[Touched("delete", piece) for piece in names], silent=True)
    return Stage(touched=[Touched("list", piece) for piece in places], names=names)


def _found(places: list[Piece], tests: list[Piece]) -> list[Piece]:
    """The patterns of the files that `find` finds, by its tests of names."""
    words = [piece.text for piece in tests]
    named = [words[i + 1] for i, w in enumerate(words[:-1]) if w in {"-name", "-iname"}]
    shallow = any(w == "-maxdepth" and words[i + 1] == "1" for i, w in enumerate(words[:-1]))
    between = "" if shallow else "**"
    return [
        Piece(posixpath.join(place.text, between, name), True, place.known)
        for place in places
        for name in named or ["*"]
    ]


def _xargs(arguments: Sequence[Piece]) -> Stage:
    rest = list(arguments)
    while rest and rest[0].text.startswith("-"):
        option = rest.pop(0).text
        if option in {"-n", "-I", "-P", "-d", "-L", "-s", "-a", "-E"} and rest:
            rest.pop(0)
    return Stage(runs=rest or [Piece("echo")], passes="names")


def _same_names(_: Sequence[Piece]) -> Stage:
    return Stage(passes="names")


def _echo(arguments: Sequence[Piece]) -> Stage:
    return Stage(names=[piece for piece in arguments if not piece.text.startswith("-")])


def _quiet(_: Sequence[Piece]) -> Stage:
    return Stage(silent=True)


def _shell(arguments: Sequence[Piece]) -> Stage:
    for at, piece in enumerate(arguments[:-1]):
        if piece.text.startswith("-") and not piece.text.startswith("--") and piece.text.endswith("c"):
            return Stage(script=("posix", arguments[at + 1].text))
    return Stage()


def _eval(arguments: Sequence[Piece]) -> Stage:
    return Stage(script=("posix", " ".join(piece.text for piece in arguments)))


_GIT: dict[str, Program] = {"mv": _mv, "rm": _rm, "grep": _git_grep, "ls-files": _git_files}


def _perl(arguments: Sequence[Piece]) -> Stage:
    if not any(p.text.startswith("-") and "i" in p.text[1:4] and "e" not in p.text[1:2] for p in arguments):
        return Stage()
    told = posix([p for p in arguments if p.text not in {"-i", "-pi", "-p", "-0pi"}], "e E M I")
    return Stage(touched=[Touched("write", piece) for piece in told.operands], silent=True)


def named(program: Program, *names: str) -> dict[str, Program]:
    """One program under each of its names."""
    return dict.fromkeys(names, program)


POSIX: dict[str, Program] = {
    **named(_cat, "cat", "tac"),
    **named(_pager, "less", "more", "most"),
    **named(_bat, "bat", "batcat"),
    **named(_sed, "sed", "gsed"),
    **named(_awk, "awk", "gawk", "mawk"),
    **named(_grep, "grep", "egrep", "fgrep", "zgrep"),
    **named(_rg, "rg", "ag", "ack"),
    **named(_ls, "ls", "tree", "dir", "eza", "exa"),
    **named(_writes, "touch", "truncate"),
    **named(_rm, "rm", "unlink", "trash"),
    **named(_same_names, "sort", "uniq", "tr"),
    **named(_echo, "echo", "printf"),
    **named(_shell, "bash", "sh", "zsh", "dash", "ksh"),
    **named(_quiet, "test", "[", "true", "false", ":", "mkdir", "rmdir", "export", "set", "unset", "sleep"),
    **named(_quiet, "chmod", "chown", "local", "shopt", "alias", "declare", "readonly", "trap", "exit"),
    **named(_quiet, "return", "ulimit", "umask", "ln", "wait", "kill", "fi", "esac", "done", "}"),
    "eval": _eval,
    "nl": _nl,
    "head": _head,
    "tail": _tail,
    "tee": _tee,
    "cp": _cp,
    "mv": _mv,
    "git": _git,
    "find": _find,
    "xargs": _xargs,
    "perl": _perl,
}
