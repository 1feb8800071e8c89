"""Long work tells how far it has come."""

import pytest

from pipeline.stages import progress


def test_pieces_are_told_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    moments = iter([0.0, 0.5, 1.9, 2.1, 3.0, 4.2])
    monkeypatch.setattr(progress.time, "monotonic", lambda: next(moments))
    told: list[str] = []
    counting = progress.Counting(told.append, "Reading")

    for _ in range(5):
        counting.one()

    assert told == ["Reading: 3 so far", "Reading: 5 so far"]
