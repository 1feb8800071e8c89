"""docs/cli.md: every command, its usage, its options."""

import click

from docs.generate.markdown import block, grid, page
from pipeline.cli.group import COMMANDS, main

_WIDTH = 96
_BEFORE = """
Every command that prints a result takes `--json`: standard output then holds one JSON document and
nothing else; words and progress go to standard error. [json.md](json.md) lists its keys.
`python -m pipeline` is the same program.

| exit code | meaning |
| --- | --- |
| 0 | done |
| 1 | `reread audit` alone: a claim is contradicted |
| 2 | the request or its input cannot be used |
| 130 | interrupted |
| 141 | whoever read the output went away |
| 143 | asked to end by the system (SIGTERM) |

With code 2 one sentence says what is wrong, where, and what to do. With `--json` it is `{"error":
{"code": ..., "message": ..., "where": ..., "remedy": ...}}`; codes never change their meaning.

The working folder holds `data/raw/STUDY` (the study file and what it names), `data/derived/STUDY`
(tables) and `reports/STUDY` (charts). It is the current folder unless `--workspace` names another.
"""


def commands_page() -> str:
    """The page of commands: a list of all, then the help of each as the program prints it."""
    listed = grid(
        ("command", "what it does"),
        ((f"[`reread {name}`](#reread-{name})", said) for name, said in COMMANDS.items()),
    )
    sections = [f"## reread {name}\n\n{block(help_of(name))}" for name in COMMANDS]
    return page("Commands", "pipeline/cli/", listed, _BEFORE, *sections)


def help_of(name: str) -> str:
    """What `reread NAME --help` prints on a terminal of fixed width."""
    top = click.Context(
        main, info_name="reread", terminal_width=_WIDTH, max_content_width=_WIDTH, **main.context_settings
    )
    command = main.get_command(top, name)
    if command is None:
        raise KeyError(name)
    return command.get_help(click.Context(command, parent=top, info_name=name))
