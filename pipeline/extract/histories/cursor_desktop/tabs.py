"""Chat tabs of the first era: whole conversations in a window's own store, without calls or times."""

from collections.abc import Iterator

import msgspec
from msgspec import Raw, Struct

from pipeline.extract.histories.cursor_desktop import clock
from pipeline.extract.histories.cursor_desktop.decoding import decode
from pipeline.extract.histories.cursor_desktop.index import Chats
from pipeline.extract.histories.cursor_desktop.shapes import value_of
from pipeline.extract.histories.records import Conversation, Message

_NOTHING = Raw(b"null")


class _Tab(Struct, rename="camel"):
    tab_id: str | None = None
    chat_title: str | None = None
    last_send_time: float | None = None
    bubbles: list[Raw] = msgspec.field(default_factory=list)


class _Tabs(Struct, rename="camel"):
    tabs: list[Raw] | None = None


class _Said(Struct, rename="camel"):
    type: str | None = None
    id: str | None = None
    text: str | None = None
    raw_text: str | None = None
    init_text: str | None = None
    delegate: Raw = _NOTHING
    model_type: str | None = None


def tabs(chats: Chats) -> Iterator[tuple[str, bytes]]:
    """The tabs of a window: id and JSON of each that has an id."""
    listed = decode(_Tabs, chats.data)[0]
    for raw in (listed.tabs if listed else None) or ():
        tab = decode(_Tab, raw)[0]
        if tab and tab.tab_id:
            yield tab.tab_id, bytes(raw)


def read_tab(data: bytes, chats: Chats) -> Conversation:
    """The conversation of one tab; its only time is when something was last sent."""
    tab = decode(_Tab, data)[0] or _Tab()
    conversation = Conversation(tab.tab_id or "", "cursor", chats.source_file, tab.chat_title or None)
    conversation.created_at = clock.instant(tab.last_send_time)
    if chats.window:
        conversation.workspace, conversation.folders = chats.window.workspace, chats.window.folders
    for raw in tab.bubbles:
        said = decode(_Said, raw)[0]
        if said is None:
            continue
        conversation.model = conversation.model or said.model_type
        text = said.text or said.raw_text or _asked(said)
        if text:
            conversation.events.append(
                Message("human" if said.type == "user" else "agent", text, key=said.id)
            )
    clock.fill(conversation)
    return conversation


def _asked(said: _Said) -> str:
    delegate = value_of(said.delegate)
    asked = delegate.get("a") if isinstance(delegate, dict) else None
    if isinstance(asked, str) and asked:
        return asked
    return said.init_text if said.init_text and not said.init_text.startswith("{") else ""
