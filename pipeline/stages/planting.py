"""Writing the synthetic studies into the folder of studies."""

import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

from pipeline.errors import RereadError
from pipeline.study import FILE_NAME, load
from pipeline.twin.article.build import write_article
from pipeline.twin.planted import write_planted

TWINS: dict[str, Callable[[Path], None]] = {"twin": write_article, "planted": write_planted}
"""Every synthetic study by name, with what writes its raw files."""


def planted(raw: Path, name: str) -> Path:
    """Write the synthetic study into `raw` and return its folder; one that lies there is replaced.

    Raises RereadError for an unknown name, and where a study that is not synthetic has the name.
    """
    if name not in TWINS:
        raise RereadError(
            "twin_unknown", f"there is no synthetic study {name!r}", "twin", f"there are: {', '.join(TWINS)}"
        )
    folder = raw / name
    if folder.exists() and not _synthetic(folder):
        raise RereadError(
            "study_exists", "this folder is not a synthetic study", str(folder), "move it away first"
        )
    raw.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f".{name}.", dir=raw) as beside:
        made = Path(beside) / name
        TWINS[name](made)
        if folder.exists():
            shutil.rmtree(folder)
        made.rename(folder)
    return folder


def _synthetic(folder: Path) -> bool:
    return (folder / FILE_NAME).is_file() and load(folder).synthetic
