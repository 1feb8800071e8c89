"""Which files a shell command touches."""

from collections.abc import Sequence

from pipeline.extract.histories.records import Access, Status
from pipeline.extract.paths import Locator


def accesses(
    command: str | Sequence[str],
    locator: Locator,
    folder: str | None,
    *,
    output: str | None = None,
    status: Status = "ok",
) -> list[Access]:
    """The accesses of one command."""
    return []
