"""Counts of each history by a corpus' own rules: plain passes over its lines, sharing no code."""
