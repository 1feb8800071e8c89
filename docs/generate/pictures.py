"""The charts that pages show, drawn from the synthetic planted study."""

import shutil
import sys
import tempfile
from pathlib import Path

from pipeline.stages.planting import planted
from pipeline.stages.run import run
from pipeline.stages.workspace import Workspace

STUDY = "planted"
PICTURES = {"share-of-files-read.png": "share_read.png"}
"""The pictures of pages, each with the chart that it is."""


def draw(folder: Path) -> str:
    """Run the planted study and copy its charts into the folder; the names of those copied."""
    with tempfile.TemporaryDirectory(prefix="reread-pictures-") as place:
        workspace = Workspace(Path(place))
        planted(workspace.raw, STUDY)
        run(workspace, STUDY)
        drawn = workspace.figures(STUDY)
        missing = [chart for chart in PICTURES.values() if not (drawn / chart).is_file()]
        if missing:
            sys.exit(f"docs.generate: the planted study has no chart {missing[0]}")
        folder.mkdir(exist_ok=True)
        for name, chart in PICTURES.items():
            shutil.copyfile(drawn / chart, folder / name)
    return ", ".join(PICTURES)
