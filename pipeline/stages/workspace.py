"""The working folder: where studies, their tables and their figures lie."""

from dataclasses import dataclass
from pathlib import Path

from pipeline.errors import RereadError
from pipeline.study import FILE_NAME


@dataclass(frozen=True, slots=True)
class Workspace:
    """A folder with `data/` and `reports/`. `studies` is the folder of study folders where it is not
    `data/raw`."""

    root: Path
    studies: Path | None = None

    @property
    def raw(self) -> Path:
        """The folder that holds one folder for each study."""
        return self.studies or self.root / "data" / "raw"

    def study(self, name: str) -> Path:
        """The folder of a study. Raises RereadError where there is none of that name, OSError where that
        cannot be seen."""
        folder = self.raw / name
        if Path(name).name != name or not _is_there(folder / FILE_NAME):
            known = ", ".join(self.names()) or "none yet"
            raise RereadError(
                "study_unknown",
                f"there is no study {name!r} (there are: {known})",
                str(folder),
                "make one with `reread new`",
            )
        return folder

    def derived(self, name: str) -> Path:
        """Where the tables of a study lie."""
        return self.root / "data" / "derived" / name

    def figures(self, name: str) -> Path:
        """Where the charts of a study lie."""
        return self.report(name) / "figures"

    def report(self, name: str) -> Path:
        """Where everything that is reported of a study lies."""
        return self.root / "reports" / name

    def names(self) -> list[str]:
        """The names of all studies, in order. Raises OSError where a folder may not be looked into."""
        folders = self.raw.iterdir() if _is_there(self.raw) else ()
        return sorted(folder.name for folder in folders if _is_there(folder / FILE_NAME))


def _is_there(path: Path) -> bool:
    """Whether there is a file of any kind; unlike `Path.exists`, never no where it may not be seen."""
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    return True
