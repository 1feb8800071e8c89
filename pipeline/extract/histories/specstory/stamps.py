"""Times as SpecStory writes them: in heads and turn marks, and in file names."""

import re
from datetime import datetime

from pipeline.extract.histories.possible import is_moment

_STAMP = re.compile(r"(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d)(:\d\d(?:\.\d{1,6})?)?\d* ?(Z|[+-]\d\d:?\d\d)?")
_NAME = re.compile(r"(\d{4}-\d\d-\d\d)_(\d\d)-(\d\d)(?:-(\d\d)(?=Z|[+-]\d{4}(?!\d)))?(Z|[+-]\d{4}(?!\d))?")


def stamp(text: str) -> datetime | None:
    """The instant that `text` is, whole; without a tzinfo where it names no zone; None if it is no time."""
    found = _STAMP.fullmatch(text.strip())
    return _time(found[1], found[2] + (found[3] or ":00"), found[4]) if found else None


def trailing(text: str) -> tuple[str, datetime | None]:
    """What stands before a time that ends `text`, and that time; all of `text` and None without one."""
    for found in _STAMP.finditer(text):
        if found.end() == len(text.rstrip()):
            return text[: found.start()].strip(), stamp(found[0])
    return text.strip(), None


def of_name(name: str) -> datetime | None:
    """The time a file name begins with; without a tzinfo where the name does not say its zone.

    Forms: ``YYYY-MM-DD_HH-MM-slug``, ``..._HH-MMZ-slug``, ``..._HH-MM-SSZ-slug`` and
    ``..._HH-MM-SS-0700-slug``. A number after the minutes is seconds only where a zone follows it.
    """
    found = _NAME.match(name)
    if not found:
        return None
    day, hour, minute, second, zone = found.groups()
    return _time(day, f"{hour}:{minute}:{second or '00'}", zone if zone == "Z" or second else None)


def _time(day: str, clock: str, zone: str | None) -> datetime | None:
    try:
        at = datetime.fromisoformat(f"{day}T{clock}{zone or ''}")
    except ValueError:
        return None
    return at if is_moment(at) else None
