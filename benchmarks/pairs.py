"""Ratios of two ways to do one thing, from pairs of runs that stand side by side in time."""

import resource
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

Work = Callable[[], Any]


@dataclass(frozen=True, slots=True)
class Timed:
    """Seconds of each way in each round, by the clock and of the processors (its own processes and those it
    started), and what each way answered in the last."""

    seconds: Sequence[Sequence[float]]
    worked: Sequence[Sequence[float]]
    answers: Sequence[Any]

    def ratio(self, above: int, below: int) -> float:
        """The median over the rounds of one way's seconds over another's."""
        return statistics.median(a / b for a, b in zip(self.seconds[above], self.seconds[below], strict=True))


def timed(ways: Sequence[Work], rounds: int) -> Timed:
    """Run all ways in turn, so many rounds: what slows the machine for a while slows all of them.

    Every other round runs in reverse order, so that none always comes after the same one.
    """
    seconds: list[list[float]] = [[] for _ in ways]
    worked: list[list[float]] = [[] for _ in ways]
    answers: list[Any] = [None] * len(ways)
    for number in range(rounds):
        order = range(len(ways)) if number % 2 == 0 else range(len(ways) - 1, -1, -1)
        for way in order:
            began, busy = time.perf_counter(), _busy()
            answers[way] = ways[way]()
            seconds[way].append(time.perf_counter() - began)
            worked[way].append(_busy() - busy)
    return Timed(seconds, worked, answers)


def _busy() -> float:
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def agree(*answers: Any) -> None:
    """End the run where two ways did not answer alike: their times would say nothing."""
    for answer in answers[1:]:
        if answer != answers[0]:
            raise SystemExit(f"the answers differ: {str(answers[0])[:300]} and {str(answer)[:300]}")


def each(spent: Timed) -> str:
    """The median seconds of each way by the clock, and of the processors."""
    clock, worked = (
        " and ".join(f"{statistics.median(way):.3f} s" for way in ways)
        for ways in (spent.seconds, spent.worked)
    )
    return f"{clock}; of the processors {worked}"
