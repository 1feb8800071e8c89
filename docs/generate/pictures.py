"""The charts that pages show, drawn from the synthetic planted study."""

import shutil
import sys
import tempfile
from pathlib import Path

from pipeline.stages.planting import planted
from pipeline.stages.run import run
from pipeline.stages.workspace import Workspace

STUDY = "planted"
PICTURES = ("share_read.png",)


def draw(folder: Path) -> str:
    """Run the planted study and copy its charts into the folder; the names of those copied."""
    with tempfile.TemporaryDirectory(prefix="reread-pictures-") as place:
        workspace = Workspace(Path(place))
        planted(workspace.raw, STUDY)
        run(workspace, STUDY)
        drawn = workspace.figures(STUDY)
        missing = [name for name in PICTURES if not (drawn / name).is_file()]
        if missing:
            sys.exit(f"docs.generate: the planted study has no chart {missing[0]}")
        folder.mkdir(exist_ok=True)
        for name in PICTURES:
            shutil.copyfile(drawn / name, folder / name)
    return ", ".join(PICTURES)
