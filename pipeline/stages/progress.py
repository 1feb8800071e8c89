"""Telling how far long work has come."""

import time
from collections.abc import Callable

Tell = Callable[[str], None]
"""Called with a sentence when a stage begins, and now and then while it goes on."""

EVERY = 2.0
"""Seconds between two sentences about one stage."""


def quietly(_: str) -> None:
    """Tells nobody."""


class Counting:
    """Counts pieces of work and tells now and then how many are done."""

    def __init__(self, tell: Tell, what: str) -> None:
        self._tell, self._what = tell, what
        self._done, self._told_at = 0, time.monotonic()

    def one(self) -> None:
        """One more is done."""
        self._done += 1
        now = time.monotonic()
        if now - self._told_at >= EVERY:
            self._told_at = now
            self._tell(f"{self._what}: {self._done:,} so far")
