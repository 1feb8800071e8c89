"""What every measure returns."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd

Value = int | float | str | None


@dataclass(frozen=True, slots=True)
class Measure:
    """One named value.

    `value` is None where it is undefined. `n` is the size of the population; `rows` are the table rows
    behind it (a frame with the key columns of one table, and the number each row gives); `undetermined`
    counts what could not be determined, by reason; `interval` is a 95 % interval where the value is a
    statistic of a series, and `block` the block length it was made with.
    """

    name: str
    value: Value
    unit: str
    n: int | None
    rows: "pd.DataFrame"
    undetermined: dict[str, int]
    interval: tuple[float, float] | None = None
    block: int | None = None


def answer(
    name: str, holds: bool, rows: "pd.DataFrame", undetermined: dict[str, int] | None = None
) -> Measure:
    """1 if something holds of the rows, else 0; undefined where there are no rows for it to hold of."""
    value = int(holds) if len(rows) else None
    return Measure(name, value, "yes or no", len(rows), rows, undetermined or {})
