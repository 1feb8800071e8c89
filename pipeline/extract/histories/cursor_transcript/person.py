"""What a person's turn says: the words, the minute, and the files that came with it."""

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone

_QUERY = re.compile(r"<user_query>(.*?)(?:</user_query>|\Z)", re.DOTALL)
# What programs put in has two words in its tag, but for these; a person's words may begin with any other.
_PUT_IN = re.compile(r"\s*<(?:[a-z]+(?:_[a-z]+)+|timestamp|rules)[ >]")
_STAMP = re.compile(r"<timestamp>\s*(.*?)\s*</timestamp>", re.DOTALL)
_MOMENT = re.compile(
    r"(?:[A-Za-z]+,\s+)?([A-Za-z]{3})[a-z]*\.?\s+(\d{1,2}),\s+(\d{4}),?\s+(\d{1,2}):(\d{2})(?::(\d{2}))?\s*([AP]M)?"
    r"\s*\(?(?:UTC|GMT)(?:([+-])(\d{1,2})(?::?(\d{2}))?)?\)?",
    re.IGNORECASE,
)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_ATTACHED = re.compile(r"<attached_files>(.*?)</attached_files>", re.DOTALL)
_PATH = re.compile(r"""<[a-z_]+\b[^<>]*?\bpath\s*=\s*(?:"([^"]+)"|'([^']+)')""")


@dataclass(frozen=True, slots=True)
class Said:
    """A turn of the person's side. `text` is empty where the program put all of it there."""

    text: str
    at: datetime | None
    attached: tuple[str, ...]


def said(parts: list[str]) -> Said:
    """What the texts of one turn say; a stamp without an offset is no time."""
    whole = "\n".join(parts)
    queries = _QUERY.findall(whole)
    if queries:
        text = "\n".join(query.strip("\r\n") for query in queries)
    else:
        text = "\n".join(part for part in parts if not _PUT_IN.match(part))
    around = _QUERY.sub("", whole)
    stamp = _STAMP.search(around)
    return Said(text, instant(stamp[1]) if stamp else None, attached(around))


def attached(text: str) -> tuple[str, ...]:
    """The paths named in blocks of attached files, each once."""
    found = (path[0] or path[1] for block in _ATTACHED.findall(text) for path in _PATH.findall(block))
    return tuple(dict.fromkeys(found))


def instant(stamp: str) -> datetime | None:
    """`Monday, Aug 3, 2026, 9:05 AM (UTC+2)` in UTC; None where it is anything else."""
    told = _MOMENT.fullmatch(stamp)
    if told is None or told[1].lower() not in _MONTHS:
        return None
    hour = int(told[4])
    if told[7]:
        hour = hour % 12 + (12 if told[7].upper() == "PM" else 0)
    away = timedelta(hours=int(told[9] or 0), minutes=int(told[10] or 0))
    zone = timezone(-away if told[8] == "-" else away)
    month = _MONTHS.index(told[1].lower()) + 1
    try:
        local = datetime(
            int(told[3]), month, int(told[2]), hour, int(told[5]), int(told[6] or 0), tzinfo=zone
        )
        return local.astimezone(UTC)
    except (ValueError, OverflowError):
        return None
