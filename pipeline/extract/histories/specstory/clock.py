"""The times of a SpecStory file: when the conversation began, when each of its turns was."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from pipeline.extract.histories.records import TimeBasis
from pipeline.extract.histories.specstory.head import Head
from pipeline.extract.histories.specstory.scan import Turn
from pipeline.extract.histories.specstory.stamps import of_name

_SLACK = timedelta(minutes=1)

Time = tuple[datetime | None, TimeBasis]


@dataclass(frozen=True, slots=True)
class Clock:
    """What one file knows of its time: `made` is the store's own start and what it rests on."""

    made: Time
    unzoned: bool

    def believes(self, at: datetime | None) -> bool:
        """Whether a stamp can be: none is more than a minute before the store's own start."""
        return at is not None and (self.made[0] is None or at >= self.made[0] - _SLACK)

    def start(self, turns: Sequence[Turn]) -> Time:
        """The first person's stamp where it can be, else the store's own start."""
        first = next((turn.mark for turn in turns if turn.mark.person), None)
        if first and first.at and self.believes(first.at):
            return first.at.astimezone(UTC), "message"
        return self.made

    def times(self, turns: Sequence[Turn]) -> list[Time]:
        """The time of each turn: its own stamp, else the last before it, else the next, else the start.

        A stamp that cannot be is taken for the store's own start; a start that only a file's name tells
        says nothing of a turn.
        """
        own = [turn.mark.at.astimezone(UTC) if turn.mark.at else None for turn in turns]
        following = next((at for at in own if at), None)
        last: datetime | None = None
        times: list[Time] = []
        for at in own:
            last = at or last
            taken = last or following
            if taken and self.believes(taken):
                times.append((taken, "message" if at else "neighbour"))
            else:
                times.append(self.made if self.made[1] == "session" else (None, "none"))
        return times


def clock(head: Head, name: str, zone: ZoneInfo | None) -> Clock:
    """The clock of a file called `name`; `zone` is that of names without one, where the study says it."""
    if head.made:
        return Clock((head.made.astimezone(UTC), "session"), unzoned=False)
    named = of_name(name)
    if named and named.tzinfo is None and zone:
        named = named.replace(tzinfo=zone)
    if named and named.tzinfo:
        return Clock((named.astimezone(UTC), "name"), unzoned=False)
    return Clock((None, "none"), unzoned=head.unzoned or named is not None)
