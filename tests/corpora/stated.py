"""What the corpora state of themselves, and the rows in which they are known to be wrong."""

import csv
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Stated:
    """One figure that a corpus states."""

    corpus: str
    figure: str
    stated: str


@dataclass(frozen=True, slots=True)
class Difference:
    """One history in which a corpus' own figure is wrong: what it holds, what is right, and why."""

    corpus: str
    figure: str
    id: str
    oracle: str
    ours: str
    reason: str


def figures() -> list[Stated]:
    """Every stated figure, in the order of the corpora's tables."""
    return [Stated(**row) for row in _rows("stated.csv")]


def differences() -> list[Difference]:
    """Every known difference."""
    return [Difference(**row) for row in _rows("differences.csv")]


def rows() -> dict[tuple[str, str], int]:
    """By corpus and derived table how many rows it has."""
    return {(row["corpus"], row["table"]): int(row["rows"]) for row in _rows("rows.csv")}


def _rows(name: str) -> list[dict[str, str]]:
    with (HERE / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))
