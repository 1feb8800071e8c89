"""When each commit is taken to have happened."""

from bisect import bisect_right
from collections.abc import Sequence


def believed(times: Sequence[int]) -> tuple[list[int], list[bool]]:
    """For each commit of a chain the time it is taken to have happened, and whether its own is believed.

    The longest sequence that never runs backwards is believed. Of several, those are left out that a clock
    in the future ends: whose last time lies further after the least last time than this lies after the
    time before it. Of the rest the one with the earliest commits, as a running maximum would keep. Every
    other commit takes the time of the believed one before it; before the first, the first's.
    """
    kept = _trusted(times)
    own = [False] * len(times)
    for place in kept:
        own[place] = True
    told = times[kept[0]] if kept else 0
    taken: list[int] = []
    for place, at in enumerate(times):
        told = at if own[place] else told
        taken.append(told)
    return taken, own


def longest(times: Sequence[int], until: int | None = None) -> list[int]:
    """Places of the longest non-decreasing sequence of times up to `until`; of several, the earliest."""
    places = [place for place, at in enumerate(times) if until is None or at <= until]
    length = [0] * len(times)
    # ends[n]: the negated greatest time at which a sequence of n + 1 commits can begin, seen from the right.
    ends: list[int] = []
    for place in reversed(places):
        reach = bisect_right(ends, -times[place])
        length[place] = reach + 1
        if reach == len(ends):
            ends.append(-times[place])
        else:
            ends[reach] = -times[place]
    kept: list[int] = []
    left = len(ends)
    for place in places:
        if length[place] == left and (not kept or times[place] >= times[kept[-1]]):
            kept.append(place)
            left -= 1
    return kept


def _trusted(times: Sequence[int]) -> list[int]:
    least = _least_last(times)
    kept = longest(times, least)
    if least is None or len(kept) < 2:
        return longest(times)
    return longest(times, least + (least - times[kept[-2]]))


def _least_last(times: Sequence[int]) -> int | None:
    """The least time at which a longest non-decreasing sequence can end."""
    # ends[n]: the least time at which a sequence of n + 1 commits can end, seen from the left.
    ends: list[int] = []
    for at in times:
        reach = bisect_right(ends, at)
        if reach == len(ends):
            ends.append(at)
        else:
            ends[reach] = at
    return ends[-1] if ends else None
