"""Memory notes of exact length: a stream of believable lines that end where they are told to."""

import random
from collections.abc import Iterable, Iterator, Sequence

from pipeline.twin.article import words as w

WIDEST = 118
"""Code points of the longest line that is made to fit a gap; longer gaps hold several lines."""
_SHORTEST = 16
"""Code points below which a line holds a reference and nothing else."""
_SENTENCE = 48
"""Code points from which on a fitted line holds a whole sentence."""
_REFERENCE = 12
"""Code points at the end of a fitted line that a reference takes at most."""
_BRACKETS = 3
"""Code points of a reference beside its digits."""
_TRIES = 80
"""How many sentences are drawn for one that fits."""
_OWN_SIGNS = 3
"""One file in so many holds characters of more than one byte."""


def text(
    path: str,
    size: int,
    breaks: Iterable[int],
    *,
    opening: str = "",
    links: Sequence[str] = (),
    line_end: str = "\n",
) -> str:
    """A note of exactly `size` code points in which a line ends at each offset of `breaks` and at the end.

    The same arguments give the same text. It begins with `opening` where that is given, as far as the breaks
    leave its lines whole; a register names `links`, paths relative to itself, in turn. A prefix that ends at
    a break is a note of its own.
    """
    lines = _Lines(path, opening, links, line_end)
    done: list[str] = []
    at = 0
    for stop in sorted({*breaks, size}):
        while at < stop:
            line = lines.within(stop - at)
            done.append(line)
            at += len(line)
    return "".join(done)


