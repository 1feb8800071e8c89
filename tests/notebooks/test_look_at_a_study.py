"""The notebook runs from top to bottom and shows what the command line shows."""

import shutil
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from pipeline.stages.measuring import measured
from pipeline.stages.workspace import Workspace
from pipeline.storage import read_table

NOTEBOOK = Path(__file__).parents[2] / "notebooks" / "look_at_a_study.ipynb"


@pytest.fixture(scope="module")
def workspace(planted_workspace: Workspace, tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    """A working folder with the planted study, run, and the notebook beside it."""
    made = Workspace(tmp_path_factory.mktemp("notebooks") / "workspace")
    shutil.copytree(planted_workspace.root, made.root)
    (made.root / "notebooks").mkdir()
    shutil.copy(NOTEBOOK, made.root / "notebooks")
    return made


def shown(notebook: nbformat.NotebookNode) -> list[str]:
    """What each cell of code printed or gave, in order."""
    outputs = [cell.outputs for cell in notebook.cells if cell.cell_type == "code"]
    return ["".join(one.get("text") or one["data"]["text/plain"] for one in cell) for cell in outputs]


def test_every_cell_runs_and_shows_the_measure_that_the_command_line_shows(workspace: Workspace) -> None:
    notebook = nbformat.read(NOTEBOOK, 4)
    folder = str(workspace.root / "notebooks")
    NotebookClient(notebook, kernel_name="python3", resources={"metadata": {"path": folder}}).execute()
    _, table, told, rows, readers = shown(notebook)

    taken = {declared.name: one for declared, one in measured(workspace, "planted")}["share_read.median"]
    table_now = read_table(workspace.derived("planted"), "reads_by_conversation")
    on_axis = table_now[(table_now["axis"] == "first-parent") & table_now["has_snapshot"]]
    assert taken.value is not None
    assert f"{taken.value:.3f}, n = {taken.n}, 95 % " in told
    assert table.splitlines()[2].split()[:5] == ["1", "2", "work", "2", "2"]
    assert rows.splitlines()[1].split()[1:] == ["2", "work", "1.000000"]
    assert int(readers.split("n = ")[1]) == int((on_axis["memory_reads"] > 0).sum())


def test_the_notebook_is_kept_without_results() -> None:
    cells = [cell for cell in nbformat.read(NOTEBOOK, 4).cells if cell.cell_type == "code"]

    assert [cell for cell in cells if cell.outputs or cell.execution_count] == []


def test_the_notebook_says_that_its_study_is_synthetic() -> None:
    assert "synthetic" in nbformat.read(NOTEBOOK, 4).cells[0].source
