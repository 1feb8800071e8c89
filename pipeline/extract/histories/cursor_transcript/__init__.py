"""Cursor's agent transcripts: `~/.cursor/projects/<slug>/agent-transcripts/`, in three layouts."""

from pipeline.extract.histories.cursor_transcript.store import CURSOR_TRANSCRIPT

__all__ = ["CURSOR_TRANSCRIPT"]
