"""What all stories share."""

from pathlib import Path

import pytest

from tests.stories.command import reread


@pytest.fixture
def one_chart(monkeypatch: pytest.MonkeyPatch) -> None:
    """One chart stands for all in this process: drawing them takes longer than all else of a small study."""
    from pipeline.figures import catalogue, work_per_day

    monkeypatch.setattr(catalogue, "COMMON", (work_per_day.CHART,))


@pytest.fixture(scope="session")
def twin_workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A working folder in which the article's twin was written and run, but for its charts; no test may
    change it."""
    place = tmp_path_factory.mktemp("twin-workspace")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("pipeline.figures.write.write_all", lambda *_: None)
        for command in (("twin",), ("run", "twin")):
            told = reread(*command, at=place)
            assert told.code == 0, told
    return place
