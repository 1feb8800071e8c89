"""From the text of a command to pipelines, as a shell splits it."""

import re
from collections.abc import Callable

from pipeline.extract.histories.shell.quoting import ansi_c
from pipeline.extract.histories.shell.syntax import Command, Dialect, Part, Pipeline, Redirect, Word

_REDIRECT = re.compile(r"(\d+|&|\*)?(<<<|<<-|<<|<&|<>|>>|>\||>&|&>>|&>|>|<)(?!\()")
_VARIABLE = re.compile(r"\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))")
_POWERSHELL_VARIABLE = re.compile(r"\$(?:\{([^}]*)\}|((?:env:)?[A-Za-z_]\w*(?:\.\w+)*))")
_ODD_VARIABLE = re.compile(r"\$(?:\{[^}]*\}|[\w@*#?$!-])")
_ESCAPES: dict[Dialect, str] = {"posix": "\\", "powershell": "`", "cmd": "^"}
_HERE_STRING = re.compile(r"@(['\"])[ \t]*\r?\n(.*?)\r?\n\1@", re.DOTALL)
_PLAIN = re.compile(r"[\w./:=+-]+")
_QUOTED = re.compile(r"[^\"$`\\]+")
_OPENING = re.compile(r"\{(?=\s)|do(?=[\s;])")
_DEEPEST = 40
KEYWORDS = frozenset({"if", "then", "elif", "else", "while", "until", "do", "!", "time"})


def parse(text: str, dialect: Dialect = "posix") -> tuple[Pipeline, ...]:
    """The pipelines of a command text, in order; what is broken (an open quote) goes to its end."""
    return _Lexer(text, dialect).script("")


