"""docs/faults.md: faults that were put into the package on purpose, and what catches each."""

import json
import tomllib
from pathlib import Path

from docs.generate.markdown import code, codes, grid, page

_FOLDER = Path(__file__).parents[2] / "tests" / "faults"
_SHOWN = 4
_BEFORE = """
A number that nothing can refute is worth little. Each fault below is put into a copy of the package, one at a
time; the copy then measures the article's twin and the small planted study. A fault is caught where a
claim of the twin's ledger no longer stands, or where a measure of the planted study is not the value that
was worked out by hand, or where a test fails.

`make test-all` tries them all; `python -m tests.faults` tries them and writes down anew what catches each.
"""


def faults_page() -> str:
    """The page of faults: what is wrong, where, and the claims, measures and tests that say so."""
    faults = tomllib.loads((_FOLDER / "faults.toml").read_text("utf-8"))["fault"]
    catchers = json.loads((_FOLDER / "catchers.json").read_text("utf-8"))
    rows = [
        (
            fault["name"],
            code(f"pipeline/{fault['file']}"),
            _some(catchers[fault["name"]]["claims"]),
            _some(catchers[fault["name"]]["measures"] + catchers[fault["name"]]["tests"]),
        )
        for fault in faults
    ]
    heads = ("fault", "in", "claims of the twin that fall", "hand-worked measures that differ, or a test")
    return page("Faults", "tests/faults/", _BEFORE, grid(heads, rows))


def _some(names: list[str]) -> str:
    if not names:
        return "none"
    rest = len(names) - _SHOWN
    return codes(names[:_SHOWN]) + (f" and {rest} more" if rest > 0 else "")
