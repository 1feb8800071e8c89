"""Placeholder of the claude-code reader."""

from collections.abc import Iterator
from pathlib import Path

from pipeline.extract.histories.formats import Context, Format, Unit


def _stores(path: Path) -> Iterator[Path]:
    yield from ()


def _units(store: Path, context: Context) -> Iterator[Unit]:
    yield from ()


CLAUDE_CODE = Format("claude-code", "claude-code", _stores, _units)
