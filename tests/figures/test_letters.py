"""Titles in any script are drawn, or say which sign no font has; nothing becomes an empty box."""

import warnings
from importlib.util import find_spec

import pytest

from pipeline.figures import lettering, style
from pipeline.figures.lettering import drawable, shortened
from pipeline.figures.page import page
from pipeline.figures.saving import png
from tests.evidence import a_study

EAST_ASIAN = "代理记忆 メモリ 에이전트"


@pytest.fixture
def without_east_asian(monkeypatch: pytest.MonkeyPatch) -> None:
    """As where the package of the font is not installed."""
    for cached in (lettering._has, lettering._fonts, lettering._east_asian, lettering.families):
        cached.cache_clear()
    monkeypatch.setattr(lettering, "_EAST_ASIAN_PACKAGE", "no_such_package_of_fonts")
    yield
    for cached in (lettering._has, lettering._fonts, lettering._east_asian, lettering.families):
        cached.cache_clear()


def drawn_without_warning(title: str) -> bytes:
    with warnings.catch_warnings(), style.fixed():
        warnings.simplefilter("error")
        return png(page(a_study(title=title), title, title, height=1).figure)


@pytest.mark.parametrize(
    "text", ["Исследование памяти", "Μνήμη", "זיכרון", "ذاكرة", "Zażółć gęślą", "Việt Nam", "a − b ≤ c"]
)
def test_scripts_of_the_bundled_font_are_drawn_as_they_are(text: str) -> None:
    assert drawable(text) == text
    assert drawn_without_warning(text)


def test_chinese_japanese_and_korean_are_drawn_as_they_are() -> None:
    if find_spec("noto_cjk_sans_jp_regular") is None:
        pytest.skip("the font noto-cjk-sans-jp-regular of the extra `study` is not installed")

    assert drawable(EAST_ASIAN) == EAST_ASIAN
    assert drawn_without_warning(EAST_ASIAN) != drawn_without_warning("another")


@pytest.mark.usefixtures("without_east_asian")
def test_without_their_font_they_are_shown_by_their_codes() -> None:
    assert drawable("Заря 代理") == "Заря [U+4EE3][U+7406]"
    assert drawn_without_warning(EAST_ASIAN)


def test_a_sign_that_no_font_has_is_shown_by_its_code() -> None:
    assert drawable("brain 🧠") == "brain [U+1F9E0]"
    assert drawn_without_warning("🧠 हिन्दी ไทย")


def test_signs_that_are_not_printed_are_left_out() -> None:
    assert drawable("a\u202eb\x00c\u200bd\ufe0f") == "abcd"


def test_line_breaks_and_tabs_become_one_space() -> None:
    assert drawable("  two\n\tlines ") == "two lines"


def test_letters_with_accents_apart_are_joined() -> None:
    assert drawable("e\u0301") == "é"


def test_dollars_are_dollars_and_no_formula() -> None:
    assert drawn_without_warning("costs $5 and $\\frac{1}{$") != drawn_without_warning("costs 5 and")


def test_a_long_name_keeps_its_beginning_and_its_end() -> None:
    assert shortened("decisions-about-the-storage-layer-and-its-neighbours", 20) == "decisions…neighbours"
    assert shortened("decisions", 20) == "decisions"


def test_the_bundled_font_is_used_whatever_is_installed() -> None:
    from matplotlib import font_manager, get_data_path

    with style.fixed():
        for weight in ("normal", "bold"):
            properties = font_manager.FontProperties(weight=weight)
            assert font_manager.findfont(properties).startswith(get_data_path())
