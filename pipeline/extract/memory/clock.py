"""When each commit is taken to have happened."""

from bisect import bisect_right
from collections.abc import Sequence


def believed(times: Sequence[int]) -> tuple[list[int], list[bool]]:
    """For each commit of a chain the time it is taken to have happened, and whether its own is believed.

    The longest sequence that never runs backwards is believed; of several the one with the earliest
    commits, as a running maximum would keep. Every other commit takes the time of the believed one before
    it; before the first, the first's.
    """
    kept = longest(times)
    own = [False] * len(times)
    for place in kept:
        own[place] = True
    told = times[kept[0]] if kept else 0
    taken: list[int] = []
    for place, at in enumerate(times):
        told = at if own[place] else told
        taken.append(told)
    return taken, own


def longest(times: Sequence[int]) -> list[int]:
    """Places of the longest non-decreasing sequence; of several, the earliest places."""
    length = [0] * len(times)
    # ends[n]: the negated greatest time at which a sequence of n + 1 commits can begin, seen from the right.
    ends: list[int] = []
    for place in range(len(times) - 1, -1, -1):
        reach = bisect_right(ends, -times[place])
        length[place] = reach + 1
        if reach == len(ends):
            ends.append(-times[place])
        else:
            ends[reach] = -times[place]
    kept: list[int] = []
    left = len(ends)
    for place, at in enumerate(times):
        if length[place] == left and (not kept or at >= times[kept[-1]]):
            kept.append(place)
            left -= 1
    return kept
