"""Placeholder of the cursor-transcript reader."""

from collections.abc import Iterator
from pathlib import Path

from pipeline.extract.histories.formats import Context, Format, Unit


def _stores(path: Path) -> Iterator[Path]:
    yield from ()


def _units(store: Path, context: Context) -> Iterator[Unit]:
    yield from ()


CURSOR_TRANSCRIPT = Format("cursor-transcript", "cursor-transcript", _stores, _units)
