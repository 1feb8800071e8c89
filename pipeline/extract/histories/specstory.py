"""Placeholder of the specstory reader."""

from collections.abc import Iterator
from pathlib import Path

from pipeline.extract.histories.formats import Context, Format, Unit


def _stores(path: Path) -> Iterator[Path]:
    yield from ()


def _units(store: Path, context: Context) -> Iterator[Unit]:
    yield from ()


SPECSTORY = Format("specstory", "specstory", _stores, _units)
