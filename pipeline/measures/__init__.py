"""From tables to one named value each."""
