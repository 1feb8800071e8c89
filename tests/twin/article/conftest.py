"""The article's twin, written and taken through the stages once."""

from pathlib import Path

import pandas as pd
import pytest

from pipeline.twin.article.build import write_article
from tests.twin.article.tables import derived_tables, place_of, raw_tables


@pytest.fixture(scope="session")
def twin(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the twin; a test that changes it takes a copy."""
    folder = tmp_path_factory.mktemp("twin") / "twin"
    write_article(folder)
    return folder


@pytest.fixture(scope="session")
def tables(twin: Path) -> dict[str, pd.DataFrame]:
    """Every table of the twin."""
    place = place_of(twin)
    return derived_tables(place, raw_tables(place))
