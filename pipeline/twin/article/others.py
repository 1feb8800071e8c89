"""The threads of the twin that are no independent conversations, each for another reason."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Literal

from pipeline.twin.article import talk
from pipeline.twin.article.solution import Conversation, Solution, Write
from pipeline.twin.article.streams import Streams
from pipeline.twin.plan import Event, Thread

FIRST = 1001
"""The number of the first of these threads."""
_STATUS = "docs/memory/PROJECT_STATUS.md"
_ELSEWHERE = "/srv/elsewhere"

Relation = Literal["subagent", "fork", "best_of_n"]
_RELATIONS: tuple[Relation, ...] = ("subagent", "subagent", "subagent", "best_of_n", "subagent", "fork")


@dataclass(frozen=True, slots=True)
class Left:
    """A log that an excluded thread left: the write, the thread's number, its parent, what it is to it."""

    write: Write
    number: int
    parent: Conversation
    relation: Relation


def logs_of_others(solved: Solution) -> list[Left]:
    """The excluded threads that leave a log; none belongs to a conversation that reads that log."""
    readers: dict[str, set[int]] = defaultdict(set)
    for read in solved.reads:
        readers[read.path].add(read.ordinal)
    found = []
    for place, write in enumerate(one for one in solved.writes if one.by == "excluded"):
        able = [
            one
            for one in solved.conversations
            if one.started_at < write.at and one.ordinal not in readers[write.path] and not one.case
        ]
        found.append(Left(write, FIRST + place, able[-1], _RELATIONS[place % len(_RELATIONS)]))
    return found


def children(left: Sequence[Left]) -> dict[int, list[tuple[datetime, int]]]:
    """By ordinal the sub-agents that a conversation opens, and when."""
    found: dict[int, list[tuple[datetime, int]]] = defaultdict(list)
    for one in left:
        if one.relation == "subagent":
            found[one.parent.ordinal].append((one.parent.started_at + timedelta(seconds=12), one.number))
    return dict(found)


def excluded(left: Sequence[Left], own: Sequence[Thread], streams: Streams) -> list[Thread]:
    """Every excluded thread: those that left a log, and those that read, or did nothing at all."""
    first = FIRST + len(left)
    made = [_with_log(one, own, streams) for one in left]
    shared = made[0].created
    return [
        *made,
        _reading(first, f"{own[99].created}", streams, parent=100),
        Thread(first + 1, "today", (), created=shared),
        Thread(first + 2, "today", (), created=own[200].created),
        _reading(first + 3, "2026-03-10 09:15:00", None, workspace=_ELSEWHERE),
        _reading(first + 4, "2026-04-14 16:20:00", None, workspace=""),
        _reading(first + 5, "2026-01-30 10:00:00", None),
        _reading(first + 6, "2026-07-24 10:00:00", streams),
    ]


def copies(own: Sequence[Thread]) -> list[Thread]:
    """Conversations that stand in a second store too."""
    return [replace(own[at], store="transcript") for at in (11, 140)]


def _with_log(one: Left, own: Sequence[Thread], streams: Streams) -> Thread:
    write = one.write
    parent = own[one.parent.ordinal - 1]
    begun = write.at - timedelta(seconds=150)
    told = (
        _said(begun, "human", talk.later(f"log {one.number}")),
        _said(begun + timedelta(seconds=30), "agent", talk.reply(f"log {one.number}")),
        Event(_at(write.at), "write", write.path, streams.text(write)),
    )
    shared = parent.events[:2] if one.relation == "fork" else ()
    return Thread(
        one.number, "today", (*shared, *told), created=_at(begun), parent=one.parent.ordinal,
        relation=one.relation, shared=len(shared), about=talk.about(f"log {one.number}"),
    )  # fmt: skip


def _reading(
    number: int, created: str, streams: Streams | None, *, parent: int = 0, workspace: str | None = None
) -> Thread:
    begun = datetime.fromisoformat(created)
    events = [_said(begun, "human", talk.later(f"other {number}"))]
    if streams is not None:
        text = streams.alive(_STATUS, _utc(begun)).text
        events.append(Event(_at(begun + timedelta(seconds=20)), "read", _STATUS, text))
    events.append(_said(begun + timedelta(seconds=60), "agent", talk.reply(f"other {number}")))
    thread = Thread(
        number, "today", tuple(events), created=_at(begun), parent=parent,
        relation="subagent" if parent else "", about=talk.about(f"other {number}"),
    )  # fmt: skip
    return thread if workspace is None else replace(thread, workspace=workspace)


def _said(at: datetime, act: Literal["human", "agent"], text: str) -> Event:
    return Event(_at(at), act, text=text)


def _at(at: datetime) -> str:
    return f"{at:%Y-%m-%d %H:%M:%S}"


def _utc(at: datetime) -> datetime:
    from datetime import UTC

    return at.replace(tzinfo=UTC)
