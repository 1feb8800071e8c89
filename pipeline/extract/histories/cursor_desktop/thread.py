"""One conversation from its rows."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import msgspec
from msgspec import Raw

from pipeline.extract.histories.cursor_desktop import clock, given
from pipeline.extract.histories.cursor_desktop.calls import Caller
from pipeline.extract.histories.cursor_desktop.decoding import decode
from pipeline.extract.histories.cursor_desktop.names import action_of, name_of
from pipeline.extract.histories.cursor_desktop.shapes import (
    Bubble,
    Composer,
    Head,
    Header,
    Parent,
    Result,
    Tool,
    holds,
    value_of,
)
from pipeline.extract.histories.cursor_desktop.statuses import word
from pipeline.extract.histories.cursor_desktop.texts import text_of
from pipeline.extract.histories.cursor_desktop.uris import place
from pipeline.extract.histories.cursor_desktop.windows import Window
from pipeline.extract.histories.records import Access, Attachment, Call, Conversation, Gap, Message, Reading

_TOOLS, _THINKING = 15, 30
Row = bytes | Raw | None


@dataclass(slots=True)
class Rows:
    """The rows of one conversation: its own (None where there is none), its bubbles, and its index entry."""

    composer_id: str
    source_file: str
    composer: bytes | None
    bubbles: Mapping[str, bytes | None]
    head: Head | None


@dataclass(slots=True)
class _Thread:
    rows: Rows
    composer: Composer
    conversation: Conversation
    caller: Caller
    gaps: list[Gap] = field(default_factory=list)
    unknown: set[str] = field(default_factory=set)
    inline: dict[str, Raw] = field(default_factory=dict)
    tools: dict[str, Raw] = field(default_factory=dict)

    def gap(self, bubble: str, reason: str) -> None:
        self.gaps.append(Gap(f"bubbleId:{self.rows.composer_id}:{bubble}", reason))


def decoded(rows: Rows) -> tuple[Composer | None, Gap | None]:
    """The conversation's own row and what is wrong with it; an empty one where only bubbles are left."""
    if rows.composer is None:
        return Composer(), None
    if not rows.composer:
        return None, Gap(f"composerData:{rows.composer_id}", "null_value")
    composer, reason = decode(Composer, rows.composer)
    gap = Gap(f"composerData:{rows.composer_id}", reason) if reason else None
    if composer is None and reason != "null_value" and rows.bubbles:
        composer = Composer()
    return composer, gap


def read(rows: Rows, composer: Composer, window: Window | None, caller: Caller) -> Reading:
    """The conversation that the rows hold, and what in them was not understood."""
    conversation = Conversation(rows.composer_id, "cursor", rows.source_file)
    thread = _Thread(rows, composer, conversation, caller)
    _describe(thread)
    _old_era(thread)
    headers = _order(thread)
    spawn = _origin(thread).conversation_length_at_spawn or 0
    copied = {h.bubble_id for h in headers[:spawn]} if _origin(thread).forked_from_composer_id else set()
    for header in headers:
        if header.bubble_id not in copied:
            _add(thread, header)
    clock.fill(conversation)
    conversation.time_attachments()
    _placed(thread, window)
    return Reading(
        [conversation], thread.gaps + [Gap(name, "unknown_tool") for name in sorted(thread.unknown)]
    )


def _origin(thread: _Thread) -> Parent:
    head = thread.rows.head
    return thread.composer.subagent_info or (head.subagent_info if head else None) or Parent()


def _describe(thread: _Thread) -> None:
    """Title, model, creation, and what it is to another conversation, from its row, else its head."""
    composer, head, conversation = thread.composer, thread.rows.head or Head(), thread.conversation
    conversation.title = composer.name or head.name or None
    conversation.created_at = clock.instant(composer.created_at or head.created_at)
    conversation.model = composer.model_config.model_name if composer.model_config else None
    origin = _origin(thread)
    conversation.parent_id = origin.parent_composer_id or origin.forked_from_composer_id
    if composer.is_best_of_n_subcomposer or head.is_best_of_n_subcomposer:
        conversation.relation = "best_of_n"
    elif origin.parent_composer_id or conversation.conversation_id.startswith("task-"):
        conversation.relation = "subagent"
    elif origin.forked_from_composer_id:
        conversation.relation = "fork"


def _old_era(thread: _Thread) -> None:
    """Bubbles kept inside the conversation's row, and tool calls kept in its capabilities."""
    composer = thread.composer
    for number, raw in enumerate(_raws(composer.conversation)):
        bubble = decode(Header, raw)[0]
        if bubble:
            thread.inline[bubble.bubble_id or f"without id {number}"] = raw
    if holds(composer.conversation_map):
        thread.inline |= _raw_map(composer.conversation_map)
    for capability in value_of(composer.capabilities) or ():
        if isinstance(capability, dict) and capability.get("type") == _TOOLS:
            data = capability.get("data")
            held = data.get("bubbleDataMap") if isinstance(data, dict) else None
            text = (
                held.encode("utf-8", "surrogatepass") if isinstance(held, str) else msgspec.json.encode(held)
            )
            thread.tools |= _raw_map(text)


