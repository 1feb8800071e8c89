"""When a conversation began and ended, and whether its start leaves it in the study."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from pipeline.extract.histories.records import Conversation, TimeBasis
from pipeline.study import Study

OWN_TIMES = ("message", "header", "tool", "timing")
"""Bases of a time that belongs to the message or call itself."""

_TOLERATED = timedelta(minutes=1)


def start(conversation: Conversation) -> tuple[datetime | None, TimeBasis]:
    """The start and what it rests on.

    The first human message's time, but never more than a minute before the moment at which the store
    says that it made the conversation. A file's modification time is no start.
    """
    began, basis, made = conversation.started_at, conversation.time_basis, conversation.created_at
    if began is None or basis in ("file", "none"):
        return (made, "session") if made else (None, "none")
    if made and made - began > _TOLERATED:
        return made, "session"
    return began, basis


def end(conversation: Conversation, began: datetime | None) -> datetime | None:
    """The latest time of its own that an event has; None where none has, or all lie before the start."""
    known = [e.at for e in conversation.events if e.at is not None and e.time_basis in OWN_TIMES]
    last = max(known, default=None)
    return None if last is None or (began is not None and last < began) else last


def exclusion(conversation: Conversation, began: datetime | None, study: Study) -> str | None:
    """Why the conversation is not independent, None where it is.

    What the histories alone show comes first; where a format cannot name a folder, the study that lists
    the history has decided. Then `no_time` and `outside_window`, by the date in the study's zone.
    """
    reason = conversation.excluded_because
    if reason == "no_workspace" and not conversation.names_folder and study.histories:
        reason = None
    if reason is not None:
        return reason
    if began is None:
        return "no_time"
    return None if _inside(began, study) else "outside_window"


def _inside(began: datetime, study: Study) -> bool:
    day = began.astimezone(UTC).astimezone(ZoneInfo(study.zone)).date()
    since, until = study.window.since, study.window.until
    return (since is None or day >= since) and (until is None or day <= until)
