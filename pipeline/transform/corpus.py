"""What the histories hold as tables: conversations in order, their events, what was not understood."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pandas as pd

from pipeline import tables
from pipeline.extract.histories.records import Attachment, Call, Conversation, Gap, Message, Reading
from pipeline.study import Study
from pipeline.transform import beginning

SOURCE = "histories"
"""The `source` of gaps whose place names no history of its own."""


def corpus(reading: Reading, study: Study) -> dict[str, pd.DataFrame]:
    """The settled reading as the tables conversations, messages, tool_calls, accesses, attachments and
    skipped_inputs, in their contracts. Rows stand in the reading's order; ordinals number the independent
    conversations by start, ties by id.
    """
    found = reading.conversations
    rows = {
        "messages": [row for c in found for row in _messages(c)],
        "tool_calls": [row for c in found for row in _calls(c)],
        "accesses": [row for c in found for row in _accesses(c)],
        "attachments": [row for c in found for row in _attachments(c)],
        "skipped_inputs": list(skipped(reading.gaps)),
    }
    made = {name: tables.frame(name, made) for name, made in rows.items()}
    return {"conversations": _conversations(found, study), **made}


def skipped(gaps: list[Gap], source: str = SOURCE) -> Iterator[tuple[str, str, str, int]]:
    """Rows of skipped_inputs; equal gaps are numbered."""
    seen: Counter[tuple[str, str]] = Counter()
    for gap in gaps:
        key = (storable(gap.where), gap.reason)
        yield (source, *key, seen[key])
        seen[key] += 1


def storable(text: str) -> str:
    """The text with each lone surrogate, which no table can hold, replaced by U+FFFD."""
    if text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


def _conversations(found: list[Conversation], study: Study) -> pd.DataFrame:
    frame = tables.frame("conversations", [_conversation(c, study) for c in found])
    chosen = frame[frame["independent"]].sort_values(["started_at", "conversation_id"], kind="stable")
    frame.loc[chosen.index, "ordinal"] = range(1, len(chosen) + 1)
    return frame


def _conversation(conversation: Conversation, study: Study) -> dict[str, Any]:
    began, basis = beginning.start(conversation)
    excluded = beginning.exclusion(conversation, began, study)
    request = conversation.first_request
    return {
        "conversation_id": conversation.conversation_id,
        "source": conversation.source,
        "source_file": storable(conversation.source_file),
        "title": None if conversation.title is None else storable(conversation.title),
        "first_request": None if request is None else storable(request),
        "started_at": began,
        "ended_at": beginning.end(conversation, began),
        "time_basis": basis,
        "ordinal": None,
        "independent": excluded is None,
        "excluded_because": excluded,
        "parent_id": conversation.parent_id,
        "relation": conversation.relation,
        "workspace": conversation.workspace,
        "model": conversation.model,
        "human_messages": conversation.human_messages,
        "tool_calls": sum(1 for _ in conversation.calls()) if conversation.holds_calls else None,
        "exported_at": conversation.exported_at,
    }


def _messages(conversation: Conversation) -> Iterator[tuple[Any, ...]]:
    for seq, event in enumerate(conversation.events):
        if isinstance(event, Message):
            text = storable(event.text)
            yield (
                conversation.conversation_id, seq, event.at, event.time_basis, event.role, len(text), text,
            )  # fmt: skip


def _calls(conversation: Conversation) -> Iterator[tuple[Any, ...]]:
    for seq, event in enumerate(conversation.events):
        if isinstance(event, Call):
            yield (
                conversation.conversation_id, seq, event.at, event.time_basis, event.tool, event.action,
                event.status, [storable(hit) for hit in event.hits],
            )  # fmt: skip


def _accesses(conversation: Conversation) -> Iterator[tuple[Any, ...]]:
    for seq, event in enumerate(conversation.events):
        for nth, access in enumerate(event.accesses if isinstance(event, Call) else ()):
            path = None if access.path is None else storable(access.path)
            yield (
                conversation.conversation_id, seq, nth, access.action, path, access.line_from,
                access.line_to, access.chars, access.chars_basis, access.counts, " ".join(access.flags),
            )  # fmt: skip


def _attachments(conversation: Conversation) -> Iterator[tuple[Any, ...]]:
    for nth, attachment in enumerate(conversation.attachments):
        yield (
            conversation.conversation_id, nth, attachment.after, _attached_at(conversation, attachment),
            storable(attachment.path), attachment.how,
        )  # fmt: skip


def _attached_at(conversation: Conversation, attachment: Attachment) -> Any:
    if attachment.at is not None or attachment.after is None:
        return attachment.at
    return conversation.events[attachment.after].at
