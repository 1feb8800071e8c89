"""The sums of a snapshot, file by file."""

from collections.abc import Callable
from dataclasses import dataclass

from tests.oracle.events import World
from tests.oracle.memory import Lying


@dataclass(frozen=True)
class Sums:
    """What a conversation had at its start; all None where it had no snapshot."""

    files: int | None = None
    chars: int | None = None
    main_files: int | None = None
    main_chars: int | None = None
    start_files: int | None = None
    start_chars: int | None = None


Chosen = Callable[[str], bool]


def sums(
    world: World, axis: str, moment: float, *, is_main: Chosen, fixed: Chosen, ranked: Chosen, n: int
) -> Sums:
    """The snapshot at the instant: its files, those of main sections, and those of the start set."""
    state = world.state(axis, moment)
    if state is None:
        return Sums()
    begin = start_set(state, fixed, ranked, n)
    main = [path for path in state if is_main(path)]
    return Sums(
        len(state),
        sum(chars(world, lying) for lying in state.values()),
        len(main),
        sum(chars(world, state[path]) for path in main),
        len(begin),
        sum(chars(world, state[path]) for path in begin),
    )


def start_set(state: dict[str, Lying], fixed: Chosen, ranked: Chosen, n: int) -> set[str]:
    """Paths of the start set: those fixed, and of those ranked the n last changed, ties by path."""
    by_change = sorted((path for path in state if ranked(path)), key=lambda p: (-state[p].changed_at, p))
    return {path for path in state if fixed(path)} | set(by_change[:n])


def chars(world: World, lying: Lying) -> int:
    """Code points of the text; what is unknown adds nothing."""
    if not lying.blob.startswith("write "):
        return world.walker.chars(lying.blob) or 0
    _, thread, seq = lying.blob.rsplit(" ", 2)
    return next(w.chars or 0 for w in world.writes if (w.thread, w.seq) == (thread, int(seq)))
