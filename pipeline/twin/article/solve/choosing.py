"""Which files each conversation reads."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from random import Random

from pipeline.twin.article.solve.miss import MissError
from pipeline.twin.article.solve.plan import (
    AT_REST,
    EDITOR,
    EDITOR_READ,
    INTEGRATIONS,
    INTEGRATIONS_READ,
    LARGEST_DAYS,
    LARGEST_DISTANCE,
    LONG_DAYS,
    RULE,
    RULE_READ,
    Archive,
    Found,
    is_main,
    section,
)

Fits = Callable[[Found], bool]
Logs = list[tuple[str, Found]]

RULE_TOO = 19
"""The early conversation that reads the rule and a register."""
AT_REST_READERS = 4
READERS_OF_EXCLUDED = 2
"""How many conversations read a log by an excluded thread, each."""
AT_FIFTY, AT_TWENTY = 5, 12
"""Reads at exactly 50 conversations and at exactly 20 days, which the percentiles fall on."""
_FAR = 150
_NEAREST = 3


@dataclass(slots=True)
class Pair:
    """A conversation reads a file: what it finds, and how many characters each access returns."""

    ordinal: int
    path: str
    found: Found
    chars: list[int] = field(default_factory=list)

    @property
    def group(self) -> str:
        """To which part of the distances it counts: those that percentiles and maxima are made of apart."""
        if not self.found.distance:
            return "excluded" if not is_main(self.path) else "at rest"
        if self.found.long:
            extreme = self.found.distance == LARGEST_DISTANCE or self.found.days == LARGEST_DAYS
            return "extreme" if extreme else "long"
        if self.found.distance == 50 or self.found.days == LONG_DAYS:
            return "edge"
        return "near" if self.found.distance <= _NEAREST else "between"


class Chosen:
    """The pairs of every conversation while they are being found."""

    def __init__(
        self, rng: Random, archive: Archive, files: Mapping[int, int], chars: Mapping[int, int]
    ) -> None:
        self._rng, self._archive, self._files, self._chars = rng, archive, files, chars
        self.pairs: dict[int, list[Pair]] = {ordinal: [] for ordinal in files}

    def all(self) -> list[Pair]:
        """Every pair. Raises MissError where some conversation finds nothing that it may read."""
        resting = self._readers_of_rested()
        for ordinal, chars in self._chars.items():
            if chars:
                self._read_main(ordinal, chars, AT_REST if ordinal in resting else "")
        self._read_excluded()
        self._read_extremes()
        self._read_edges()
        for ordinal, number in self._files.items():
            while len(self.pairs[ordinal]) < number:
                self._add(ordinal, *self._log(ordinal))
        return [pair for pairs in self.pairs.values() for pair in pairs]

    def _add(self, ordinal: int, path: str, found: Found) -> Pair:
        self.pairs[ordinal].append(Pair(ordinal, path, found, [found.write.chars]))
        return self.pairs[ordinal][-1]

    def _room(self, ordinal: int) -> bool:
        return len(self.pairs[ordinal]) < self._files[ordinal]

    def _holds(self, ordinal: int, path: str) -> bool:
        return any(pair.path == path for pair in self.pairs[ordinal])

    def _readers_of_rested(self) -> set[int]:
        """Those who read the file that was edited by hand, in its first weeks."""
        able = [
            ordinal
            for ordinal, chars in self._chars.items()
            if 1_000 < chars < 9_000 and self._files[ordinal] > 2 and self._rested(ordinal)
        ]
        if len(able) < AT_REST_READERS:
            raise MissError("nobody reads the file at rest")
        return set(self._rng.sample(able, AT_REST_READERS))

    def _rested(self, ordinal: int) -> bool:
        write = self._archive.standing(ordinal).get(AT_REST)
        found = self._archive.found(ordinal, AT_REST) if write and not write.ordinal else None
        return ordinal not in (RULE_READ, INTEGRATIONS_READ, EDITOR_READ) and found is not None

    def _read_main(self, ordinal: int, chars: int, wanted: str) -> None:
        first = {RULE_READ: RULE, RULE_TOO: RULE, INTEGRATIONS_READ: INTEGRATIONS, EDITOR_READ: EDITOR}
        named = wanted or first.get(ordinal, "")
        number = min(1 + (chars > 2_500) + (chars > 6_500), self._files[ordinal])
        if ordinal <= RULE_TOO:
            number = 2 if ordinal >= RULE_TOO - 2 else 1
        paths = [named] if named else []
        able = dict(self._main(ordinal))
        if any(path not in able and path not in (AT_REST,) for path in paths):
            raise MissError(f"{ordinal} cannot read what it must")
        if len(paths) == number == 1 and self._size(ordinal, paths) < chars:
            number = 2
        while len(paths) < number:
            paths.append(self._next_main(ordinal, able, paths))
        if self._size(ordinal, paths) < chars:
            paths[-1] = self._largest(ordinal, able, paths[:-1])
        self._share_out(ordinal, paths, chars)

    def _main(self, ordinal: int) -> Iterator[tuple[str, Found]]:
        """Main files that may be read, but for those that one case alone reads."""
        for path, write in self._archive.standing(ordinal).items():
            open_to_it = path != RULE or ordinal in (RULE_READ, RULE_TOO)
            known = is_main(path) and write.ordinal and open_to_it
            if known and (found := self._archive.found(ordinal, path)):
                yield path, found

    def _next_main(self, ordinal: int, able: Mapping[str, Found], taken: Iterable[str]) -> str:
        left = sorted(able.keys() - {*taken, RULE})
        if not left:
            raise MissError(f"{ordinal} finds no main file")
        weights = [(6 if section(path) == "register" else 1) * (1 if able[path].long else 3) for path in left]
        return self._rng.choices(left, weights)[0]

    def _largest(self, ordinal: int, able: Iterable[str], taken: Iterable[str]) -> str:
        standing = self._archive.standing(ordinal)
        left = sorted(set(able) - {*taken, RULE}, key=lambda path: (standing[path].chars, path))
        if not left:
            raise MissError(f"{ordinal} finds no main file")
        return left[-1]

    def _size(self, ordinal: int, paths: Iterable[str]) -> int:
        return sum(self._archive.standing(ordinal)[path].chars for path in paths)

    def _share_out(self, ordinal: int, paths: list[str], chars: int) -> None:
        """Gives each file its part of the characters, the small ones first."""
        standing = self._archive.standing(ordinal)
        left = chars
        ordered = sorted(paths, key=lambda path: standing[path].chars)
        for place, path in enumerate(ordered):
            others = sum(standing[other].chars for other in ordered[place + 1 :])
            least = max(60, left - others)
            most = min(standing[path].chars, left - 60 * (len(ordered) - place - 1))
            if least > most:
                raise MissError(f"{ordinal} reads more than its files hold")
            part = (
                most if place == len(ordered) - 1 else min(most, max(least, left // (len(ordered) - place)))
            )
            found = self._archive.found(ordinal, path)
            if found is None:
                raise MissError(f"{ordinal} must not read {path}")
            self._add(ordinal, path, found).chars = [part]
            left -= part
        if left:
            raise MissError(f"{ordinal} reads more than its files hold")

    def _read_excluded(self) -> None:
        for write in self._archive.writes:
            if write.by != "excluded":
                continue
            able = [o for o in self._files if self._room(o) and write.path in self._archive.standing(o)][:25]
            able = [
                o for o in able if (found := self._archive.found(o, write.path)) and found.days < LONG_DAYS
            ]
            if not able:
                raise MissError("nobody reads a log of an excluded thread")
            for ordinal in self._rng.sample(able, min(READERS_OF_EXCLUDED, len(able))):
                self._add(ordinal, write.path, self._known(ordinal, write.path))

    def _known(self, ordinal: int, path: str) -> Found:
        found = self._archive.found(ordinal, path)
        if found is None:
            raise MissError("a read whose days are in doubt")
        return found

    def _read_extremes(self) -> None:
        self._one_of(lambda found: found.distance == LARGEST_DISTANCE, "the largest distance")
        self._one_of(lambda found: found.days == LARGEST_DAYS, "the largest number of days")

    def _one_of(self, fits: Fits, what: str) -> None:
        able = [place for place in self._open_logs() if fits(place[2])]
        if not able:
            raise MissError(f"no read at {what}")
        self._add(*self._rng.choice(able))

    def _open_logs(self) -> Iterator[tuple[int, str, Found]]:
        for ordinal in self._files:
            if self._room(ordinal):
                for path, found in self._archive.logs(ordinal):
                    if not self._holds(ordinal, path):
                        yield ordinal, path, found

    def _read_edges(self) -> None:
        self._some_of(lambda found: found.distance == 50, AT_FIFTY)
        self._some_of(lambda found: found.days == LONG_DAYS and not found.long, AT_TWENTY)

    def _some_of(self, fits: Fits, number: int) -> None:
        able = [place for place in self._open_logs() if fits(place[2])]
        self._rng.shuffle(able)
        for place in able:
            if number and self._room(place[0]) and not self._holds(place[0], place[1]):
                self._add(*place)
                number -= 1
        if number:
            raise MissError("too few reads where a percentile falls")

    def _log(self, ordinal: int) -> tuple[str, Found]:
        """One more log: mostly of the latest, some from before, few old ones."""
        able = [
            (path, found)
            for path, found in self._archive.logs(ordinal)
            if not self._holds(ordinal, path)
            and found.distance < (LARGEST_DISTANCE if not found.long else _FAR)
            and found.distance != 50
            and found.days not in (LONG_DAYS, LARGEST_DAYS)
        ]
        near = [one for one in able if one[1].distance <= _NEAREST]
        between = [one for one in able if _NEAREST < one[1].distance <= 50]
        far = [one for one in able if one[1].long]
        for logs in self._order(near, between, far):
            if logs:
                return logs[min(int(self._rng.expovariate(0.25)), len(logs) - 1)]
        raise MissError(f"{ordinal} finds no log")

    def _order(self, near: Logs, between: Logs, far: Logs) -> list[Logs]:
        drawn = self._rng.random()
        if drawn < 0.08 and far:
            self._rng.shuffle(far)
            return [far, near, between]
        return [near, between, far] if drawn < 0.55 else [between, near, far]
