"""Options that several commands share, and how results are printed."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar
from zoneinfo import ZoneInfo, available_timezones

import click

Command = TypeVar("Command", bound=Callable[..., Any])

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def as_json(command: Command) -> Command:
    """Adds `--json`."""
    return click.option("--json", "wants_json", is_flag=True, help="Print one JSON document alone.")(command)


def workspace(command: Command) -> Command:
    """Adds `--workspace`."""
    return click.option(
        "--workspace",
        type=click.Path(file_okay=False, path_type=Path),
        default=".",
        help="The folder with data/ and reports/; by default the current one.",
    )(command)


def zone(_: click.Context, parameter: click.Parameter, name: str | None) -> ZoneInfo | None:
    """The zone of that name, for an option's callback."""
    if name is None:
        return None
    if name not in available_timezones():
        raise click.BadParameter(
            f"unknown time zone {name!r}; use one such as Europe/Berlin", param=parameter
        )
    return ZoneInfo(name)


def print_json(document: Any) -> None:
    """Print one JSON document; any character as ASCII, so that any terminal takes it."""
    click.echo(json.dumps(document, ensure_ascii=True, indent=2))


def print_synthetic(synthetic: bool) -> None:
    """The first line about numbers of a made-up study; nothing for any other."""
    from pipeline.audit.audit import SYNTHETIC

    if synthetic:
        click.echo(SYNTHETIC)


class Place(click.Path):
    """A path of which an empty text is none, although Python takes that for the current folder."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path; a usage error where it is empty."""
        if value == "":
            self.fail("an empty path names nothing; `.` is the current folder", param, ctx)
        return super().convert(value, param, ctx)


def counted(number: int, one: str) -> str:
    """How many of a thing: 1 file, 2 files."""
    return f"{number:,} {one if number == 1 else one + 's'}"


def plain(text: object) -> str:
    """Text for a terminal: control characters and marks of direction as codes, odd names readable."""
    from pipeline.extract.odd_names import readable_text

    return _CONTROL.sub(lambda found: f"\\x{ord(found.group()):02x}", readable_text(str(text)))
