"""Making a study: its folder, its file and, where asked, a frozen copy of its inputs."""

import shutil
import tempfile
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from pipeline.errors import RereadError
from pipeline.stages.freezing import freeze
from pipeline.stages.looking import Seen
from pipeline.stages.study_text import Wanted, study_text
from pipeline.stages.workspace import Workspace
from pipeline.study import FILE_NAME, parse


@dataclass(frozen=True, slots=True)
class Request:
    """What a person asked of a new study."""

    name: str
    aliases: tuple[str, ...] = ()
    memory: tuple[tuple[str, str | None], ...] = ()
    since: date | None = None
    until: date | None = None
    zone: str = "UTC"
    unzoned_file_names: str | None = None
    freeze: bool = False


def make(workspace: Workspace, request: Request, seen: Seen) -> Path:
    """Write the study's folder and return the path of its file. Raises RereadError where it exists, and
    where the name or a rule cannot stand in a study file; nothing half-made is left behind."""
    folder = workspace.raw / request.name
    if folder.exists():
        raise RereadError("study_exists", "this study exists already", str(folder), "choose another name")
    repository = seen.repository.resolve()
    wanted = Wanted(
        request.name,
        repository,
        request.aliases,
        [store.path.resolve() for store in seen.stores if store.matched],
        request.memory or [(rule.glob, rule.section) for rule in seen.memory],
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
        (made / FILE_NAME).write_text(text, "utf-8", newline="\n")
        shutil.move(made, folder)
    return folder / FILE_NAME
