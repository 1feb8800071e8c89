"""Exports that retell a conversation which another store holds under its own id."""

from collections import defaultdict
from collections.abc import Iterable

from pipeline.extract.histories.records import Conversation

WITHOUT_ID = frozenset({"cursor-export"})
"""Sources that hold no id of a conversation."""


def name_alike(conversations: Iterable[Conversation]) -> None:
    """Give an export the id of the one conversation of other sources with its title and first words.

    Where several have them, or none, it keeps the id made from these.
    """
    exports: list[Conversation] = []
    known: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    for conversation in conversations:
        if conversation.source in WITHOUT_ID:
            exports.append(conversation)
        elif told := _told(conversation):
            known[told].add(conversation.conversation_id)
    for export in exports:
        told = _told(export)
        ids = known.get(told, set()) if told else set()
        if len(ids) == 1:
            (export.conversation_id,) = ids


def _told(conversation: Conversation) -> tuple[str, str] | None:
    title, first = conversation.title, conversation.first_request
    return (title.strip(), first.replace("\r\n", "\n").strip()) if title and first else None
