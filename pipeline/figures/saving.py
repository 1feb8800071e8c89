"""Figures as bytes that are the same on each run."""

import io
import re

from matplotlib import rc_context
from matplotlib.figure import Figure

_TAG = re.compile(r"<[A-Za-z][^>]*>")
_NAMED = re.compile(r'(\sid="|href="#|url\(#)')


def settle(figure: Figure) -> None:
    """Lay the panels out once and for all, which every saving would do twice over."""
    figure.draw_without_rendering()
    figure.set_layout_engine(None)


def png(figure: Figure) -> bytes:
    """The settled figure as PNG, without the program's version."""
    made = io.BytesIO()
    figure.savefig(made, format="png", metadata={"Software": None})
    return made.getvalue()


def svg(figure: Figure, name: str, title: str) -> bytes:
    """The settled figure as SVG without date and version; all ids begin with `name`, so that several charts
    fit one page."""
    made = io.BytesIO()
    with rc_context({"svg.hashsalt": name}):
        figure.savefig(made, format="svg", metadata={"Title": title, "Date": None, "Creator": None})
    text = made.getvalue().decode("utf-8")
    return _TAG.sub(lambda tag: _NAMED.sub(rf"\g<1>{name}-", tag.group()), text).encode("utf-8")
