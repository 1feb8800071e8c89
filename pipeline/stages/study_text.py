"""The text of a new study file, with comments."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

_HEAD = """\
# A study: everything that a count depends on. docs/study.md explains every key.
name = {name}
title = {title}
zone = {zone}  # a day is a date in this zone
"""

_TAIL = """
# Sections that hold logs of conversations; all others are main sections.
dialogs = {dialogs}

# What the protocol tells an agent to read first, and whether the study states such a protocol.
# [start_set]
# files = ["docs/memory/status.md"]
# newest = {{ glob = "docs/memory/dialogs/**", n = 3 }}
# states_protocol = true

# How the study is read where words allow several ways; see docs/method.md.
# [readings]
# time_axis = "first-parent"

# One read looked at closely.
# [[cases]]
# name = "first-case"
# path = "docs/memory/decisions.md"
# reader = 12
"""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a new study file says."""

    name: str
    repository: Path
    aliases: Sequence[str]
    histories: Sequence[Path]
    memory: Sequence[tuple[str, str | None]]
    since: date | None = None
    until: date | None = None
    zone: str = "UTC"
    unzoned_file_names: str | None = None


def study_text(wanted: Wanted) -> str:
    """The study file."""
    parts = [_HEAD.format(name=quoted(wanted.name), title=quoted(wanted.name), zone=quoted(wanted.zone))]
    if wanted.unzoned_file_names:
        parts.append(
            f"unzoned_file_names = {quoted(wanted.unzoned_file_names)}  # the zone of names without one\n"
        )
    dialogs = [section for section in ("dialogs", "logs", "sessions") if section in _sections(wanted)] or [
        "dialogs"
    ]
    parts.append(_TAIL.format(dialogs=_list(dialogs)).split("\n# What the protocol", 1)[0])
    parts.append(_window(wanted))
    parts.append("\n[[repositories]]\n" + f"path = {quoted(str(wanted.repository))}\n")
    parts.append(f"aliases = {_list(wanted.aliases)}  # other places where it lay\n")
    parts += [f"\n[[histories]]\npath = {quoted(str(path))}\n" for path in wanted.histories]
    parts.append("\n# Which files are memory, and their section; the first that matches speaks.\n")
    parts += [_rule(glob, section) for glob, section in wanted.memory]
    parts.append("\n# What the protocol" + _TAIL.format(dialogs="").split("\n# What the protocol", 1)[1])
    return "".join(parts)


def quoted(text: str) -> str:
    """A TOML basic string."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return (
        '"'
        + "".join(sign if sign >= " " and sign != "\x7f" else f"\\u{ord(sign):04x}" for sign in escaped)
        + '"'
    )


def _list(texts: Sequence[str]) -> str:
    return "[" + ", ".join(quoted(text) for text in texts) + "]"


def _window(wanted: Wanted) -> str:
    if wanted.since is None and wanted.until is None:
        return ""
    lines = [f"{key} = {day}\n" for key, day in (("since", wanted.since), ("until", wanted.until)) if day]
    return "\n[window]\n" + "".join(lines)


def _rule(glob: str, section: str | None) -> str:
    named = f"section = {quoted(section)}\n" if section else ""
    return f"\n[[memory]]\nglob = {quoted(glob)}\n{named}"


def _sections(wanted: Wanted) -> set[str]:
    return {section for _, section in wanted.memory if section}
