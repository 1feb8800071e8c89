"""From raw histories and repositories to tables."""
