"""What a log may state: moments that a calendar has in every zone, and numbers that a file can have."""

from datetime import datetime

from pipeline.extract.histories.records import Call, Reading

_FIRST_YEAR, _LAST_YEAR = 1970, 9998
_MOST = 1 << 40


def is_moment(at: datetime) -> bool:
    """Whether a stamp can be one: from 1970 on, and not so late that a zone would carry it out of the
    calendar."""
    return _FIRST_YEAR <= at.year <= _LAST_YEAR


def within_bounds(reading: Reading) -> Reading:
    """The reading, with each line number, count of characters and moment unknown that cannot be one."""
    for conversation in reading.conversations:
        if conversation.started_at and not is_moment(conversation.started_at):
            conversation.started_at, conversation.time_basis = None, "none"
        if conversation.created_at and not is_moment(conversation.created_at):
            conversation.created_at = None
        for event in conversation.events:
            if event.at and not is_moment(event.at):
                event.at, event.time_basis = None, "none"
            for access in event.accesses if isinstance(event, Call) else ():
                access.line_from = _bounded(access.line_from)
                access.line_to = _bounded(access.line_to)
                access.chars = _bounded(access.chars)
    return reading


def _bounded(number: int | None) -> int | None:
    return None if number is None or abs(number) > _MOST else number