def reworded(note: str, seed: str) -> str:
    """The note with one word in each of some lines exchanged for another of the same length."""
    rng = random.Random(f"reworded {seed}")
    lines = note.splitlines(keepends=True)
    for at in sorted(rng.sample(range(1, len(lines)), max(1, len(lines) // 6))):
        lines[at] = _other_word(lines[at], rng)
    return "".join(lines)


def _other_word(line: str, rng: random.Random) -> str:
    parts = line.rstrip("\r\n").split(" ")
    chosen = [
        place
        for place, part in enumerate(parts)
        if part.isalpha() and 3 <= len(part) <= 16 and part != w.ENDINGS[len(part)]
    ]
    if chosen:
        place = rng.choice(chosen)
        parts[place] = w.ENDINGS[len(parts[place])]
    return " ".join(parts) + line[len(line.rstrip("\r\n")) :]


_SENTENCES = (
    "the {part} {verb} the {field} before the {other} does ({ticket})",
    "on the {screen} of the {part} the {field} was {done}, since {reason}",
    "{ticket}: {cause} in the {part}, so {cure}",
    "{person} asked for the {field} on the {screen} ({ticket}, {other})",
    "the {part} keeps {rows} rows of {field} and {verb} them for the {other}",
    "leave the {screen} of the {part} as it is: {reason} ({ticket})",
    "{field} and {second} of the {part} were {done} in {ticket}",
    "the {other} still {verb} what the {part} sent on {day} to {person}",
    "{ticket} waits for {person}: the {field} of the {other} must be {done} first",
    "since {day} the {screen} takes the {field} from the {part} ({reason})",
    "a test for the {part} fails when {cause}; {cure} before {ticket}",
    "if the {field} is empty, the {part} asks the {other} and {verb} {rows} rows at most",
)


_SHORT = (
    "{field}: {done}",
    "{part}: {done}",
    "{screen}: {field}",
    "{ticket} {done}",
    "{ticket}: {field} {done}",
    "{screen} of the {part}",
    "{part}: {field} {done}",
)


class _Lines:
    """Lines of one note, one after the other."""

    def __init__(self, path: str, opening: str, links: Sequence[str], line_end: str) -> None:
        self._rng = random.Random(f"note {path}")
        self._end = line_end
        self._links = links
        self._signs = self._rng.randrange(_OWN_SIGNS) == 0
        self._coming = self._natural(path, opening)
        self._waiting: str | None = None

    def within(self, room: int) -> str:
        """The next line with its end, no longer than the room, and never leaving less than an end of line."""
        if self._waiting is None:
            self._waiting = next(self._coming)
        whole = self._waiting + self._end
        if len(whole) == room or len(whole) + 2 * len(self._end) + 24 <= room:
            self._waiting = None
            return whole
        if room <= WIDEST:
            return self._exactly(room)
        return self._exactly(room // 2)

    def _exactly(self, room: int) -> str:
        """A line of exactly so many code points, its end among them."""
        if room < len(self._end):
            return "\n" * room
        return self._fitted(room - len(self._end)) + self._end

    def _fitted(self, length: int) -> str:
        if length < _SHORTEST:
            return self._mark(length)
        for _ in range(_TRIES):
            said = f"- {self._short() if length < _SENTENCE else self._sentence()}"
            gap = length - len(said)
            if gap in (0, 1):
                return said + "." * gap
            if _BRACKETS < gap <= _REFERENCE:
                return f"{said} [{self._digits(gap - _BRACKETS)}]"
        return self._cut(length)

    def _cut(self, length: int) -> str:
        said = f"- {self._sentence()}"
        while len(said) < length:
            said += f"; {self._sentence()}"
        kept = said[: length - _REFERENCE].rsplit(" ", 1)[0].rstrip(" ;,(")
        return f"{kept} [{self._digits(length - len(kept) - _BRACKETS)}]"

    def _short(self) -> str:
        return self._rng.choice(_SHORT).format(
            field=self._pick(w.FIELDS), part=self._pick(w.PARTS), done=self._pick(w.DONE),
            screen=self._pick(w.SCREENS), ticket=self._ticket(),
        )  # fmt: skip

    def _mark(self, length: int) -> str:
        """A short reference, such as the end of a commit's id."""
        return self._digits(length) if length < 3 else f"#{self._digits(length - 1)}"

    def _digits(self, length: int) -> str:
        return "".join(self._rng.choice("0123456789abcdef") for _ in range(length))

    def _natural(self, path: str, opening: str) -> Iterator[str]:
        parts = path.removesuffix(".md").split("/")
        kind = parts[2] if len(parts) > 3 else "register"
        if opening:
            yield from opening.splitlines()
        else:
            yield f"# {parts[-1].replace('-', ' ').replace('_', ' ').capitalize()}"
            yield ""
            yield f"{_upper(self._sentence())}."
        number = 0
        while True:
            number += 1
            yield ""
            yield from _ENTRIES.get(kind, _status)(self, number)

    def _link(self, number: int) -> str:
        if not self._links:
            return self._ticket()
        target = self._links[(number - 1) % len(self._links)]
        return f"[{target.rsplit('/', 1)[-1].removesuffix('.md')}]({target})"

    def _pick(self, chosen: tuple[str, ...]) -> str:
        return self._rng.choice(chosen)

    def _ticket(self) -> str:
        return f"ERP-{self._rng.randrange(100, 9900)}"

    def _day(self) -> str:
        return f"2026-{self._rng.randrange(2, 8):02d}-{self._rng.randrange(1, 29):02d}"

    def _person(self) -> str:
        return self._pick(w.PEOPLE) if self._signs else self._pick(w.ROLES)

    def _sentence(self) -> str:
        """A clause with so many choices in it that it hardly ever comes twice."""
        part, other = self._pick(w.PARTS), self._pick(w.PARTS)
        sign = f" {self._pick(w.MARKS)}" if self._signs and self._rng.randrange(4) == 0 else ""
        said = self._rng.choice(_SENTENCES).format(
            part=part,
            other=other,
            verb=self._pick(w.VERBS),
            field=self._pick(w.FIELDS),
            second=self._pick(w.FIELDS),
            screen=self._pick(w.SCREENS),
            done=self._pick(w.DONE),
            reason=self._pick(w.REASONS),
            cause=self._pick(w.CAUSES),
            cure=self._pick(w.CURES),
            ticket=self._ticket(),
            person=self._person(),
            day=self._day(),
            rows=self._rng.randrange(2, 400),
        )
        return said + sign


def _upper(said: str) -> str:
    return said[:1].upper() + said[1:]


def _status(lines: _Lines, number: int) -> Iterator[str]:
    yield f"## {_upper(lines._pick(w.PARTS))}, {lines._day()} ({number})"
    yield ""
    for _ in range(lines._rng.randrange(2, 6)):
        yield f"- {lines._sentence()}."


def _decision(lines: _Lines, number: int) -> Iterator[str]:
    field, part = _upper(lines._pick(w.FIELDS)), lines._pick(w.PARTS)
    yield f"## D-{number:02d} {field} of the {part} ({lines._ticket()})"
    yield ""
    yield f"Date: {lines._day()}, by {lines._person()}, {lines._ticket()}"
    yield f"Decision: {lines._sentence()}."
    yield f"Why: {lines._sentence()}."
    yield f"Not done: {lines._sentence()}."


def _error(lines: _Lines, number: int) -> Iterator[str]:
    screen, part = _upper(lines._pick(w.SCREENS)), lines._pick(w.PARTS)
    yield f"## E-{number:02d} {screen} of the {part} ({lines._ticket()})"
    yield ""
    yield f"Seen: {lines._sentence()}."
    yield f"Cause: {lines._pick(w.CAUSES)} ({lines._ticket()}), found on {lines._day()}."
    yield f"Cure: {lines._pick(w.CURES)}; {lines._sentence()}."


def _log(lines: _Lines, number: int) -> Iterator[str]:
    yield f"## {('Asked', 'Done', 'Checked', 'Left')[(number - 1) % 4]}: {lines._ticket()} ({number})"
    yield ""
    for _ in range(lines._rng.randrange(3, 8)):
        yield f"- {lines._sentence()}."


def _register(lines: _Lines, number: int) -> Iterator[str]:
    yield f"## {lines._day()} {lines._pick(w.PARTS)} ({number})"
    yield ""
    yield f"- {lines._sentence()}."
    yield f"- {lines._sentence()}, see {lines._link(number)}."


def _rule(lines: _Lines, number: int) -> Iterator[str]:
    yield f"## Rule {number}: {lines._pick(w.FIELDS)} of the {lines._pick(w.PARTS)}"
    yield ""
    yield f"{_upper(lines._sentence())}."
    yield f"{_upper(lines._sentence())}."


_ENTRIES = {
    "register": _register, "status": _status, "decisions": _decision, "errors": _error, "dialogs": _log,
    "rules": _rule, "architecture": _rule,
}  # fmt: skip
