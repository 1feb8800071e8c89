"""Reread: measure what AI coding agents read of the memory kept for them."""

__version__ = "0.1.0"
