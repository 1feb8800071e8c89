"""The rows every history reader yields, whatever the format."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

TimeBasis = Literal["message", "header", "tool", "timing", "neighbour", "session", "name", "file", "none"]
Action = Literal["read", "search", "list", "write", "move", "delete", "shell", "other"]
Status = Literal["ok", "error", "cancelled", "pending", "unknown"]
CharsBasis = Literal["log", "log-stripped", "range", "version", "none"]
Relation = Literal["subagent", "subtask", "fork", "resumed", "copy", "best_of_n"]
Role = Literal["human", "agent", "system"]
How = Literal["mentioned", "rule", "injected"]


@dataclass(slots=True)
class Access:
    """One file that one call touched, one way.

    `path` is as `pipeline.extract.paths.Locator.resolve` returns it: relative to the repository where
    it lies inside it or an alias, else absolute, always with ``/``; None where the log names no file.
    Lines count from 1, both ends in; a negative `line_from` counts from the end of the file. `chars`
    are the code points that the agent received; None where the log does not hold them. `counts` is
    False where the log says that nothing was returned (``file_unchanged``). `flags` are words such as
    ``merged_ranges``, ``glob``, ``unresolved``.
    """

    action: Action
    path: str | None
    line_from: int | None = None
    line_to: int | None = None
    chars: int | None = None
    chars_basis: CharsBasis = "none"
    counts: bool = True
    flags: tuple[str, ...] = ()


@dataclass(slots=True)
class Message:
    """One message. `at` is an aware UTC instant or None; `key` is its id in the store, shared by copies."""

    role: Role
    text: str
    at: datetime | None = None
    time_basis: TimeBasis = "none"
    key: str | None = None


@dataclass(slots=True)
class Call:
    """One tool call.

    `answered` is True where the log holds its result. `hits` are the files that a search or a listing
    named in its result, in the form of `Access.path`. `key` is its id in the store, shared by copies.
    """

    tool: str
    action: Action
    status: Status
    at: datetime | None = None
    time_basis: TimeBasis = "none"
    accesses: list[Access] = field(default_factory=list)
    hits: tuple[str, ...] = ()
    answered: bool = False
    key: str | None = None


@dataclass(slots=True)
class Attachment:
    """A text that reached the model without a call. `after` is the place in `events` it came with."""

    path: str
    how: How
    after: int | None = None
    at: datetime | None = None


@dataclass(slots=True)
class Gap:
    """Something not understood: where it stands (file, key, line or name) and the reason in one word."""

    where: str
    reason: str


@dataclass(slots=True)
class Conversation:
    """One thread found in a store, as the store tells it.

    `events` are messages and calls in the store's own order; an event's place is its `seq`.
    `started_at` is the first human message's time, else the store's creation time; `time_basis` says
    which. `created_at` is the store's own stamp for when the conversation began (session comment,
    header, creation), where there is one. `holds_calls` is False where the format cannot hold calls.
    `names_folder` is False where the format cannot name a folder. `folders` are all folders of a window
    that has several. `relation` and `parent_id` say what it is to another conversation, as far as its
    own unit tells; `identity.settle` finds what only several units together show.
    `excluded_because` is set by `identity.settle`, never by a reader.
    """

    conversation_id: str
    source: str
    source_file: str
    title: str | None = None
    created_at: datetime | None = None
    started_at: datetime | None = None
    ended_at: datetime | None = None
    time_basis: TimeBasis = "none"
    parent_id: str | None = None
    relation: Relation | None = None
    workspace: str | None = None
    model: str | None = None
    exported_at: datetime | None = None
    events: list[Message | Call] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    holds_calls: bool = True
    names_folder: bool = True
    folders: tuple[str, ...] = ()
    excluded_because: str | None = None

    def messages(self) -> Iterator[Message]:
        """The messages in order."""
        return (event for event in self.events if isinstance(event, Message))

    def calls(self) -> Iterator[Call]:
        """The calls in order."""
        return (event for event in self.events if isinstance(event, Call))

    def time_attachments(self) -> None:
        """Give each attachment the time of the event that it came with."""
        for attachment in self.attachments:
            if attachment.after is not None and attachment.after < len(self.events):
                attachment.at = self.events[attachment.after].at

    @property
    def human_messages(self) -> int:
        """How many non-empty messages of a person it holds."""
        return sum(1 for m in self.messages() if m.role == "human" and m.text.strip())

    @property
    def first_request(self) -> str | None:
        """The first non-empty message that opens it: a person's, else (a sub-agent's task) the system's."""
        texts = [m for m in self.messages() if m.text.strip()]
        human = next((m.text for m in texts if m.role == "human"), None)
        return human or next((m.text for m in texts if m.role == "system"), None)


@dataclass(slots=True)
class Reading:
    """What one opened store gave: its conversations and what was not understood."""

    conversations: list[Conversation] = field(default_factory=list)
    gaps: list[Gap] = field(default_factory=list)
