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


@dataclass(frozen=True)
class Rules:
    """Of a study's paths which are of the main sections, which the start set names, and of which the n
    newest are in it; without a start set all are None."""

    is_main: Chosen
    fixed: Chosen | None = None
    ranked: Chosen | None = None
    n: int = 0


def sums(world: World, axis: str, name: str, rules: Rules) -> Sums:
    """What the conversation had at its start: its files, those of main sections, those of the start set."""
    state = world.at_start(axis, name)
    if state is None:
        return Sums()
    begin = start_set(state, rules)
    main = [path for path in state if rules.is_main(path)]
    return Sums(
        len(state),
        sum(chars(world, lying) for lying in state.values()),
        len(main),
        sum(chars(world, state[path]) for path in main),
        None if begin is None else len(begin),
        None if begin is None else sum(chars(world, state[path]) for path in begin),
    )


def start_set(state: dict[str, Lying], rules: Rules) -> set[str] | None:
    """Paths of the start set: those fixed, and of those ranked the n last changed, ties by path."""
    fixed, ranked = rules.fixed, rules.ranked
    if fixed is None or ranked is None:
        return None
    by_change = sorted((path for path in state if ranked(path)), key=lambda p: (-state[p].changed_at, p))
    return {path for path in state if fixed(path)} | set(by_change[: rules.n])


def chars(world: World, lying: Lying) -> int:
    """Code points of the text; what is unknown adds nothing."""
    if not lying.blob.startswith("write "):
        return world.walker.chars(lying.blob) or 0
    _, told = lying.blob.split(" ", 1)
    thread, seq, nth = told.rsplit(" ", 2)
    return next(w.chars or 0 for w in world.writes if w.order == (thread, int(seq), int(nth)))
