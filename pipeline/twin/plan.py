"""What a planted study is planned in: threads with their events, and commits."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal

YEAR = 2026
ROOT = "/srv/planted"
"""The folder in which the planted agents worked; the study file names it as an alias of its repository."""

Act = Literal["human", "agent", "read", "cat", "sed", "head", "run", "search", "rule", "write", "task"]
Stamp = Literal["bubble", "header", "tool", "none"]
Store = Literal["today", "inline", "transcript"]


@dataclass(frozen=True, slots=True)
class Event:
    """One message or call: when, what, on which file, with which text (said, returned or written).

    `lines` are the first and last line asked for; `before` is what a written file held, empty for a new one;
    the path of a `run` is its command. `stamp` says where the store keeps the time. `attached` is
    a file that a person gave with the message, `child` the thread that a task opened.
    """

    at: str
    act: Act
    path: str = ""
    text: str = ""
    lines: tuple[int, int] | None = None
    status: str = "completed"
    stamp: Stamp = "bubble"
    attached: str = ""
    child: int = 0
    before: str = ""

    @property
    def instant(self) -> datetime:
        """The time of the event, UTC."""
        return instant(self.at)


@dataclass(frozen=True, slots=True)
class Thread:
    """One thread of one store; `number` makes its id and the ids of its bubbles.

    `shared` is how many first events it repeats from `parent` under their old bubble ids (a fork).
    `workspace` is the folder of its window, empty for a window without one; `about` stands in its title.
    """

    number: int
    store: Store
    events: tuple[Event, ...]
    created: str = ""
    parent: int = 0
    relation: Literal["", "subagent", "fork", "best_of_n"] = ""
    shared: int = 0
    workspace: str = ROOT
    about: str = ""

    @property
    def id(self) -> str:
        """The conversation's id."""
        return thread_id(self.number)

    @property
    def title(self) -> str:
        """The title, which says that the thread is synthetic."""
        return f"Synthetic: {self.about}" if self.about else f"Synthetic thread {self.number:02d}"

    def bubble_id(self, place: int) -> str:
        """The id of the message or call at that place."""
        owner = self.parent if place < self.shared else self.number
        return f"{owner:08x}-0000-4000-9000-{place:012x}"


@dataclass(frozen=True, slots=True)
class Change:
    """One path set to a text, deleted (text None), or moved to `to`."""

    path: str
    text: str | None = None
    to: str = ""


@dataclass(frozen=True, slots=True)
class Commit:
    """One commit: its mark, committer time, parents by mark, changes and subject; when its author made it,
    where that was earlier."""

    mark: int
    at: str
    parents: tuple[int, ...]
    changes: tuple[Change, ...]
    subject: str
    branch: str = "main"
    authored: str = ""

    @property
    def instant(self) -> datetime:
        """The committer time, UTC."""
        return instant(self.at)


def instant(said: str) -> datetime:
    """The instant of `MM-DD HH:MM` in the planted year, or of `YYYY-MM-DD HH:MM`, with seconds or without."""
    whole = said if said[4:5] == "-" else f"{YEAR}-{said}"
    return datetime.fromisoformat(whole).replace(tzinfo=UTC)


def thread_id(number: int) -> str:
    """The id of the thread of that number."""
    return f"{number:08x}-0000-4000-8000-{number:012x}"


def milliseconds(at: datetime) -> int:
    """Milliseconds since 1970."""
    return int(at.timestamp()) * 1000


def iso(at: datetime) -> str:
    """The instant as the stores write it."""
    return at.strftime("%Y-%m-%dT%H:%M:%S.000Z")
