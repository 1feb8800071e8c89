"""Rows printed in columns: as wide as their cells, one column cut to what a terminal leaves."""

import shutil
import sys
from collections.abc import Sequence

import click

from pipeline.cli.options import plain

GAP = "  "
_LEAST = 12


def print_columns(
    headings: Sequence[str], rows: Sequence[Sequence[object]], *, cut: str | None = None, indent: str = ""
) -> None:
    """Print rows below headings; numbers to the right, None as nothing.

    Where standard output is a terminal, the column headed `cut` is shortened so that lines fit; no other
    cell is ever shortened, since ids and paths are there to be copied.
    """
    from rich.cells import cell_len, set_cell_size

    cells = [[_text(value) for value in row] for row in rows]
    widths = [max(cell_len(line[at]) for line in [list(headings), *cells]) for at in range(len(headings))]
    if cut is not None and sys.stdout.isatty():
        at = headings.index(cut)
        others = sum(widths) - widths[at] + len(GAP) * (len(widths) - 1) + len(indent)
        widths[at] = min(widths[at], max(_LEAST, shutil.get_terminal_size().columns - others - 1))
    numeric = [bool(rows) and all(isinstance(r[at], int | float) or r[at] is None for r in rows)
               for at in range(len(headings))]  # fmt: skip
    click.echo(_line(headings, widths, numeric, indent))
    for line in cells:
        fitted = [
            f"{set_cell_size(cell, widths[at] - 1)}…" if cell_len(cell) > widths[at] else cell
            for at, cell in enumerate(line)
        ]
        click.echo(_line(fitted, widths, numeric, indent))


def _line(cells: Sequence[str], widths: Sequence[int], numeric: Sequence[bool], indent: str) -> str:
    from rich.cells import cell_len

    shown = []
    for cell, width, right in zip(cells, widths, numeric, strict=True):
        space = " " * (width - cell_len(cell))
        shown.append(space + cell if right else cell + space)
    return (indent + GAP.join(shown)).rstrip()


def _text(value: object) -> str:
    if value is None:
        return ""
    return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else plain(value)
