"""Cursor desktop: conversations in `state.vscdb`, a key-value store in SQLite."""

from pipeline.extract.histories.cursor_desktop.store import CURSOR_DESKTOP

__all__ = ["CURSOR_DESKTOP"]
