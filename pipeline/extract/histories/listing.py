"""What histories hold, in the shape of `reread histories --json`."""

from datetime import UTC, datetime
from typing import Any

from pipeline.extract.histories.records import Access, Attachment, Call, Conversation, Reading


def as_json(reading: Reading) -> dict[str, Any]:
    """The reading as `{conversations, not_understood}`; see docs/histories.md for the keys."""
    return {
        "conversations": [_conversation(conversation) for conversation in reading.conversations],
        "not_understood": [{"where": gap.where, "reason": gap.reason} for gap in reading.gaps],
    }


def instant(at: datetime | None) -> str | None:
    """An instant as ISO text in UTC with milliseconds, or None."""
    if at is None:
        return None
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _conversation(conversation: Conversation) -> dict[str, Any]:
    calls = [_call(call) for call in conversation.calls()] if conversation.holds_calls else None
    return {
        "conversation_id": conversation.conversation_id,
        "source": conversation.source,
        "source_file": conversation.source_file,
        "title": conversation.title,
        "started_at": instant(conversation.started_at),
        "time_basis": conversation.time_basis,
        "first_request": conversation.first_request,
        "human_messages": conversation.human_messages,
        "parent_id": conversation.parent_id,
        "relation": conversation.relation,
        "independent": conversation.excluded_because is None,
        "excluded_because": conversation.excluded_because,
        "workspace": conversation.workspace,
        "model": conversation.model,
        "exported_at": instant(conversation.exported_at),
        "attached": [_attachment(attachment) for attachment in conversation.attachments],
        "tool_calls": calls,
    }


def _attachment(attachment: Attachment) -> dict[str, Any]:
    return {"path": attachment.path, "how": attachment.how}


def _call(call: Call) -> dict[str, Any]:
    return {
        "tool": call.tool,
        "action": call.action,
        "status": call.status,
        "at": instant(call.at),
        "time_basis": call.time_basis,
        "accesses": [_access(access) for access in call.accesses if access.path is not None],
    }


def _access(access: Access) -> dict[str, Any]:
    shown = {
        "action": access.action,
        "path": access.path,
        "line_from": access.line_from,
        "line_to": access.line_to,
        "chars": access.chars,
        "chars_basis": access.chars_basis,
    }
    return shown if access.counts else {**shown, "counts": False}
