"""The command line: parse, call one function, print."""

import click


@click.group()
@click.version_option(package_name="reread")
def main() -> None:
    """Measure what AI coding agents read of the memory kept for them."""
