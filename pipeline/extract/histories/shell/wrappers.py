"""Programs that run the command behind them (`sudo`, `env`, `time`), taken away."""

import re
from collections.abc import Sequence

from pipeline.extract.histories.shell.pieces import Piece

# Each with those of its options that take a value.
_WRAPPERS: dict[str, tuple[str, ...]] = {
    "sudo": ("-u", "-g", "-h", "-p", "-C"),
    "env": ("-u", "-C", "-S"),
    "time": ("-f", "-o"),
    "rtk": (),
    "command": (),
    "builtin": (),
    "exec": ("-a",),
    "nohup": (),
    "nice": ("-n",),
    "stdbuf": ("-o", "-i", "-e"),
    "timeout": ("-s", "-k"),
    "gtimeout": ("-s", "-k"),
    "winpty": (),
    "wsl": ("-d", "-u", "--cd"),
    "then": (),
    "else": (),
    "&": (),
}
_ASSIGNED = re.compile(r"[A-Za-z_]\w*=.*", re.DOTALL)
_SHELLS = frozenset({"cmd", "powershell", "pwsh", "bash", "sh", "zsh"})


def program_name(said: str) -> str:
    """The name of a program without its folder, without `.exe`, in lower case."""
    plain = re.split(r"[\\/]", said)[-1] if said not in {"/", "\\"} else said
    return plain.lower().removesuffix(".exe")


def unwrapped(pieces: Sequence[Piece]) -> list[Piece]:
    """The arguments of the command that really works."""
    rest = list(pieces)
    while rest and rest[0].known:
        name = program_name(rest[0].text)
        if name not in _WRAPPERS:
            break
        rest.pop(0)
        _drop_options(rest, _WRAPPERS[name])
        if name.endswith("timeout") and rest:
            rest.pop(0)
        while name in {"sudo", "env"} and rest and _ASSIGNED.fullmatch(rest[0].text):
            rest.pop(0)
    return rest


def _drop_options(rest: list[Piece], valued: tuple[str, ...]) -> None:
    while rest and rest[0].text.startswith("-") and rest[0].known:
        option = rest.pop(0).text
        if option == "--":
            return
        if option in valued and rest:
            rest.pop(0)


def is_shell(said: str) -> bool:
    """Whether a program takes a script as an argument."""
    return program_name(said) in _SHELLS
