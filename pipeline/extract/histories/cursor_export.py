"""Placeholder of the cursor-export reader."""

from collections.abc import Iterator
from pathlib import Path

from pipeline.extract.histories.formats import Context, Format, Unit


def _stores(path: Path) -> Iterator[Path]:
    yield from ()


def _units(store: Path, context: Context) -> Iterator[Unit]:
    yield from ()


CURSOR_EXPORT = Format("cursor-export", "cursor-export", _stores, _units)
