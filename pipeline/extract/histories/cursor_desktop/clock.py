"""When a bubble happened: its own stamp, or the best clock beside it."""

from datetime import UTC, datetime

from pipeline.extract.histories.cursor_desktop.shapes import Bubble, Header, Timing, Tool
from pipeline.extract.histories.possible import is_moment
from pipeline.extract.histories.records import Call, Conversation, Message, TimeBasis

_EPOCH = 946_684_800_000
_MINUTE = 60.0
Time = tuple[datetime | None, TimeBasis]
NO_TIME: Time = (None, "none")


def instant(stamp: str | float | None) -> datetime | None:
    """An ISO text or milliseconds since 1970 as an instant; None where it is neither."""
    if stamp is None or stamp == "":
        return None
    try:
        if isinstance(stamp, str):
            at = datetime.fromisoformat(stamp)
        else:
            whole, rest = divmod(int(stamp), 1000)
            at = datetime.fromtimestamp(whole, UTC).replace(microsecond=rest * 1000)
    except (ValueError, OverflowError, OSError):
        return None
    if not is_moment(at):
        return None
    return at if at.tzinfo else at.replace(tzinfo=UTC)


def own_time(bubble: Bubble | None, header: Header | None, tool: Tool | None) -> Time:
    """The first clock that tells: the bubble's stamp, its header's, the call's, the client's timing."""
    at = instant(bubble.created_at) if bubble else None
    if at is not None:
        return at, "message"
    extra = tool.additional_data if tool else None
    stamps: tuple[tuple[TimeBasis, str | float | None], ...] = (
        ("header", header.created_at if header else None),
        ("tool", extra.started_at_ms if extra else None),
        ("timing", bubble.started_at_ms if bubble else None),
        ("timing", _start(bubble.timing_info) if bubble and bubble.timing_info else None),
    )
    for basis, stamp in stamps:
        at = instant(stamp)
        if at is not None:
            return at, basis
    return NO_TIME


def _start(timing: Timing) -> float | None:
    start = timing.client_start_time
    if start is None:
        return None
    if start >= _EPOCH:
        return start
    # A small number is the time that had passed: the start lies that much before the next clock.
    clocks = (timing.client_rpc_send_time, timing.client_settle_time, timing.client_end_time)
    after = next((clock for clock in clocks if clock and clock >= _EPOCH), None)
    return None if after is None else after - start


def fill(conversation: Conversation) -> None:
    """Give every event without a time that of a neighbour, else of the session; set start and end."""
    events = conversation.events
    own = [event.at for event in events]
    told = [at for at in own if at is not None]
    conversation.ended_at = max(told) if told else None
    later = _following(events)
    before: datetime | None = None
    for event, after in zip(events, later, strict=True):
        if event.at is not None:
            before = event.at
            continue
        person = isinstance(event, Message) and event.role != "agent"
        near = (after or before) if person else (before or after)
        if near is not None:
            event.at, event.time_basis = near, "neighbour"
        elif conversation.created_at is not None:
            event.at, event.time_basis = conversation.created_at, "session"
    _start_of(conversation)


def _following(events: list[Message | Call]) -> list[datetime | None]:
    """For each event the next own time after it."""
    found: list[datetime | None] = []
    after: datetime | None = None
    for event in reversed(events):
        found.append(after)
        after = event.at if event.at is not None else after
    return found[::-1]


def _start_of(conversation: Conversation) -> None:
    first = next((m for m in conversation.messages() if m.role != "agent" and m.text.strip()), None)
    made = conversation.created_at
    if first is not None and first.at is not None:
        conversation.started_at, conversation.time_basis = first.at, first.time_basis
        if made is not None and (made - first.at).total_seconds() > _MINUTE:
            conversation.started_at, conversation.time_basis = made, "session"
    elif made is not None:
        conversation.started_at, conversation.time_basis = made, "session"
