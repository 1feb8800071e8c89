"""The independent conversations of the twin as threads: what is said, read, written, and what counts not."""

import random
from collections import defaultdict
from collections.abc import Iterator
from datetime import datetime, timedelta

from pipeline.twin.article import sources, talk
from pipeline.twin.article.requests import requests
from pipeline.twin.article.solution import Conversation, Read, Solution, Write
from pipeline.twin.article.streams import Streams
from pipeline.twin.plan import Act, Event, Stamp, Thread

_STATUS = "docs/memory/PROJECT_STATUS.md"
_NAMING = "docs/memory/rules/naming.md"
_SECOND = timedelta(seconds=1)
_STEP = timedelta(seconds=15)
_NAMED_LATE = (188, "One more thing: check that alwaysApply is set where the checklist says so.")
"""The conversation of a case in which a person speaks of what a note says after the note was read."""


def threads(
    solved: Solution, streams: Streams, children: dict[int, list[tuple[datetime, int]]]
) -> list[Thread]:
    """A thread for each conversation; `children` are, by ordinal, the sub-agents that it opens and when."""
    asked = requests((one.ordinal, one.kind, one.recap) for one in solved.conversations)
    reads: dict[int, list[Read]] = defaultdict(list)
    writes: dict[int, list[Write]] = defaultdict(list)
    for read in solved.reads:
        reads[read.ordinal].append(read)
    for write in solved.writes:
        if write.ordinal is not None:
            writes[write.ordinal].append(write)
    return [
        _Scene(one, streams, reads[one.ordinal], writes[one.ordinal]).thread(
            asked[one.ordinal], children.get(one.ordinal, [])
        )
        for one in solved.conversations
    ]


class _Scene:
    """One conversation on its way to a thread."""

    def __init__(self, one: Conversation, streams: Streams, reads: list[Read], writes: list[Write]) -> None:
        self._one, self._streams, self._reads, self._writes = one, streams, reads, writes
        self._rng = random.Random(f"conversation {one.ordinal}")

    def thread(self, request: str, children: list[tuple[datetime, int]]) -> Thread:
        """The thread, its events in order of time."""
        one = self._one
        opening = _event(one.started_at, "human", text=request, attached=self._attached())
        events = [opening, _event(one.started_at + 8 * _SECOND, "agent", text=self._said("opening"))]
        events += [_event(at, "task", text="Look at it.", child=number) for at, number in children]
        events += [self._read(read) for read in self._reads]
        events += [self._write(write) for write in self._writes]
        events += self._resumed()
        events += self._counting_nothing()
        events.append(_event(one.ended_at, "agent", text=self._said("ending")))
        events.sort(key=lambda event: event.instant)
        if one.calls_after_case is not None:
            events = _filled_up(events, self._reads[0], one.calls_after_case)
        made = f"{one.started_at:%Y-%m-%d %H:%M:%S}"
        return Thread(one.ordinal, "today", tuple(events), created=made, about=talk.about(str(one.ordinal)))

    def _said(self, what: str) -> str:
        return talk.reply(f"{self._one.ordinal} {what}")

    def _attached(self) -> str:
        return _STATUS if self._one.ordinal > 1 and self._one.ordinal % 23 == 0 else ""

    def _read(self, read: Read) -> Event:
        asked = self._streams.asked(read)
        act: Act = "read"
        if asked.lines is None:
            act = "cat" if self._rng.randrange(6) == 0 else "read"
        elif self._rng.randrange(5) == 0:
            act = "head" if asked.lines[0] == 1 else "sed"
        stamp: Stamp = "tool" if self._rng.randrange(9) == 0 else "bubble"
        return _event(read.at, act, read.path, asked.text, lines=asked.lines, stamp=stamp)

    def _write(self, write: Write) -> Event:
        event = _event(write.at, "write", write.path, self._streams.text(write))
        return _with_before(event, self._streams.before(write))

    def _resumed(self) -> Iterator[Event]:
        """What a person says before reads that come after the end: the conversation was taken up again."""
        late = [read for read in self._reads if read.at > self._one.ended_at]
        if late:
            yield _event(late[0].at - 20 * _SECOND, "human", text=talk.later(f"{self._one.ordinal} resumed"))
        if self._one.ordinal == _NAMED_LATE[0]:
            yield _event(self._one.ended_at - 30 * _SECOND, "human", text=_NAMED_LATE[1])

    def _counting_nothing(self) -> Iterator[Event]:
        """Calls that touch memory, or look as if they did, and are no reads."""
        one, at = self._one, self._one.started_at
        source = self._rng.choice(sorted(path for path in sources.files() if path.endswith(".ts")))
        yield _event(at + 16 * _SECOND, "read", source, sources.files()[source])
        if one.ordinal % 4 == 0:
            yield _event(at + 20 * _SECOND, "search", _STATUS)
        if one.ordinal % 7 == 3:
            yield _failed(at + 24 * _SECOND, "docs/memory/status/roadmap.md")
        if one.ordinal % 9 == 5:
            yield _failed(at + 28 * _SECOND, _STATUS)
        if one.ordinal % 45 == 0 and one.ordinal > 200:
            naming = self._streams.alive(_NAMING, at).text
            yield _event(at + 32 * _SECOND, "rule", _NAMING, naming)
        if one.case == "multitenancy:read":
            last = max(read.at for read in self._reads)
            yield _event(last + 9 * _SECOND, "read", sources.SCHEMA, sources.files()[sources.SCHEMA])
        logs = [write for write in self._writes if write.section == "dialogs"]
        if logs and one.ordinal % 6 == 1:
            own = logs[0]
            yield _event(own.at + 5 * _SECOND, "read", own.path, self._streams.text(own))


def _filled_up(events: list[Event], read: Read, wanted: int) -> list[Event]:
    """The events with so many test runs that the calls after the read are as many as wanted."""
    at = read.at
    calls = sum(event.instant > at and event.act not in ("human", "agent") for event in events)
    start = max(event.instant for event in events if event.act in ("read", "cat", "sed", "head"))
    runs = [
        _event(start + (number + 1) * _STEP, "run", f"npm test -- {number + 1}", "ok\n")
        for number in range(wanted - calls)
    ]
    return sorted([*events, *runs], key=lambda event: event.instant)


def _event(
    at: datetime,
    act: Act,
    path: str = "",
    text: str = "",
    *,
    lines: tuple[int, int] | None = None,
    stamp: Stamp = "bubble",
    attached: str = "",
    child: int = 0,
) -> Event:
    return Event(f"{at:%Y-%m-%d %H:%M:%S}", act, path, text, lines, "completed", stamp, attached, child)


def _with_before(event: Event, before: str) -> Event:
    return Event(event.at, event.act, event.path, event.text, before=before)


def _failed(at: datetime, path: str) -> Event:
    return Event(f"{at:%Y-%m-%d %H:%M:%S}", "read", path, status="error")
