"""Texts in lines that fit a width."""

import re
from bisect import bisect_left
from collections.abc import Callable

from matplotlib.backends.backend_agg import RendererAgg
from matplotlib.font_manager import FontProperties

from pipeline.figures import style
from pipeline.figures.lettering import drawable

MOST = 6
"""Lines of one text; what is more is left out and an ellipsis says so."""
_SIGN = re.compile(r"\[U\+[0-9A-F]{4,6}\]|.")
"""A code for a sign without a letter is not broken."""


def wrapped(text: str, size: float, width: float, weight: str = "normal") -> list[str]:
    """The drawable text in lines of at most `width` inches in letters of `size` points."""
    measure = RendererAgg(1, 1, style.DPI)
    letters = FontProperties(size=size, weight=weight)

    def fits(line: str) -> bool:
        extent: float = measure.get_text_width_height_descent(line, letters, False)[0]
        return extent <= width * style.DPI

    made = lines(drawable(text), fits)
    return made if len(made) <= MOST else [*made[: MOST - 1], _cut(made[MOST - 1], fits)]


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
        *whole, line = _broken(word, fits)
        made += whole
    return [*made, line] if line else made


def _broken(word: str, fits: Callable[[str], bool]) -> list[str]:
    signs, parts = _SIGN.findall(word), []
    while signs and not fits("".join(signs)):
        lengths = range(1, len(signs) + 1)
        most = max(1, bisect_left(lengths, True, key=lambda n: not fits("".join(signs[:n]))))
        parts.append("".join(signs[:most]))
        signs = signs[most:]
    return [*parts, "".join(signs)]


def _cut(line: str, fits: Callable[[str], bool]) -> str:
    signs = _SIGN.findall(line)
    while signs and not fits("".join(signs) + "…"):
        signs.pop()
    return "".join(signs) + "…"