def _raws(raw: Raw) -> list[Raw]:
    try:
        return msgspec.json.decode(raw, type=list[Raw] | None) or []
    except msgspec.DecodeError:
        return []


def _raw_map(data: bytes | Raw) -> dict[str, Raw]:
    try:
        return msgspec.json.decode(data, type=dict[str, Raw] | None) or {}
    except msgspec.DecodeError:
        return {}


def _order(thread: _Thread) -> list[Header]:
    """The order the store gives: headers, else the inline list, else the order in which rows were stored."""
    headers = thread.composer.full_conversation_headers_only
    if headers is not None and (headers or not thread.inline):
        known = {header.bubble_id for header in headers}
        for bubble, value in thread.rows.bubbles.items():
            if bubble not in known:
                thread.gap(bubble, "null_value" if value is None else "orphan_bubble")
        return headers
    names = thread.inline or thread.rows.bubbles
    return [Header(name) for name in names]


def _add(thread: _Thread, header: Header) -> None:
    row: Row = thread.rows.bubbles.get(header.bubble_id) or thread.inline.get(header.bubble_id)
    bubble, reason = decode(Bubble, row) if row else (None, None)
    if row is None:
        reason = "null_value" if header.bubble_id in thread.rows.bubbles else "missing_bubble"
    elif not row:
        reason = "null_value"
    if reason:
        thread.gap(header.bubble_id, reason)
    if bubble is None:
        _add_gone(thread, header)
        return
    tool = bubble.tool_former_data
    if not (tool and _name(tool)) and header.bubble_id in thread.tools:
        tool = decode(Tool, thread.tools[header.bubble_id])[0]
    at, basis = clock.own_time(bubble, header, tool)
    start = len(thread.conversation.events)
    _say(thread, bubble, header)
    if tool and (name := _name(tool)):
        _call(thread, tool, name, header.bubble_id)
    for event in thread.conversation.events[start:]:
        event.at, event.time_basis = at, basis
    if bubble.model_info and bubble.model_info.model_name and thread.conversation.model is None:
        thread.conversation.model = bubble.model_info.model_name


def _name(tool: Tool) -> str | None:
    return tool.name or (tool.tool if isinstance(tool.tool, str) and not tool.tool.isdigit() else None)


def _say(thread: _Thread, bubble: Bubble, header: Header) -> None:
    """Add the message of a bubble, and the files that came with it."""
    if bubble.capability_type == _THINKING:
        return
    person = (bubble.type or header.type) == 1
    if person and (
        bubble.is_display_only or bubble.is_ephemeral or bubble.is_simulated_msg or bubble.skip_rendering
    ):
        return
    text = text_of(bubble)
    conversation = thread.conversation
    if text:
        role = "agent" if not person else "system" if conversation.relation == "subagent" else "human"
        conversation.events.append(Message(role, text, key=header.bubble_id))  # type: ignore[arg-type]
    if person:
        after = max(0, len(conversation.events) - 1)
        conversation.attachments += [
            Attachment(thread.caller.path(path), how, after) for path, how in given.with_message(bubble)
        ]


def _call(thread: _Thread, tool: Tool, name: str, key: str) -> None:
    call = thread.caller.call(tool, name)
    call.key = key
    if thread.caller.unknown:
        thread.unknown.add(thread.caller.unknown)
    conversation = thread.conversation
    conversation.events.append(call)
    result = thread.caller.result
    if isinstance(result, Result) and (name == "fetch_rules" or call.action == "read"):
        conversation.attachments += [
            Attachment(thread.caller.path(path), "rule", len(conversation.events) - 1)
            for path in given.with_result(result)
        ]


def _add_gone(thread: _Thread, header: Header) -> None:
    """A call whose row is gone: the header alone tells which tool it was and how it ended."""
    grouping = header.grouping
    if grouping is None or not grouping.tool_former_tool:
        return
    name = name_of(grouping.tool_former_tool)
    action = action_of(name, grouping.tool_former_tool)[0]
    call = Call(name, action, word(grouping.tool_former_status), key=header.bubble_id)
    call.at, call.time_basis = clock.own_time(None, header, None)
    if action == "read":
        call.accesses = [Access("read", None)]
    thread.conversation.events.append(call)


def _placed(thread: _Thread, window: Window | None) -> None:
    """The folder: the window's, else what paths in calls show, else the repository that the store tracks."""
    conversation = thread.conversation
    if window:
        conversation.workspace, conversation.folders = window.workspace, window.folders
        return
    if thread.caller.seen:
        conversation.workspace = next(_root(thread.caller))
        return
    head = thread.rows.head
    for source in (thread.composer, head):
        tracked = value_of(source.tracked_git_repos) if source else None
        for repository in tracked if isinstance(tracked, list) else ():
            folder = place(repository.get("repoPath")) if isinstance(repository, dict) else None
            if folder:
                conversation.workspace = folder
                return


def _root(caller: Caller) -> Iterator[str]:
    """The root of the repository that holds the path seen in a call."""
    seen = (caller.seen or "").lower()
    yield from (root for root in caller.locator.roots if seen.startswith(root.lower()))
    yield caller.locator.roots[0]
