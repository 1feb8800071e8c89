"""When each commit is taken to have happened."""


def believed(times: list[int]) -> list[int]:
    """For each commit of a chain the time it is taken to have happened: its own if `kept` holds it, else that
    of the kept one before it, else of the first kept one."""
    own = set(kept(times))
    told: list[int] = []
    for place, at in enumerate(times):
        if place in own:
            told.append(at)
        elif told:
            told.append(told[-1])
        else:
            told.append(times[min(own)])
    return told


def kept(times: list[int]) -> list[int]:
    """Places of the commits whose own time is believed.

    Every longest sequence that never runs backwards has some last time. The least of these, and those at most
    one step after it, are plausible; the step is from the time before it, in the sequence of the earliest
    places. Of the sequences with a plausible last time the one of the earliest places is kept.
    """
    before = lengths(times)
    most = max(before, default=0)
    last = sorted(times[place] for place, length in enumerate(before) if length == most)
    if most < 2:
        return earliest(times, last)
    least = earliest(times, last[:1])
    step = times[least[-1]] - times[least[-2]]
    return earliest(times, [at for at in last if at <= last[0] + step])


def lengths(times: list[int]) -> list[int]:
    """For each place how many commits the longest sequence that ends there has."""
    found: list[int] = []
    for place, at in enumerate(times):
        found.append(1 + max((found[e] for e in range(place) if times[e] <= at), default=0))
    return found


def earliest(times: list[int], last: list[int]) -> list[int]:
    """Of the longest sequences that end with one of the last times, the one of the earliest places."""
    before = lengths(times)
    most = max(before, default=0)
    leads = [before[place] == most and at in last for place, at in enumerate(times)]
    for place in reversed(range(len(times))):
        leads[place] = leads[place] or any(
            leads[later] and before[later] == before[place] + 1 and times[later] >= times[place]
            for later in range(place + 1, len(times))
        )
    found: list[int] = []
    for place, at in enumerate(times):
        follows = not found or at >= times[found[-1]]
        if leads[place] and before[place] == len(found) + 1 and follows:
            found.append(place)
    return found
