"""The planted study, written once."""

from pathlib import Path

import pytest

from pipeline.twin.planted import write_planted


@pytest.fixture(scope="session")
def planted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the planted study."""
    folder = tmp_path_factory.mktemp("planted")
    write_planted(folder)
    return folder
