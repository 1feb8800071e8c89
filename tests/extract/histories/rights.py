"""Files and folders that may not be read, whoever runs the tests."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

NOBODY = 65534


@contextmanager
def another_user() -> Iterator[None]:
    """Within it a file's rights hold, for root too."""
    own = os.geteuid()
    if own == 0:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(own)
