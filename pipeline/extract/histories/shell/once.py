"""One access for each file that a command touches in one way, however often it does."""

from collections.abc import Sequence

from pipeline.extract.histories.records import Access


def once(found: Sequence[Access]) -> list[Access]:
    """The accesses with those of one file and one action as one; those without a path stay apart.

    A read stands where its first part stood, from the least to the greatest line of its parts. Anything
    else stands where it was done last, so that what a script leaves behind stays the last word.
    """
    kept: dict[object, Access] = {}
    for access in found:
        key = id(access) if access.path is None else (access.action, access.path)
        earlier = kept.get(key) if access.action == "read" else kept.pop(key, None)
        kept[key] = access if earlier is None else _joined(earlier, access)
    return list(kept.values())


def _joined(one: Access, other: Access) -> Access:
    joined = Access(one.action, one.path)
    flags = (*one.flags, *other.flags)
    if (one.line_from, one.line_to) != (other.line_from, other.line_to):
        flags = (*flags, "merged_ranges")
    joined.flags = tuple(dict.fromkeys(flags))
    if one.line_from is not None and other.line_from is not None:
        joined.line_from = _first(one.line_from, other.line_from)
        joined.line_to = _last(one.line_to, other.line_to)
    return joined


def _first(one: int, other: int) -> int:
    """The lesser line; a line counted from the end is taken to lie behind one counted from the start."""
    return min(one, other) if (one > 0) == (other > 0) else max(one, other)


def _last(one: int | None, other: int | None) -> int | None:
    """The greater line; the end, where that cannot be told."""
    if one is None or other is None or (one > 0) != (other > 0):
        return None
    return max(one, other)
