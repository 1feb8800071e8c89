"""How much a benchmark is asked to do."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Options:
    """`quick`: a small size, to see that it runs; its ratios say nothing. `size`: megabytes to read, where a
    benchmark reads a file."""

    quick: bool = False
    size: int | None = None

    def rounds(self, wanted: int) -> int:
        """How many rounds to take the median of."""
        return 1 if self.quick else wanted

    def megabytes(self, stated: int) -> int:
        """The size asked for, else the stated one."""
        return self.size or (2 if self.quick else stated)
