"""A series: one number for each row of a population, and the stretches of conversations it may be cut to."""

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
import pandas as pd

from pipeline.measures.evidence import Evidence

Numbers = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Series:
    """Numbers in order, one a row of the population.

    `rows` holds the key columns of the table the numbers come from, where there is one the `ordinal` and
    `kind` of the conversation, and the number itself in the column `number`. `undetermined` counts the
    rows of the population without a number, by reason. `dependent` is True where the numbers follow each
    other in time, one a conversation, so that an interval must resample blocks.
    """

    rows: pd.DataFrame
    unit: str
    undetermined: dict[str, int] = field(default_factory=dict)
    dependent: bool = False

    @property
    def numbers(self) -> Numbers:
        """The numbers as floats."""
        return self.rows["number"].to_numpy(dtype=np.float64)

    def where(self, kept: "pd.Series[bool]") -> "Series":
        """The same series, cut to the rows for which `kept` is true."""
        return Series(
            self.rows.loc[kept].reset_index(drop=True), self.unit, self.undetermined, self.dependent
        )


@dataclass(frozen=True, slots=True)
class Stretch:
    """A stretch of conversations by ordinal: the first to the last given, or the `newest` n of the study."""

    first: int = 1
    last: int | None = None
    newest: int | None = None

    @property
    def sentence(self) -> str:
        """The stretch in words."""
        if self.newest is not None:
            return f"the last {self.newest} conversations"
        return f"conversations {self.first} to {self.last}" if self.last else "all conversations"

    def ordinals(self, evidence: Evidence) -> set[int]:
        """The ordinals in the stretch; for `newest`, by the reading `last_stretch` over all or over work."""
        independent = evidence.independent()
        if self.newest is None:
            inside = independent["ordinal"].between(self.first, self.last or len(independent))
            return set(independent.loc[inside, "ordinal"])
        if evidence.study.readings.last_stretch == "over work":
            independent = independent.loc[independent["kind"] == "work"]
        return set(independent["ordinal"].tail(self.newest))

    def cut(self, series: Series, evidence: Evidence) -> Series:
        """The part of the series whose conversations lie in the stretch."""
        return series.where(series.rows["ordinal"].isin(self.ordinals(evidence)))


ALL = Stretch()
EARLY = Stretch(2, 20)
LATE = Stretch(newest=30)
