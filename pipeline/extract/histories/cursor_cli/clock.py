"""When a conversation of the command line was held: it keeps its creation, and at most a person's minutes."""

from datetime import timedelta

from pipeline.extract.histories.records import Conversation

_SLACK = timedelta(minutes=1)


def fill(conversation: Conversation) -> None:
    """Set the time of every event, the start and the end.

    An event without a time takes the last one before it, else the creation. A first stamp more than a
    minute before the creation is not the start.
    """
    made, last = conversation.created_at, None
    for event in conversation.events:
        if event.at is not None:
            last = event.at
            conversation.ended_at = max(last, conversation.ended_at or last)
        elif last is not None:
            event.at, event.time_basis = last, "neighbour"
        elif made is not None:
            event.at, event.time_basis = made, "session"
    first = next((m for m in conversation.messages() if m.role != "agent"), None)
    if first is not None and first.at is not None and (made is None or first.at >= made - _SLACK):
        conversation.started_at, conversation.time_basis = first.at, first.time_basis
    elif made is not None:
        conversation.started_at, conversation.time_basis = made, "session"
