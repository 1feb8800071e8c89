"""Making a study: its folder, its file and, where asked, a frozen copy of its inputs."""

import shutil
import tempfile
from pathlib import Path

from pipeline.stages.freezing import freeze
from pipeline.stages.looking import Seen
from pipeline.stages.new_request import Request
from pipeline.stages.study_text import Wanted, study_text
from pipeline.stages.workspace import Workspace
from pipeline.storage import replacing
from pipeline.study import FILE_NAME, parse


def make(workspace: Workspace, request: Request, seen: Seen) -> Path:
    """Write the study's folder and return the path of its file. Nothing half-made is left behind."""
    folder = workspace.raw / request.name
    repository = seen.repository.resolve()
    wanted = Wanted(
        request.name,
        repository,
        request.aliases,
        seen.histories,
        [(rule.glob, rule.section) for rule in seen.memory],
        request.since,
        request.until,
        request.zone,
        request.unzoned_file_names,
    )
    parse(study_text(wanted).encode(), str(folder / FILE_NAME))
    workspace.raw.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".new-", dir=workspace.raw) as beside:
        made = Path(beside) / "study"
        made.mkdir()
        made.chmod(0o755)
        text = freeze(made, wanted, seen) if request.freeze else study_text(wanted)
        with replacing(made / FILE_NAME) as stream:
            stream.write(text.encode())
        shutil.move(made, folder)
    return folder / FILE_NAME
