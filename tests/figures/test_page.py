"""The page of a chart: long texts wrap, nothing is cut off, synthetic studies say so."""

from collections.abc import Callable, Iterator

import pytest
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.text import Text
from matplotlib.transforms import Bbox

from pipeline.figures import style
from pipeline.figures.catalogue import charts
from pipeline.figures.page import SYNTHETIC, page
from pipeline.figures.wrapping import MOST, lines, wrapped
from pipeline.measures.evidence import Evidence
from tests.evidence import a_study
from tests.figures.conftest import Drawn, draw, words

LONG = "A title that says far more than one line of a page can hold, again and again and again"


def boxes(figure: Figure) -> list[tuple[str, Bbox]]:
    """The place of each text that is drawn, in pixels."""
    renderer = FigureCanvasAgg(figure).get_renderer()
    figure.draw(renderer)
    hidden = {id(text) for panel in figure.axes for text in outside_the_axis(panel)}
    texts = figure.findobj(lambda artist: isinstance(artist, Text) and artist.get_visible())
    shown = [text for text in texts if isinstance(text, Text) and text.get_text().strip()]
    return [(text.get_text(), text.get_window_extent(renderer)) for text in shown if id(text) not in hidden]


def outside_the_axis(panel: Axes) -> Iterator[Text]:
    """Names of ticks beyond the ends of an axis, which matplotlib keeps and never draws."""
    for axis in (panel.xaxis, panel.yaxis):
        low, high = sorted(axis.get_view_interval())
        for tick in axis.get_major_ticks():
            if not low <= tick.get_loc() <= high:
                yield from (tick.label1, tick.label2)


@pytest.mark.usefixtures("fixed")
def test_no_text_of_any_chart_is_cut_off(planted_evidence: Evidence) -> None:
    for chart in charts(planted_evidence.study):
        figure = draw(chart, planted_evidence).figure
        width, height = figure.get_size_inches() * figure.dpi
        outside = [
            (chart.name, text)
            for text, box in boxes(figure)
            if box.x0 < -1 or box.y0 < -1 or box.x1 > width + 1 or box.y1 > height + 1
        ]
        assert outside == []


@pytest.mark.usefixtures("fixed")
def test_each_chart_of_a_synthetic_study_says_so_and_no_other(planted_evidence: Evidence) -> None:
    real = Evidence(
        planted_evidence.tables,
        planted_evidence.study.model_copy(update={"synthetic": False}),
        intervals=False,
    )
    for chart in charts(planted_evidence.study):
        assert SYNTHETIC in words(draw(chart, planted_evidence))
        assert SYNTHETIC not in words(draw(chart, real))


def test_each_chart_names_its_study(drawn: Callable[[str], Drawn]) -> None:
    assert "Study: Synthetic study, planted by hand (planted)" in words(drawn("found_by").drawing)


@pytest.mark.usefixtures("fixed")
@pytest.mark.parametrize("title", ["", "small"])
def test_a_study_called_by_its_name_is_named_once(title: str) -> None:
    texts = [text.get_text() for text in page(a_study(title=title), "Title", "n = 1").figure.texts]

    assert texts[-1] == "Study: small"


@pytest.mark.usefixtures("fixed")
def test_a_long_title_wraps_and_makes_the_page_higher() -> None:
    short, long = (page(a_study(synthetic=True), title, "n = 1").figure for title in ("Short", LONG))
    head = [text for text, _ in boxes(long) if text in LONG]

    assert " ".join(head) == LONG
    assert len(head) == 2
    assert long.get_figheight() > short.get_figheight()


@pytest.mark.usefixtures("fixed")
def test_no_line_of_a_title_touches_the_mark_of_synthetic_data() -> None:
    found = boxes(page(a_study(synthetic=True), LONG, "n = 1").figure)
    (mark,) = (box for text, box in found if text == SYNTHETIC)

    assert all(box.x1 < mark.x0 for text, box in found if text in LONG)


@pytest.mark.usefixtures("fixed")
@pytest.mark.parametrize("text", [LONG * 3, "x" * 400, "слово " * 60, "/".join(["folder"] * 50)])
def test_every_line_fits_its_width(text: str) -> None:
    figure = Figure(dpi=style.DPI)
    made = wrapped(text, 12, 5)
    for line in made:
        figure.text(0, 0, line, fontsize=12)

    assert len(made) > 1
    assert max(box.width for _, box in boxes(figure)) <= 5 * style.DPI + 1


def test_words_are_kept_whole_and_a_longer_one_is_broken() -> None:
    assert lines("ab cd efghij k", lambda line: len(line) <= 4) == ["ab", "cd", "efgh", "ij k"]


def test_a_code_for_a_sign_is_not_broken() -> None:
    assert lines("[U+4EE3][U+7406]", lambda line: len(line) <= 9) == ["[U+4EE3]", "[U+7406]"]


def test_where_not_even_one_sign_fits_there_is_one_a_line() -> None:
    assert lines("abc", lambda line: line == "") == ["a", "b", "c"]


@pytest.mark.usefixtures("fixed")
def test_a_text_without_end_is_cut_after_six_lines_and_says_so() -> None:
    made = wrapped("word " * 2000, 12, 5)

    assert len(made) == MOST
    assert made[-1].endswith("…")
