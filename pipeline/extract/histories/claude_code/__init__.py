"""Claude Code: one file of JSON lines a session, its sub-agents in files of their own or inside it."""

from pipeline.extract.histories.claude_code.store import CLAUDE_CODE

__all__ = ["CLAUDE_CODE"]
