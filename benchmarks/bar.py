"""One bar: what was measured against what, and whether the ratio keeps to it."""

from dataclasses import dataclass
from typing import Literal

Unit = Literal["x", "%", "MB"]


@dataclass(frozen=True, slots=True)
class Bar:
    """A ratio and its limit. `faster` True: the ratio must reach the limit; False: it must not pass it."""

    what: str
    size: str
    against: str
    ratio: float
    limit: float
    faster: bool = False
    unit: Unit = "x"
    note: str = ""

    @property
    def met(self) -> bool:
        return self.ratio >= self.limit if self.faster else self.ratio <= self.limit

    def line(self) -> str:
        """What, size, against what, met or missed, bar; the ratio last."""
        sign = "≥" if self.faster else "≤"
        judged = "met" if self.met else "missed"
        note = f" [{self.note}]" if self.note else ""
        bar = f"{sign} {shown(self.limit, self.unit)}"
        return (
            f"{self.what}; {self.size}; against {self.against}{note}; "
            f"bar {bar}: {judged}: {shown(self.ratio, self.unit)}"
        )


def shown(number: float, unit: Unit) -> str:
    """A ratio as text: three digits, the percent as such."""
    digits = 0 if number >= 100 else 1 if number >= 10 else 2
    return f"{number:,.{digits}f}{'' if unit == 'x' else ' '}{unit}"