class _Lexer:
    def __init__(self, text: str, dialect: Dialect, depth: int = 0) -> None:
        self.text, self.dialect, self.at, self.depth = text, dialect, 0, depth
        self.escape = _ESCAPES[dialect]
        self.bodies: list[tuple[str, bool]] = []
        self.specials = "'\"$`" + self.escape + ("({@" if dialect == "powershell" else "")
        self.ends = " \t\r\n;&|<>()" + (",{}" if dialect == "powershell" else "")

    def script(self, until: str) -> tuple[Pipeline, ...]:
        self.depth += 1
        pipelines: list[Pipeline] = []
        commands, command = [], Command()
        while True:
            self._blanks()
            here = self._peek()
            fresh = not command.words and command.group is None
            if not here or self.depth > _DEEPEST or (here == until == ")") or (fresh and self._closes(until)):
                self.at += len(until) if here and self.depth <= _DEEPEST else 0
                break
            if here == "|" and self.text[self.at : self.at + 2] != "||":
                self.at += 2 if self.text.startswith("|&", self.at) else 1
                commands.append(command)
                command = Command()
            elif self._separates(here):
                _end(pipelines, commands, command)
                commands, command = [], Command()
            else:
                self._piece(command, fresh)
        _end(pipelines, commands, command)
        self.depth -= 1
        return tuple(pipelines)

    def _closes(self, until: str) -> bool:
        if until == "done":
            return bool(re.compile(r"done(?![\w./-])").match(self.text, self.at))
        return until == "}" and self._peek() == "}"

    def _separates(self, here: str) -> bool:
        """Steps over what ends a command: a line break (with bodies of here-documents), `;`, `&&`, `)`."""
        if here == "\n":
            self.at += 1
            self._skip_bodies()
            return True
        if here == "&" and self._redirect_here():
            return False
        if here == "&" and self.dialect == "powershell" and self.text[self.at + 1 : self.at + 2] != "&":
            self.at += 1
            return True
        if here in ";&)|" or (here == "}" and self.dialect == "powershell"):
            self.at += 2 if self.text[self.at : self.at + 2] in {"&&", "||", ";;"} else 1
            return True
        return False

    def _piece(self, command: Command, fresh: bool) -> None:
        """Takes a redirection, a group, or a word into a command."""
        if self._redirect_here():
            self._redirect(command)
        elif (fresh := fresh or _opens(command)) and self._skipped_test():
            command.words.append((Part("plain", "["),))
        elif fresh and self._group(command):
            return
        elif self._peek() == "(" and self.dialect != "powershell":
            self._parentheses(command)
        else:
            before = self.at
            command.words.append(self._word())
            self.at += 1 if self.at == before else 0

    def _skipped_test(self) -> bool:
        for opening, closing in (("[[ ", "]]"), ("((", "))")):
            if self.dialect == "posix" and self.text.startswith(opening, self.at):
                end = self.text.find(closing, self.at)
                self.at = len(self.text) if end < 0 else end + 2
                return True
        return False

    def _group(self, command: Command) -> bool:
        """Takes `( … )`, `{ …; }` or `do … done` as one command."""
        if self._peek() == "(":
            self.at += 1
            command.group, command.subshell = self.script(")"), True
            return True
        opening = _OPENING.match(self.text, self.at)
        if opening is None or self.dialect != "posix":
            return False
        self.at = opening.end()
        command.group = self.script("}" if opening[0] == "{" else "done")
        return True

    def _parentheses(self, command: Command) -> None:
        """A function's definition (its body does not run here) or the values of an array."""
        self.at += 1
        inside = self.script(")")
        self._blanks()
        if not inside and re.compile(r"\s*\{").match(self.text, self.at):
            self.at = self.text.index("{", self.at) + 1
            self.script("}")
            command.words.clear()

    def _blanks(self) -> None:
        """Steps over blanks, continuation lines and comments."""
        while self.at < len(self.text):
            here = self.text[self.at]
            follows = self.text[self.at + 1 : self.at + 3]
            if here in " \t\r" or (here == "," and self.dialect == "powershell"):
                self.at += 1
            elif here == self.escape and follows[:1] == "\n":
                self.at += 2
            elif here == self.escape and follows == "\r\n":
                self.at += 3
            elif here == "#" and self.dialect != "cmd":
                end = self.text.find("\n", self.at)
                self.at = len(self.text) if end < 0 else end
            else:
                return

    def _peek(self) -> str:
        return self.text[self.at : self.at + 1]

    def _redirect_here(self) -> re.Match[str] | None:
        return _REDIRECT.match(self.text, self.at)

    def _redirect(self, command: Command) -> None:
        found = self._redirect_here()
        if found is None:
            return
        self.at = found.end()
        descriptor, operator = found[1] or "", found[2]
        self._blanks()
        if operator in {"<<", "<<-"} and self.dialect == "posix":
            target = self._word()
            self.bodies.append(("".join(part.text for part in target), operator == "<<-"))
        elif self._peek() == "&":
            self.at += 1
            self._word()
        else:
            command.redirects.append(Redirect(descriptor, operator, self._word()))

    def _skip_bodies(self) -> None:
        """Steps over the bodies of the here-documents begun on the line that just ended: they are data."""
        for end, tabs in self.bodies:
            while self.at < len(self.text):
                stop = self.text.find("\n", self.at)
                stop = len(self.text) if stop < 0 else stop
                line = self.text[self.at : stop].rstrip("\r")
                self.at = min(stop + 1, len(self.text))
                if (line.lstrip("\t") if tabs else line) == end:
                    break
        self.bodies.clear()

    def _word(self) -> Word:
        parts: list[Part] = []
        while self.at < len(self.text):
            here = self.text[self.at]
            if here in "<>" and self.text[self.at + 1 : self.at + 2] == "(" and self.dialect == "posix":
                self.at += 2
                parts.append(Part("script", script=self.script(")")))
                continue
            special = self._special(here)
            if special is not None:
                parts += special
            elif here in self.ends:
                break
            else:
                run = _PLAIN.match(self.text, self.at)
                parts.append(Part("plain", run[0] if run else here))
                self.at += len(parts[-1].text)
        return _joined(parts)

    def _special(self, here: str) -> list[Part] | None:
        """A quoted piece, an escape, a substitution or a block; None where plain text stands."""
        if here not in self.specials:
            return None
        takers: dict[str, Callable[[], list[Part]]] = {
            "'": self._single,
            '"': self._double,
            "$": self._dollar,
            self.escape: self._escaped,
        }
        if self.dialect == "powershell":
            takers |= {"(": self._inner_script, "{": self._block, "@": self._here_string}
        if here == "`" and self.dialect == "posix":
            return self._backticks()
        if here == "'" and self.dialect == "cmd":
            return None
        return takers[here]() if here in takers else None

    def _single(self) -> list[Part]:
        doubled = self.dialect == "powershell"
        inside = re.compile(r"(?:[^']|'')*" if doubled else r"[^']*").match(self.text, self.at + 1)
        found = inside[0] if inside else ""
        self.at += len(found) + 2
        return [Part("quoted", found.replace("''", "'") if doubled else found)]

    def _double(self) -> list[Part]:
        self.at += 1
        parts = [Part("quoted")]
        while self.at < len(self.text) and self.text[self.at] != '"':
            here = self.text[self.at]
            if here == "$" and self.dialect != "cmd":
                parts += self._dollar(quoted=True)
            elif here == "`" and self.dialect == "posix":
                parts += self._backticks()
            elif here == self.escape and self.dialect != "cmd":
                parts += self._escaped(inside='$`"\\\n')
            else:
                run = _QUOTED.match(self.text, self.at)
                parts.append(Part("quoted", run[0] if run else here))
                self.at += len(parts[-1].text)
        self.at += 1
        return parts

    def _escaped(self, inside: str = "") -> list[Part]:
        following = self.text[self.at + 1 : self.at + 2]
        self.at += 2
        if following == "\n":
            return []
        if inside and following not in inside and self.dialect == "posix":
            return [Part("quoted", self.escape + following)]
        return [Part("quoted", following)]

    def _dollar(self, quoted: bool = False) -> list[Part]:
        text, at = self.text, self.at
        if text.startswith("$((", at):
            end = text.find("))", at)
            self.at = len(text) if end < 0 else end + 2
            return [Part("unknown")]
        if text.startswith("$(", at):
            self.at += 2
            return [Part("script", script=self.script(")"))]
        if text.startswith("$'", at) and not quoted and self.dialect == "posix":
            inside, self.at = ansi_c(text, at + 2)
            return [Part("quoted", inside)]
        pattern = _POWERSHELL_VARIABLE if self.dialect == "powershell" else _VARIABLE
        found = pattern.match(text, at)
        if found:
            self.at = found.end()
            return [Part("variable", found[1] or found[2])]
        odd = _ODD_VARIABLE.match(text, at)
        self.at = odd.end() if odd else at + 1
        return [Part("unknown")] if odd else [Part("quoted", "$")]

    def _backticks(self) -> list[Part]:
        end = re.compile(r"(?:\\.|[^`\\])*", re.DOTALL).match(self.text, self.at + 1)
        inside = end[0] if end else ""
        self.at += len(inside) + 2
        plain = re.sub(r"\\([`$\\])", r"\1", inside)
        return [Part("script", script=_Lexer(plain, self.dialect, self.depth).script(""))]

    def _inner_script(self) -> list[Part]:
        self.at += 1
        return [Part("script", script=self.script(")"))]

    def _block(self) -> list[Part]:
        self.at += 1
        return [Part("block", script=self.script("}"))]

    def _here_string(self) -> list[Part]:
        found = _HERE_STRING.match(self.text, self.at)
        self.at = found.end() if found else self.at + 1
        return [Part("quoted", found[2])] if found else []


def _opens(command: Command) -> bool:
    """Whether all words so far are keywords behind which a command begins."""
    return command.group is None and all(
        len(word) == 1 and word[0].kind == "plain" and word[0].text in KEYWORDS for word in command.words
    )


def _joined(parts: list[Part]) -> Word:
    """Neighbouring letters of one kind as one part."""
    word: list[Part] = []
    for part in parts:
        if word and part.kind in {"plain", "quoted"} and word[-1].kind == part.kind:
            word[-1] = Part(part.kind, word[-1].text + part.text)
        else:
            word.append(part)
    return tuple(word)


def _end(pipelines: list[Pipeline], commands: list[Command], command: Command) -> None:
    every = [c for c in (*commands, command) if c.words or c.redirects or c.group is not None]
    if every:
        pipelines.append(Pipeline(tuple(every)))
