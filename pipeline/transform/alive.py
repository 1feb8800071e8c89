"""Sums over what is alive, for any number of instants at once."""

from collections.abc import Mapping

import numpy as np
import pandas as pd

from pipeline.transform.asof import FOREVER, Integers, instants


class Alive:
    """Rows alive from `valid_from` until, not at, `valid_to` (empty: for ever), and how much each counts.

    `changes` are the instants at which any sum may change, sorted. Between two of them all sums stand still,
    so a million questions cost little more than one.
    """

    def __init__(self, rows: pd.DataFrame, amounts: Mapping[str, Integers]) -> None:
        begins = instants(rows["valid_from"])
        ends = instants(rows["valid_to"], missing=FOREVER)
        self.changes: Integers = np.unique(np.concatenate([begins, ends]))
        born, gone = (np.searchsorted(self.changes, at) + 1 for at in (begins, ends))
        self._sums = {name: self._upto(born, gone, amount) for name, amount in amounts.items()}

    def _upto(self, born: Integers, gone: Integers, amount: Integers) -> Integers:
        steps = np.zeros(len(self.changes) + 1, dtype=np.int64)
        np.add.at(steps, born, amount)
        np.subtract.at(steps, gone, amount)
        return np.cumsum(steps, dtype=np.int64)

    def sums(self, at: Integers) -> dict[str, Integers]:
        """By amount its sum over the rows alive at each instant."""
        place = np.searchsorted(self.changes, at, side="right")
        return {name: sums[place] for name, sums in self._sums.items()}


def counted(column: "pd.Series[int]") -> Integers:
    """The column as amounts; what is unknown adds nothing."""
    return np.asarray(column.fillna(0), dtype=np.int64)
