"""How all charts look: one size of letters, tones told apart by lightness and pattern, fixed settings."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from threading import RLock
from typing import Any

import matplotlib as mpl
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.ticker import MaxNLocator

from pipeline.figures import lettering

DPI = 150
WIDTH = 8.0
"""Of every chart, in inches."""
MANY = 5_000
"""Layers with more points are drawn as pixels in the SVG too."""

INK = "#222222"
FAINT = "#6b6b6b"
RULE = "#d5d5d5"


@dataclass(frozen=True, slots=True)
class Tone:
    """How one of several things is told apart: fill, pattern, marker and line, each enough by itself."""

    fill: str
    hatch: str
    marker: str
    line: str


TONES = (
    Tone("#16304f", "", "o", "-"),
    Tone("#e8bd55", "///", "s", "--"),
    Tone("#6b5a28", "...", "^", "-."),
    Tone("#cfe3ee", "\\\\\\", "D", ":"),
    Tone("#4f93b8", "xx", "v", (0, (6, 1, 1, 1, 1, 1))),  # type: ignore[arg-type]
    Tone("#ffffff", "++", "P", (0, (1, 3))),  # type: ignore[arg-type]
)
"""In the order of use. Neighbours differ most; no two are close in lightness."""

FIRST, SECOND = TONES[0], TONES[1]
DRAWN = (TONES[0], TONES[2], TONES[4])
"""Those dark enough for lines and marks on white."""

_SETTINGS: dict[str, Any] = {
    "font.size": 9,
    "axes.titlesize": 9,
    "axes.titlelocation": "left",
    "axes.titleweight": "bold",
    "axes.labelsize": 9,
    "xtick.labelsize": 8,
    "ytick.labelsize": 8,
    "legend.fontsize": 8,
    "legend.frameon": False,
    "text.color": INK,
    "text.parse_math": False,
    "axes.labelcolor": INK,
    "axes.edgecolor": FAINT,
    "xtick.color": INK,
    "ytick.color": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.grid": True,
    "grid.color": RULE,
    "grid.linewidth": 0.6,
    "axes.formatter.useoffset": False,
    "axes.formatter.use_locale": False,
    "hatch.linewidth": 0.6,
    "lines.linewidth": 1.4,
    "lines.markersize": 4.5,
    "savefig.dpi": DPI,
    "figure.dpi": DPI,
    "svg.fonttype": "path",
    "svg.image_inline": True,
    "timezone": "UTC",
}


_ALONE = RLock()
"""matplotlib's settings belong to the whole process, so one thread draws at a time."""


@contextmanager
def fixed() -> Iterator[None]:
    """Everything drawn and saved inside looks the same on each machine, whatever its own settings."""
    settings: dict[Any, Any] = dict(mpl.rcParamsDefault)
    del settings["backend"], settings["backend_fallback"]
    settings |= _SETTINGS
    settings["font.family"] = lettering.families()
    with _ALONE, mpl.rc_context(settings):
        yield


def light(artist: Artist, points: int) -> None:
    """Let a layer of many points be pixels inside the SVG."""
    artist.set_rasterized(points > MANY)


def counted(axis: Axis) -> None:
    """Mark whole numbers alone, thousands apart."""
    axis.set_major_locator(MaxNLocator(nbins=6, integer=True, min_n_ticks=1))
    axis.set_major_formatter("{x:,.0f}")


def along_x(panel: Axes) -> None:
    """Keep only the grid lines that help to read values along x."""
    panel.grid(False, axis="y")
    panel.tick_params(axis="y", length=0)


def along_y(panel: Axes) -> None:
    """Keep only the grid lines that help to read values along y."""
    panel.grid(False, axis="x")


def pointer(panel: Axes, at: float, name: str, tone: Tone) -> None:
    """A mark at the upper edge above a value of x, named in the key."""
    panel.plot(
        [at], [1], transform=panel.get_xaxis_transform(), clip_on=False, linestyle="none", marker=tone.marker,
        markersize=8, color=tone.fill, markeredgecolor=INK, label=name, zorder=5,
    )  # fmt: skip


def key(panel: Axes, entries: Sequence[tuple[Artist, str]] | None = None, columns: int = 3) -> None:
    """The key of a panel, above it: of the entries given, else of what was drawn with a name."""
    found = entries or list(zip(*panel.get_legend_handles_labels(), strict=True))
    made = panel.legend(
        [artist for artist, _ in found],
        [str(nth) for nth in range(len(found))],
        loc="lower left",
        bbox_to_anchor=(0, 1.02),
        ncols=columns,
        borderaxespad=0.2,
        handlelength=2.6,
    )
    for text, (_, name) in zip(made.get_texts(), found, strict=True):
        text.set_text(name)
