"""The command `reread`: its subcommands, declared once and imported when called."""

import importlib
import os
import sys
from collections.abc import Sequence
from typing import Any

import click

from pipeline.ending import cleared_away
from pipeline.errors import Problem, RereadError, of_machine

COMMANDS = {
    "new": "Look at a repository and its histories and write a study file.",
    "histories": "Show what one history file or folder holds, and what was not understood.",
    "run": "Run every stage that is out of date: tables and charts.",
    "measures": "List every named measure: value, unit, population, definition.",
    "audit": "Check published claims: of a study, of a ledger alone, of published tables.",
    "explain": "Follow a claim or a measure down to its rows, messages and commits.",
    "show": "Show one conversation: its starting memory, what it read and wrote.",
    "twin": "Write a synthetic study into data/raw: the article's twin, or a small planted one.",
}
"""Every command with its line of help, in the order of `reread --help`."""

UNUSABLE = 2
"""The exit code where the request or its input cannot be used."""

CLOSED = 141
"""The exit code where whoever read standard output went away, as shells give it."""


class Commands(click.Group):
    """A group that imports a command's module only when the command is called."""

    def list_commands(self, _: click.Context) -> list[str]:
        """The names of all commands."""
        return list(COMMANDS)

    def get_command(self, _: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, or None."""
        if cmd_name not in COMMANDS:
            return None
        _say_what_is_done()
        command: click.Command = importlib.import_module(f"pipeline.cli.{cmd_name}").command
        return command

    def format_commands(self, _: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def invoke(self, ctx: click.Context) -> Any:
        """Call the command, and write what it printed while a closed pipe can still be told."""
        found = super().invoke(ctx)
        sys.stdout.flush()
        return found

    def main(  # type: ignore[override]
        self, args: Sequence[str] | None = None, standalone_mode: bool = True, **extra: Any
    ) -> Any:
        """Run, and end with one sentence and code 2 where the request cannot be used."""
        if not standalone_mode:
            return super().main(args, standalone_mode=False, **extra)
        wants_json = "--json" in (sys.argv[1:] if args is None else args)
        printed = sys.stdout
        try:
            with cleared_away():
                sys.exit(super().main(args, standalone_mode=False, **extra) or 0)
        except RereadError as fault:
            _refuse(fault.problem, wants_json)
        except click.exceptions.NoArgsIsHelpError as fault:
            click.echo(fault.format_message(), err=True)
            sys.exit(UNUSABLE)
        except click.UsageError as fault:
            place = fault.ctx.command_path if fault.ctx else "reread"
            help_ = f"see `{place} --help`"
            _refuse(Problem("usage", fault.format_message().rstrip("."), place, help_), wants_json)
        except ModuleNotFoundError as fault:
            from pipeline.cli.extras import left_out

            problem = left_out(fault)
            if problem is None:
                raise
            _refuse(problem, wants_json)
        except click.exceptions.Abort:
            sys.exit(130)
        except SystemExit as ended:
            # Where a pipe was closed, click puts another stream in its place and ends with 1.
            if ended.code == 1 and sys.stdout is not printed:
                sys.exit(CLOSED)
            raise
        except OSError as fault:
            _refuse(of_machine(fault), wants_json)


@click.group(name="reread", cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="reread")
def main() -> None:
    """Measure what AI coding agents read of the memory kept for them."""


def _say_what_is_done() -> None:
    """Print on standard error what the readers tell of long work, such as the room that a copy needs."""
    import logging

    told = logging.getLogger("pipeline")
    if not told.handlers:
        handler = logging.StreamHandler()
        handler.setFormatter(logging.Formatter("%(message)s"))
        told.addHandler(handler)
        told.setLevel(logging.INFO)


def _refuse(problem: Problem, wants_json: bool) -> None:
    if wants_json:
        import json

        from pipeline.extract.odd_names import readable_text

        told = {
            "code": problem.code,
            "message": readable_text(problem.message),
            "where": readable_text(problem.where),
            "remedy": problem.remedy,
        }
        try:
            click.echo(json.dumps({"error": told}, ensure_ascii=True, indent=2))
        except OSError:
            sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
    else:
        from pipeline.cli import options

        sentence = options.plain(problem.sentence()).replace("\n", "\\x0a")
        click.echo(f"reread: {sentence}", err=True)
    sys.exit(UNUSABLE)
