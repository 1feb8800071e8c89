"""Synthetic studies, written as raw files; imports nothing above floor 0."""
