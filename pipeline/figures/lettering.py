"""The letters of the charts: fonts that come with the program, and what is shown for a sign none has."""

import re
import unicodedata
from dataclasses import replace
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import matplotlib as mpl
from matplotlib import font_manager
from matplotlib.ft2font import FT2Font

LATIN = "Reread"
"""Family name under which DejaVu Sans, as bundled with matplotlib, is known here: another version may be
installed on the machine."""
EAST_ASIAN = "Reread East Asian"
"""Family name of Noto Sans CJK, from the package of that font; its one weight serves as bold too."""
_EAST_ASIAN_PACKAGE = "noto_cjk_sans_jp_regular"
_EAST_ASIAN_FILE = "NotoSansCJKjp-Regular.otf"


@cache
def families() -> list[str]:
    """The families in which a sign is looked for, made known to matplotlib when first asked."""
    bundled = Path(mpl.get_data_path()) / "fonts" / "ttf"
    _known(bundled / "DejaVuSans.ttf", LATIN, 400)
    _known(bundled / "DejaVuSans-Bold.ttf", LATIN, 700)
    wide = _east_asian()
    if wide is None:
        return [LATIN]
    _known(wide, EAST_ASIAN, 400)
    _known(wide, EAST_ASIAN, 700)
    return [LATIN, EAST_ASIAN]


def drawable(text: str) -> str:
    """The text in one line with a visible code such as [U+1F600] for each sign that no font here has."""
    composed = unicodedata.normalize("NFC", text)
    signs = (sign for sign in re.sub(r"\s+", " ", composed).strip() if _printed(sign))
    return "".join(sign if _has(ord(sign)) else f"[U+{ord(sign):04X}]" for sign in signs)


def shortened(text: str, most: int = 36) -> str:
    """The drawable text, its middle left out where it has more signs than `most`."""
    shown = drawable(text)
    if len(shown) <= most:
        return shown
    head = (most - 1) // 2
    return f"{shown[:head]}…{shown[head + 1 - most :]}"


def _printed(sign: str) -> bool:
    return unicodedata.category(sign) not in {"Cc", "Cf", "Cs"} and sign not in "\ufe0e\ufe0f"


@cache
def _has(code: int) -> bool:
    return any(font.get_char_index(code) for font in _fonts())


@cache
def _fonts() -> tuple[FT2Font, ...]:
    files = [Path(mpl.get_data_path()) / "fonts" / "ttf" / "DejaVuSans.ttf", _east_asian()]
    return tuple(FT2Font(str(file)) for file in files if file)


@cache
def _east_asian() -> Path | None:
    found = find_spec(_EAST_ASIAN_PACKAGE)
    if found is None or found.origin is None:
        return None
    file = Path(found.origin).parent / _EAST_ASIAN_FILE
    return file if file.is_file() else None


def _known(file: Path, family: str, weight: int) -> None:
    entry = font_manager.ttfFontProperty(font_manager.get_font(str(file)))
    font_manager.fontManager.ttflist.append(replace(entry, name=family, weight=weight))
