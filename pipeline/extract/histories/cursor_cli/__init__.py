"""The store of Cursor's command line: `~/.cursor/chats/<md5 of the folder>/<agent>/store.db`."""

from pipeline.extract.histories.cursor_cli.store import CURSOR_CLI

__all__ = ["CURSOR_CLI"]
