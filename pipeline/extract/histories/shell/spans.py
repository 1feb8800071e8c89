"""Lines that a program lets through, and what is left of them behind the next one."""

import re
from dataclasses import dataclass

_SED = re.compile(r"(\d+|\$)(?:,(\d+|\$|\+\d+))?p")
_QUIT = re.compile(r"(?:\d+|\$)q")
_AWK = re.compile(
    r"NR>=?(?P<above>\d+)&&NR<=?(?P<below>\d+)|NR==(?P<start>\d+),NR==(?P<end>\d+)"
    r"|NR==(?P<one>\d+)|NR<=(?P<upto>\d+)|NR>=(?P<from>\d+)"
)


@dataclass(frozen=True, slots=True)
class Span:
    """Lines `first` to `last`, both in, counted from 1; negative numbers count from the end."""

    first: int
    last: int | None = None
    merged: bool = False


def narrowed(outer: Span | None, inner: Span | None) -> Span | None:
    """The lines left where `inner` is applied to what `outer` let through; None is all lines."""
    if outer is None or inner is None:
        return inner if outer is None else outer
    merged = outer.merged or inner.merged
    if inner.first > 0:
        first = outer.first + inner.first - 1
        last = outer.last if inner.last is None or inner.last < 0 else outer.first + inner.last - 1
        if outer.last is not None and last is not None and (outer.last > 0) == (last > 0):
            last = min(last, outer.last)
        if outer.first < 0 <= (last if last is not None else -1):
            last = None
        return Span(first, last, merged)
    if outer.last is None:
        return Span(max(outer.first, inner.first) if outer.first < 0 else inner.first, None, merged)
    return Span(max(outer.first, outer.last + inner.first + 1), outer.last, merged)


def sed_span(script: str) -> Span | None:
    """The lines that a script of ``sed -n`` prints: one range, or several as one from least to greatest."""
    found = []
    for piece in re.split(r"[;\n]", re.sub(r"[ \t{}]", "", script)):
        match = _SED.fullmatch(piece)
        if match:
            found.append((match[1], match[2]))
        elif piece and not _QUIT.fullmatch(piece):
            return None
    return _covering([_sed_bounds(first, last) for first, last in found])


def _sed_bounds(first: str, last: str | None) -> tuple[int, int | None]:
    start = -1 if first == "$" else int(first)
    if last is None:
        return start, None if first == "$" else start
    if last.startswith("+"):
        return start, start + int(last)
    # A last line before the first one prints the first alone.
    return start, None if last == "$" else max(start, int(last))


def _covering(ranges: list[tuple[int, int | None]]) -> Span | None:
    if not ranges:
        return None
    positive = [first for first, _ in ranges if first > 0]
    lasts = [last for _, last in ranges if last is not None]
    first = min(positive) if positive else ranges[0][0]
    return Span(first, max(lasts) if len(lasts) == len(ranges) else None, len(ranges) > 1)


def awk_span(program: str) -> Span | None:
    """The lines that a program of awk prints by their number alone."""
    plain = re.sub(r"\{print(?:f[^}]*|\$0|NR[^}]*)?\}|[\s;()]", "", re.sub(r"\s", "", program))
    match = _AWK.fullmatch(plain)
    if match is None:
        return None
    above, below = match["above"], match["below"]
    if above:
        strict = re.search(r">(?!=)", plain), re.search(r"<(?!=)", plain)
        return Span(int(above) + bool(strict[0]), int(below) - bool(strict[1]))
    if match["upto"]:
        return Span(1, int(match["upto"]))
    if match["from"]:
        return Span(int(match["from"]))
    return Span(int(match["start"] or match["one"]), int(match["end"] or match["one"]))
