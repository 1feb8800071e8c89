"""Texts in lines that fit a width."""

from collections.abc import Callable

from matplotlib.backends.backend_agg import RendererAgg
from matplotlib.font_manager import FontProperties

from pipeline.figures.lettering import drawable


def wrapped(text: str, size: float, width: float, weight: str = "normal") -> list[str]:
    """The drawable text in lines of at most `width` inches in letters of `size` points."""
    measure = RendererAgg(1, 1, 72)
    letters = FontProperties(size=size, weight=weight)

    def fits(line: str) -> bool:
        extent: float = measure.get_text_width_height_descent(line, letters, False)[0]
        return extent <= 72 * width

    return lines(drawable(text), fits)


def lines(text: str, fits: Callable[[str], bool]) -> list[str]:
    """Lines of words that fit; a word that fits no line is broken, one sign a line at the least."""
    made: list[str] = []
    line = ""
    for word in text.split():
        longer = f"{line} {word}" if line else word
        if fits(longer):
            line = longer
            continue
        made += [line] if line else []
        line = word
        while len(line) > 1 and not fits(line):
            cut = next(n for n in range(len(line) - 1, 0, -1) if n == 1 or fits(line[:n]))
            made.append(line[:cut])
            line = line[cut:]
    return [*made, line] if line else made
