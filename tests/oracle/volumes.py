"""How much of its starting memory a conversation read, line by line."""

from dataclasses import dataclass

from tests.oracle.events import Act, World
from tests.oracle.sums import Rules


@dataclass(frozen=True)
class Volume:
    """Files of the starting snapshot and what was read of them, each line once."""

    files_read: int
    files_available: int | None
    chars_read: int
    main_chars_read: int
    reads_elsewhere: int


def volume(world: World, axis: str, name: str, rules: Rules) -> Volume:
    """What the conversation read, on an axis; a file is of a main section by where it lay at the start."""
    start = world.at_start(axis, name)
    lay = {lying.file: path for path, lying in (start or {}).items()}
    reads: dict[str, list[Act]] = {}
    elsewhere = 0
    for read in world.reads:
        if read.thread == name:
            file = world.read_file(axis, read)
            elsewhere += file not in lay
            reads.setdefault(file, []).append(read)
    held = {file: _chars(world, axis, acts) for file, acts in reads.items() if file in lay}
    main = sum(chars for file, chars in held.items() if rules.is_main(lay[file]))
    return Volume(len(held), None if start is None else len(start), sum(held.values()), main, elsewhere)


def _chars(world: World, axis: str, reads: list[Act]) -> int:
    """Characters of one file: of each line with the text in which it was first read; where no text is known
    those of the log, the most for each range."""
    lines: dict[int, int] = {}
    logged: dict[tuple[int | None, int | None], int] = {}
    for read in reads:
        lying = (world.state(axis, read.at) or {}).get(read.path)
        text = None if lying is None else world.walker.text(lying.blob)
        if text is None:
            logged[read.lines] = max(logged.get(read.lines, 0), read.chars or 0)
            continue
        for number, line in _asked(text, read.lines):
            lines.setdefault(number, len(line))
    return sum(lines.values()) + sum(logged.values())


def _asked(text: str, lines: tuple[int | None, int | None]) -> list[tuple[int, str]]:
    """The numbered lines of the text that a range asks for; negative numbers count from the end."""
    every = [line + "\n" for line in text.split("\n")]
    every[-1] = every[-1][:-1]
    every = every if every[-1] else every[:-1]
    first, last = (None if end is None else end + len(every) + 1 if end < 0 else end for end in lines)
    numbered = enumerate(every, 1)
    return [(n, line) for n, line in numbered if (first or 1) <= n <= (len(every) if last is None else last)]
