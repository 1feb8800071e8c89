"""From tables to tables."""
