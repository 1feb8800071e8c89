"""Horizontal bars with their numbers beside them."""

from collections.abc import Sequence

from matplotlib.axes import Axes

from pipeline.figures import style
from pipeline.figures.style import FIRST, Tone
from pipeline.figures.wording import percent


def parts(panel: Axes, names: Sequence[str], numbers: Sequence[int], unit: str) -> None:
    """Parts of a whole: one bar a name from the top down, each with its number and its share of all."""
    total = sum(numbers)
    labelled(panel, names, numbers, [n / total if total else None for n in numbers], unit)


def labelled(
    panel: Axes, names: Sequence[str], numbers: Sequence[int], shares: Sequence[float | None], unit: str
) -> None:
    """One bar a name from the top down, each with its number and the share given for it."""
    said = [
        f"{n:,}" if share is None else f"{n:,}  ({percent(share)})"
        for n, share in zip(numbers, shares, strict=True)
    ]
    places = list(range(len(names)))
    made = panel.barh(places, numbers, height=0.62, color=FIRST.fill)
    panel.bar_label(made, said, padding=4, fontsize=8)
    frame(panel, places, names, max(*numbers, 1), unit)


def pairs(
    panel: Axes, names: Sequence[str], series: Sequence[tuple[str, Sequence[int], Tone]], unit: str
) -> None:
    """Several bars a name, one for each series (its name, its numbers, its tone), with their numbers."""
    thick = 0.8 / len(series)
    for nth, (name, numbers, tone) in enumerate(series):
        places = [place + (nth - (len(series) - 1) / 2) * thick for place in range(len(names))]
        made = panel.barh(
            places, numbers, height=thick * 0.9, label=name, color=tone.fill, hatch=tone.hatch,
            edgecolor=style.INK, linewidth=0.6,
        )  # fmt: skip
        panel.bar_label(made, [f"{n:,}" for n in numbers], padding=4, fontsize=8)
    frame(panel, list(range(len(names))), names, max(max(numbers) for _, numbers, _ in series), unit)
    style.key(panel)


def frame(panel: Axes, places: Sequence[float], names: Sequence[str], most: float, unit: str) -> None:
    """The names at their places from the top down, and room for a label behind the longest bar."""
    panel.set_yticks(places, names)
    panel.invert_yaxis()
    panel.set_xlim(0, max(most, 1) * 1.4)
    panel.set_xlabel(unit)
    style.counted(panel.xaxis)
    style.along_x(panel)
