"""What a script does to files, command by command, in the folder it stands in by then."""

import re
from collections.abc import Sequence

from pipeline.extract.histories.records import Access, Action
from pipeline.extract.histories.shell.lexer import KEYWORDS, parse
from pipeline.extract.histories.shell.pieces import UNKNOWN, Piece, expand
from pipeline.extract.histories.shell.programs import POSIX
from pipeline.extract.histories.shell.spans import Span, narrowed
from pipeline.extract.histories.shell.stage import Program, Stage
from pipeline.extract.histories.shell.syntax import Command, Dialect, Part, Pipeline, Redirect, Word
from pipeline.extract.histories.shell.windows import CMD, POWERSHELL, WINDOWS
from pipeline.extract.histories.shell.wrappers import program_name, unwrapped
from pipeline.extract.paths import Locator, is_absolute, normal

_PROGRAMS: dict[Dialect, dict[str, Program]] = {
    "posix": WINDOWS | POSIX,
    "powershell": POSIX | POWERSHELL,
    "cmd": POSIX | CMD,
}
_NOWHERE = ("/dev/null", "/dev/stderr", "/dev/stdout", "/dev/tty", "nul", "NUL")
_OPERATOR = re.compile(r"[<>|&;]+")
_DEEPEST = 8


class Run:
    """One run of a command: `found` are its accesses, `prints` counts what else it prints."""

    def __init__(self, locator: Locator, folder: str | None, dialect: Dialect) -> None:
        self.locator, self.dialect = locator, dialect
        start = locator.absolute(".", folder)
        self.folder: str | None = start
        self.before: str | None = self.folder
        self.variables: dict[str, list[Piece]] = {"home": [Piece("~")], "pwd": [Piece(start)]}
        self.names: list[Piece] = []
        self.found: list[Access] = []
        self.prints = 0
        self.numbered = False
        self.depth = 0

    def script(self, pipelines: Sequence[Pipeline]) -> None:
        """Runs pipelines one after another."""
        for pipeline in pipelines:
            self._pipeline(pipeline)

    def _pipeline(self, pipeline: Pipeline) -> None:
        flowing: list[Access] = []
        names: list[Piece] = []
        last = len(pipeline.commands) - 1
        folder = self.folder
        for at, command in enumerate(pipeline.commands):
            start, printed = len(self.found), self.prints
            flowing = self._input(command) or flowing
            flowing, names, silent = self._command(command, flowing, names, piped=at > 0 or bool(flowing))
            goes_on = at < last
            if goes_on or any(r.operator in {">", ">>", ">|", "&>", ">&"} for r in _outputs(command)):
                # What the command printed by itself goes into the pipe or the file, not to the agent.
                inner = [a for a in self.found[start:] if a.action == "read"]
                self.found[start:] = [a for a in self.found[start:] if a.action != "read"]
                self.prints = printed
                flowing = [*inner, *flowing] if goes_on else []
                silent = True
            self._redirected(command)
            if not goes_on:
                self.found += flowing
                self.prints += not flowing and not silent
        self.names = names
        if last:
            self.folder = folder

    def _command(
        self, command: Command, flowing: list[Access], names: list[Piece], *, piped: bool
    ) -> tuple[list[Access], list[Piece], bool]:
        """The reads whose text the command lets out, the file names it prints, whether it prints no more."""
        if command.group is not None:
            self._group(command)
            return self._indexed(command), [], True
        arguments = self._arguments(command)
        name, rest = (arguments[0], arguments[1:]) if arguments else (Piece(""), [])
        word = program_name(name.text)
        if piped:
            self._assign("_", names)
            self._assign("_.fullname", names)
        blocks = self._inner(command, word)
        if not arguments or not name.known or self._builtin(word, rest, names):
            return [], [], name.known or blocks
        if word == "pwd" or (word == "git" and [p.text for p in rest] == ["rev-parse", "--show-toplevel"]):
            top = self.folder if word == "pwd" else self.locator.roots[0]
            return [], [Piece(top)] if top else [], False
        program = _PROGRAMS[self.dialect].get(word)
        if program is None:
            return [], [], blocks or word in {"", "then", "else"}
        stage = program(rest)
        stage.silent = stage.silent or blocks
        return self._staged(stage, flowing, names, piped)

    def _staged(
        self, stage: Stage, flowing: list[Access], names: list[Piece], piped: bool
    ) -> tuple[list[Access], list[Piece], bool]:
        # `rg x` looks through the folder, but behind a pipe through its input.
        everywhere = piped and stage.passes == "search" and [t.piece.text for t in stage.touched] == ["."]
        for touched in stage.touched if not everywhere else []:
            self._touch(touched.action, touched.piece, touched.whole_folder, stage)
        if stage.script:
            return self._nested(*stage.script), [], True
        if stage.runs is not None:
            return self._each(stage, names if stage.passes == "names" else stage.names)
        self.numbered = self.numbered or stage.numbered
        if stage.files:
            named = [piece for piece in stage.files if not _OPERATOR.fullmatch(piece.text)]
            # A quoted operator is no file that a repository keeps, though its text may be printed.
            self.prints += len(named) < len(stage.files)
            return [self._read(piece, stage) for piece in named], [], False
        if stage.passes == "text" and piped:
            return self._cut(flowing, stage), names, False
        if stage.passes == "search":
            self.found += [Access("search", access.path) for access in flowing]
            return [], [UNKNOWN], False
        return [], names if stage.passes == "names" else stage.names, stage.silent

    def _cut(self, flowing: list[Access], stage: Stage) -> list[Access]:
        """What a program lets through of the text before it: of several files, the first that it shows."""
        chosen = (
            flowing
            if len(flowing) < 2
            else flowing[:1]
            if stage.span and stage.span.first > 0
            else flowing[-1:]
            if stage.span
            else flowing
        )
        # What of the others shows is not known, so the output is not this one's alone.
        self.prints += len(chosen) < len(flowing)
        for access in chosen:
            span = narrowed(_span(access), stage.span)
            if span:
                access.line_from, access.line_to = span.first, span.last
                _flag(access, "merged_ranges" if span.merged else "")
            _flag(access, "bytes" if stage.parts else "")
        return chosen

    def _group(self, command: Command) -> None:
        folder, variables = self.folder, dict(self.variables)
        start, prints = len(self.found), self.prints
        self.script(command.group or ())
        if any(part.kind == "block" for word in command.words for part in word):
            # PowerShell's `if ( … ) { … }`: the brackets hold a condition, which prints nothing.
            self.found[start:] = [a for a in self.found[start:] if a.action != "read"]
            self.prints = prints
            self._inner(command, "")
        if command.subshell:
            self.folder, self.variables = folder, variables

    def _indexed(self, command: Command) -> list[Access]:
        """Nothing more, but PowerShell's `(Get-Content F)[0..9]` cuts the reads just found."""
        index = "".join(part.text for word in command.words for part in word)
        bounds = index[1:-1].split("..") if index.startswith("[") and index.endswith("]") else []
        if (
            len(bounds) == 2
            and all(b.isdigit() for b in bounds)
            and self.found
            and self.found[-1].action == "read"
        ):
            self._cut(self.found[-1:], Stage(span=Span(int(bounds[0]) + 1, int(bounds[1]) + 1)))
        return []

    def _arguments(self, command: Command) -> list[Piece]:
        """The command's arguments behind keywords, assignments and wrappers; assignments are kept."""
        words = list(command.words)
        while words and len(words[0]) == 1 and words[0][0].kind == "plain" and words[0][0].text in KEYWORDS:
            words.pop(0)
        if self.dialect == "powershell" and words[1:2] == [(Part("plain", "="),)]:
            values = [piece for word in words[2:3] for piece in expand(word, self.variables)]
            self._assign(words[0][0].text, values)
            return []
        while words and self.dialect == "posix" and (assigned := _assignment(words[0])):
            name, value = assigned
            self._assign(name, expand(value, self.variables) if value else [Piece("")])
            words.pop(0)
        pieces = [piece for word in words for piece in expand(self._named(word), self.variables)]
        return unwrapped(pieces)

    def _named(self, word: Word) -> Word:
        """The word with `$(ls docs)` and the like replaced by a variable of the file names they print."""
        if self.depth >= _DEEPEST or all(part.kind != "script" for part in word):
            return word
        return tuple(self._listed(part) if part.kind == "script" else part for part in word)

    def _listed(self, part: Part) -> Part:
        found, prints, folder = len(self.found), self.prints, self.folder
        self.depth += 1
        self.script(part.script)
        self.depth -= 1
        del self.found[found:]
        self.prints, self.folder = prints, folder
        if not self.names:
            return Part("unknown")
        name = f"\0{len(self.variables)}"
        self.variables[name] = self.names
        return Part("variable", name)

    def _assign(self, name: str, values: list[Piece]) -> None:
        self.variables[name.lower()] = values or [UNKNOWN]

    def _builtin(self, word: str, rest: list[Piece], names: list[Piece]) -> bool:
        """Changes of folder, loops and `read`, which the shell itself does."""
        if word in {"cd", "pushd", "set-location", "sl", "chdir", "push-location"}:
            self._change(
                [p for p in rest if p.text.lower() not in {"--", "-path", "-literalpath", "/d", "-p"}]
            )
        elif word in {"popd", "pop-location"}:
            self.folder, self.before = self.before, self.folder
        elif word in {"for", "foreach"} and len(rest) > 1 and rest[1].text == "in":
            self._assign(rest[0].text, rest[2:])
        elif word == "read":
            for piece in rest:
                if not piece.text.startswith("-"):
                    self._assign(piece.text, names)
        else:
            return False
        return True

    def _change(self, rest: list[Piece]) -> None:
        here = self.folder
        target = rest[0] if rest else Piece("~")
        if target.text == "-" and target.known:
            self.folder = self.before
        elif not target.known or target.glob:
            self.folder = None
        else:
            self.folder = self._absolute(target.text)
        self.variables["pwd"] = [Piece(self.folder)] if self.folder else [UNKNOWN]
        self.before = here

    def _absolute(self, path: str) -> str | None:
        if self.folder is None and not is_absolute(normal(path)):
            return None
        return self.locator.absolute(path, self.folder)

    def _inner(self, command: Command, word: str) -> bool:
        """Runs scripts inside words: their text reaches the agent only where it is printed as it is.

        True where there was a block, which is the body of a command that prints nothing by itself.
        """
        blocks = False
        printed = word in {"echo", "printf", "write-output", "write-host"}
        for part in (part for written in command.words for part in written):
            if part.kind not in {"script", "block"} or self.depth >= _DEEPEST:
                continue
            start, prints, here = len(self.found), self.prints, self.folder
            blocks = blocks or part.kind == "block"
            self.depth += 1
            self.script(part.script)
            self.depth -= 1
            if part.kind == "script":
                self.folder = here
            if not printed and part.kind == "script":
                self.found[start:] = [a for a in self.found[start:] if a.action != "read"]
                self.prints = prints
        return blocks

    def _nested(self, dialect: str, text: str) -> list[Access]:
        if self.depth < _DEEPEST:
            outer, folder = self.dialect, self.folder
            self.dialect = "powershell" if dialect == "powershell" else "cmd" if dialect == "cmd" else "posix"
            self.depth += 1
            self.script(parse(text, self.dialect))
            self.depth -= 1
            self.dialect, self.folder = outer, folder
        return []

    def _each(self, stage: Stage, names: list[Piece]) -> tuple[list[Access], list[Piece], bool]:
        """`find -exec` and `xargs`: the command with the file names in the place of ``{}``."""
        files = names or [UNKNOWN]
        words = stage.runs or []
        marked = any(piece.text == "{}" for piece in words)
        pieces = [p for word in words for p in (files if word.text == "{}" else [word])]
        arguments = unwrapped(pieces if marked else [*pieces, *files])
        program = _PROGRAMS[self.dialect].get(program_name(arguments[0].text)) if arguments else None
        if program is None:
            return [], [], False
        inner = program(arguments[1:])
        if inner.script:
            inner.script = (inner.script[0], inner.script[1].replace("{}", "$FOUND"))
            self._assign("found", files)
        return self._staged(inner, [], [], piped=False)

    def _read(self, piece: Piece, stage: Stage) -> Access:
        access = self._access("read", piece, stage)
        if stage.span:
            access.line_from, access.line_to = stage.span.first, stage.span.last
            _flag(access, "merged_ranges" if stage.span.merged else "")
        _flag(access, "bytes" if stage.parts else "")
        return access

    def _touch(self, action: Action, piece: Piece, whole_folder: bool, stage: Stage) -> None:
        if piece.text in _NOWHERE and piece.known:
            return
        access = self._access(action, piece, stage)
        _flag(access, "glob" if whole_folder and access.path and "glob" not in access.flags else "")
        self.found.append(access)

    def _access(self, action: Action, piece: Piece, stage: Stage | None = None) -> Access:
        path = self._path(piece, stage.inside if stage else None)
        if path is None:
            return Access(action, None, flags=("unresolved",))
        return Access(action, path, flags=("glob",) if piece.glob else ())

    def _path(self, piece: Piece, inside: str | None) -> str | None:
        if not piece.known or not piece.text:
            return None
        folder = self._absolute(inside) if inside else self.folder
        if folder is None and not is_absolute(normal(piece.text)):
            return None
        return self.locator.resolve(piece.text, folder)

    def _input(self, command: Command) -> list[Access]:
        """The file that a command's input comes from, as a read if its text goes on."""
        sources = [r.target for r in command.redirects if r.operator == "<" and r.descriptor in {"", "0"}]
        pieces = [piece for target in sources[-1:] for piece in expand(target, self.variables)]
        return [
            self._access("read", piece) for piece in pieces if piece.text not in _NOWHERE or not piece.known
        ]

    def _redirected(self, command: Command) -> None:
        """Notes the files that output is sent to."""
        for redirect in _outputs(command):
            for piece in expand(redirect.target, self.variables):
                if piece.text not in _NOWHERE and (piece.known or _named_file(redirect)):
                    self._touch("write", piece, False, Stage())


