"""What the commands print for programs stays as the golden files hold it."""

from pathlib import Path
from typing import Any

import pytest

from tests.golden.documents import FOLDER, printed, text_of

NAMES = sorted(path.stem for path in FOLDER.glob("*.json"))


@pytest.fixture(scope="module")
def documents(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What each command prints now."""
    return dict(printed(tmp_path_factory.mktemp("golden")))


@pytest.mark.parametrize("name", NAMES)
def test_a_document_is_as_its_golden_file_holds_it(name: str, documents: dict[str, Any]) -> None:
    assert text_of(documents[name]) == (FOLDER / f"{name}.json").read_text("utf-8")


def test_every_document_has_its_golden_file_and_its_line_of_provenance(documents: dict[str, Any]) -> None:
    note = Path(FOLDER, "PROVENANCE.md").read_text("utf-8")

    assert sorted(documents) == NAMES
    assert [name for name in NAMES if f"`{name}.json`" not in note] == []
