"""What all stories share."""

import pytest


@pytest.fixture
def one_chart(monkeypatch: pytest.MonkeyPatch) -> None:
    """One chart stands for all in this process: drawing them takes longer than all else of a small study."""
    from pipeline.figures import catalogue, work_per_day

    monkeypatch.setattr(catalogue, "COMMON", (work_per_day.CHART,))