def _outputs(command: Command) -> list[Redirect]:
    """The redirections of standard output (another stream's file tells nothing)."""
    return [
        r
        for r in command.redirects
        if r.operator in {">", ">>", ">|", "&>", "&>>", ">&"}
        and r.descriptor in {"", "1", "&", "*"}
        and not _is_stream(r)
    ]


def _is_stream(redirect: Redirect) -> bool:
    text = "".join(part.text for part in redirect.target)
    return redirect.operator == ">&" and (text.isdigit() or text == "-")


def _named_file(redirect: Redirect) -> bool:
    return any(part.kind != "variable" or part.text.lower() != "null" for part in redirect.target)


def _assignment(word: Word) -> tuple[str, Word] | None:
    first = word[0]
    name, equal, value = first.text.partition("=")
    if first.kind != "plain" or not equal or not name.rstrip("+").isidentifier():
        return None
    rest = (Part("plain", value), *word[1:]) if value else word[1:]
    return name.rstrip("+"), rest


def _span(access: Access) -> Span | None:
    if access.line_from is None:
        return None
    return Span(access.line_from, access.line_to, "merged_ranges" in access.flags)


def _flag(access: Access, flag: str) -> None:
    if flag and flag not in access.flags:
        access.flags = (*access.flags, flag)
