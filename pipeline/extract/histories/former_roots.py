"""Folders that look like the repository under another path."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from pipeline.extract.histories.records import Conversation
from pipeline.extract.paths import is_absolute

LEAST = 2
"""How many different files of the repository must be seen below a folder."""


@dataclass(frozen=True, slots=True)
class FormerRoot:
    """A folder below which files of the repository were touched, with how many files and conversations."""

    path: str
    files: int
    conversations: int


def former_roots(conversations: Iterable[Conversation], tracked: Iterable[str]) -> list[FormerRoot]:
    """Folders outside the repository in which its files were touched or which conversations had open, the
    likeliest first.

    A folder is one where an absolute path of a call ends with the path of a tracked file at least one folder
    deep, for two different files or more; or a conversation's own folder with the same last name as such.
    """
    known = set(tracked)
    files: defaultdict[str, set[str]] = defaultdict(set)
    seen_in: defaultdict[str, set[str]] = defaultdict(set)
    for conversation in conversations:
        for path in _absolute_paths(conversation):
            for root, inside in _splits(path, known):
                files[root].add(inside)
                seen_in[root].add(conversation.conversation_id)
    found = [
        FormerRoot(root, len(inside), len(seen_in[root]))
        for root, inside in files.items()
        if len(inside) >= LEAST
    ]
    return sorted(found, key=lambda root: (-root.conversations, -root.files, root.path))


def _absolute_paths(conversation: Conversation) -> Counter[str]:
    touched = (access.path for call in conversation.calls() for access in call.accesses)
    given = (attachment.path for attachment in conversation.attachments)
    return Counter(path for path in (*touched, *given) if path and is_absolute(path))


def _splits(path: str, known: set[str]) -> Iterable[tuple[str, str]]:
    parts = path.split("/")
    for place in range(len(parts) - 2, 0, -1):
        inside = "/".join(parts[place:])
        if inside in known:
            yield "/".join(parts[:place]) or "/", inside
