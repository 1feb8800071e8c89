"""The command line: parse, call one function, print."""

from pipeline.cli.group import main

__all__ = ["main"]
