"""Python's collector of garbage, held back where many rows are made and none is garbage."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

_ROWS = 200_000


@contextmanager
def seldom() -> Iterator[None]:
    """Let the collector look only after so many new objects: each look passes over every live row."""
    before = gc.get_threshold()
    gc.set_threshold(_ROWS, 20, 50)
    try:
        yield
    finally:
        gc.set_threshold(*before)
