"""Ending when the system asks for it, with what was made for a while cleared away."""

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread

TERMINATED = 143
"""The exit code after SIGTERM, as shells count it."""


@contextmanager
def cleared_away() -> Iterator[None]:
    """Within it SIGTERM ends this process as an exception does. Outside the main thread nothing changes."""
    if current_thread() is not main_thread():
        yield
        return
    before = signal.getsignal(signal.SIGTERM)
    clear_away()
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before or signal.SIG_DFL)


def clear_away() -> None:
    """From now on SIGTERM ends this process as an exception does: for a process that works for another."""
    signal.signal(signal.SIGTERM, _end)


def _end(*_: object) -> None:
    # A second request must not break off the clearing away.
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    sys.exit(TERMINATED)
