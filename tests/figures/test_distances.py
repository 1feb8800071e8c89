"""Bars of distances: one a distance where the range is narrow, doubling where it is wide."""

import pytest

from pipeline import tables
from pipeline.figures.distance_days import CHART
from tests.evidence import a_study, evidence_of
from tests.figures.conftest import draw


def bars(*days: int) -> list[tuple[float, float]]:
    """The middle of each bar that holds a read, and its height, for reads at these distances."""
    rows = []
    for n, distance in enumerate(days):
        row = dict.fromkeys(tables.table("memory_reads").names)
        row |= {"conversation_id": f"c{n}", "seq": 0, "nth": 0, "ordinal": n + 1, "file_id": "a", "path": "a"}
        row |= {"time_basis": "message", "status": "ok", "section": "errors", "chars_basis": "log"}
        row |= {"found_by": "unknown", "not_in_snapshot": False, "cross": True, "distance_days": distance}
        rows.append(row)
    evidence = evidence_of(a_study(), memory_reads=tables.frame("memory_reads", rows))
    patches = draw(CHART, evidence).figure.axes[0].patches
    return [(bar.get_x() + bar.get_width() / 2, bar.get_height()) for bar in patches if bar.get_height()]


@pytest.mark.usefixtures("fixed")
def test_up_to_forty_each_distance_has_its_bar() -> None:
    assert bars(0, 3, 3, 40) == [(0, 1), (3, 2), (40, 1)]


@pytest.mark.usefixtures("fixed")
def test_beyond_forty_a_bar_holds_twice_as_many_distances_as_the_one_before() -> None:
    assert bars(0, 1, 2, 3, 4, 5, 8, 9, 16, 33, 64) == [
        (0, 1), (1, 1), (2, 1), (3.5, 2), (6.5, 2), (12.5, 2), (48.5, 2),
    ]  # fmt: skip


@pytest.mark.usefixtures("fixed")
@pytest.mark.parametrize("most", [41, 63, 64, 65, 1000, 20_000])
def test_no_read_of_a_wide_range_is_lost(most: int) -> None:
    assert sum(height for _, height in bars(0, 2, most - 1, most)) == 4


@pytest.mark.usefixtures("fixed")
def test_a_read_before_its_update_by_skewed_clocks_is_drawn_left_of_zero() -> None:
    assert bars(-1, 0, 2) == [(-1, 1), (0, 1), (2, 1)]
