"""Placeholder of the cursor-cli reader."""

from collections.abc import Iterator
from pathlib import Path

from pipeline.extract.histories.formats import Context, Format, Unit


def _stores(path: Path) -> Iterator[Path]:
    yield from ()


def _units(store: Path, context: Context) -> Iterator[Unit]:
    yield from ()


CURSOR_CLI = Format("cursor-cli", "cursor-cli", _stores, _units)
