"""What is drawn is what the table and the named measures say."""

from collections.abc import Callable

import numpy as np
import pytest
from matplotlib.collections import PathCollection
from matplotlib.dates import date2num

from pipeline.figures.main_scatter import SIZE
from tests.figures.conftest import Drawn, words

Draw = Callable[[str], Drawn]


def widths(chart: Drawn, panel: int = 0) -> list[float]:
    return [bar.get_width() for bar in chart.panels[panel].patches]


def key(chart: Drawn, panel: int = 0) -> list[str]:
    legend = chart.panels[panel].get_legend()
    assert legend is not None
    return [text.get_text() for text in legend.get_texts()]


def points(chart: Drawn, panel: int, nth: int) -> list[tuple[float, float]]:
    line = chart.panels[panel].lines[nth]
    return list(zip(line.get_xdata(), line.get_ydata(), strict=True))


def test_bars_of_first_requests_are_as_long_as_their_numbers(drawn: Draw) -> None:
    chart = drawn("first_requests")

    assert (widths(chart, 0), widths(chart, 1)) == ([31, 2, 1], [27, 2, 1, 1])
    assert "31  (91.2 %)" in words(chart.drawing)
    assert "27  (87.1 %)" in words(chart.drawing)


def test_bars_of_days_stand_at_their_numbers_and_median_and_mean_are_pointed_at(drawn: Draw) -> None:
    chart = drawn("work_per_day")
    bars = chart.panels[0].patches

    assert [(bar.get_x() + bar.get_width() / 2, bar.get_height()) for bar in bars] == [
        (pytest.approx(n), days) for n, days in ((1, 12), (2, 7), (3, 0), (4, 0), (5, 1))
    ]
    assert [line.get_xdata()[0] for line in chart.panels[0].lines] == [1, 1.55]
    assert key(chart) == ["median 1", "mean 1.55"]
    assert widths(chart, 1) == [8, 1, 1]


def test_a_square_of_the_calendar_stands_in_its_week_and_weekday(drawn: Draw) -> None:
    panel = drawn("work_calendar").panels[0]
    told = {text.get_position(): text.get_text() for text in panel.texts}

    # The 20th of January 2026 is the Tuesday of the third week, the 9th the Friday of the first.
    assert told[2.5, 1.5] == "5"
    assert told[0.5, 4.5] == "·"
    assert (3.5, 5.5) not in told


def test_growth_is_stacked_to_nine_files_and_270_characters(drawn: Draw) -> None:
    files, characters = drawn("memory_growth").panels

    assert max(path.vertices[:, 1].max() for layer in files.collections for path in layer.get_paths()) == 9
    assert (
        max(path.vertices[:, 1].max() for layer in characters.collections for path in layer.get_paths())
        == 270
    )


def test_growth_begins_at_zero_before_there_is_memory(drawn: Draw) -> None:
    files = drawn("memory_growth").panels[0]
    layer = files.collections[-1].get_paths()[0].vertices
    first = layer[layer[:, 0] == date2num(np.datetime64("2026-01-05T09:00"))]

    assert first[:, 1].max() == 0


def test_growth_reaches_the_last_start(drawn: Draw) -> None:
    files = drawn("memory_growth").panels[0]
    layer = files.collections[0].get_paths()[0].vertices

    assert layer[:, 0].max() == date2num(np.datetime64("2026-01-28T22:30"))


def test_the_lines_of_the_shares_are_the_named_measures(drawn: Draw) -> None:
    chart = drawn("share_read")
    shares, median, p90, early, late = chart.panels[0].lines

    assert list(shares.get_ydata()) == [share for (share,) in chart.rows("share_read")]
    assert median.get_ydata()[0] == pytest.approx(1 / 9)
    assert p90.get_ydata()[0] == pytest.approx(0.4095238095)
    assert (list(early.get_xdata()), early.get_ydata()[0]) == ([2, 20], pytest.approx(2 / 9))
    assert (list(late.get_xdata()), late.get_ydata()[0]) == ([5, 34], pytest.approx(1 / 9))
    assert key(chart)[1:] == [
        "median of all: 11.1 %",
        "90th percentile of all: 41.0 %",
        "median of conversations 2 to 20: 22.2 %",
        "median of the last 30 conversations: 11.1 %",
    ]


def test_available_is_a_line_and_read_are_stems_in_both_panels(drawn: Draw) -> None:
    chart = drawn("main_over_time")
    rows = chart.rows("ordinal", "main_chars_available", "main_chars_read")

    assert points(chart, 0, 0) == [(ordinal, available) for ordinal, available, _ in rows]
    for panel in chart.panels:
        stems = panel.collections[0].get_segments()
        assert [tuple(stem[1]) for stem in stems] == [(ordinal, read) for ordinal, _, read in rows]


def test_the_scatter_names_both_coefficients_and_every_conversation_is_in_a_circle(drawn: Draw) -> None:
    chart = drawn("main_scatter")
    circles = [one for one in chart.panels[0].collections if isinstance(one, PathCollection)]
    sizes = np.concatenate([one.get_sizes() for one in circles])

    assert "Pearson 0.355 Spearman 0.209 n = 33" in words(chart.drawing)
    assert ((sizes / SIZE) ** 2).sum() == pytest.approx(33)
    assert (240, 40) in {tuple(at) for at in circles[0].get_offsets().data}


def test_the_histogram_holds_each_read_and_the_cumulative_line_ends_at_all(drawn: Draw) -> None:
    chart = drawn("distance_conversations")
    bars = chart.panels[0].patches

    assert sum(bar.get_height() for bar in bars) == 40
    assert bars[1].get_height() == 6
    assert key(chart) == ["median 4.5", "90th percentile 17.1", "largest 21"]
    assert points(chart, 1, 0)[:2] == [(0, 0), (1, 0.15)]
    assert points(chart, 1, 0)[-1] == (21, 1)


def test_the_population_names_what_has_no_distance_and_why(drawn: Draw) -> None:
    assert (
        "40 cross-conversation reads with a distance in conversations; without one: "
        "2 by an excluded thread, 1 by a later conversation and 10 last updated outside conversations"
    ) in words(drawn("distance_conversations").drawing)


def test_reads_and_records_of_a_section_are_two_bars(drawn: Draw) -> None:
    chart = drawn("kinds_read")

    assert [[bar.get_width() for bar in bars] for bars in chart.panels[0].containers] == [[7, 6], [7, 5]]
    assert "13 of 53 cross-conversation reads; the records of 2 are unknown" in words(chart.drawing)


def test_a_case_is_marked_at_its_update_and_its_read(drawn: Draw) -> None:
    chart = drawn("case_error-read-again")
    said = words(chart.drawing)
    ends = [line.get_xdata()[0] for line in chart.panels[0].lines if len(set(line.get_xdata())) == 1][-2:]

    assert ends == [date2num(np.datetime64(f"2026-01-{at}")) for at in ("07T09:10", "14T10:00")]
    assert "7 full days and 6 conversations" in said
    assert "The reader's first request has 1 sentence. 1 call of the reader came after the read." in said
    assert "A person had not told it before the read." in said


def test_dates_are_those_of_the_zone_of_the_study(drawn: Draw) -> None:
    chart = drawn("memory_growth")
    chart.drawing.figure.draw_without_rendering()

    assert chart.panels[1].get_xlabel() == "date (Europe/Moscow)"
