"""Cursor's "Export chat": one conversation as Markdown, without its calls."""

from pipeline.extract.histories.cursor_export.store import CURSOR_EXPORT

__all__ = ["CURSOR_EXPORT"]
