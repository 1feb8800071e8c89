"""When each commit is taken to have happened."""


def believed(times: list[int]) -> list[int]:
    """For each commit of a chain the time it is taken to have happened: its own if it is in the longest
    sequence that never runs backwards (of several the one with the earliest commits), else the one before."""
    kept = set(longest(times))
    told: list[int] = []
    for place, at in enumerate(times):
        if place in kept:
            told.append(at)
        elif told:
            told.append(told[-1])
        else:
            told.append(times[min(kept)])
    return told


def longest(times: list[int]) -> list[int]:
    """Places of the longest non-decreasing sequence; of several, the earliest places."""
    length = [1] * len(times)
    for place in reversed(range(len(times))):
        for later in range(place + 1, len(times)):
            if times[later] >= times[place]:
                length[place] = max(length[place], 1 + length[later])
    kept: list[int] = []
    left = max(length, default=0)
    for place, at in enumerate(times):
        if length[place] == left and (not kept or at >= times[kept[-1]]):
            kept.append(place)
            left -= 1
    return kept
