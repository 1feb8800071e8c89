"""What a person asks of a new study, and whether that can be a study, before anything is looked at."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from pydantic import ValidationError

from pipeline.errors import RereadError
from pipeline.extract.odd_names import is_text, readable_text
from pipeline.stages.workspace import Workspace
from pipeline.study import NAME, MemoryRule

LONGEST = 100
"""Characters in a study's name: its files are named after it."""


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


def require_possible(
    workspace: Workspace, request: Request, repository: Path, histories: Sequence[Path]
) -> None:
    """Raises RereadError where no study file can say what is asked, and where the study exists."""
    _require_name(request.name)
    if request.since and request.until and request.since > request.until:
        raise RereadError(
            "study_value", f"since {request.since} lies after until {request.until}", "", "swap the two days"
        )
    for option, given in _texts(request, repository, histories):
        _require_text(given, option)
    for glob, section in request.memory:
        _require_glob(glob, section)
    folder = workspace.raw / request.name
    if folder.exists() or folder.is_symlink():
        raise RereadError("study_exists", "this study exists already", str(folder), "choose another name")


def _require_text(given: str, where: str) -> None:
    """Raises RereadError where UTF-8, and so a study file, cannot hold what is given."""
    if not is_text(given):
        raise RereadError(
            "study_value",
            f"a study file cannot hold {readable_text(given)!r}, which is not UTF-8",
            where,
            "give it another name",
        )


def _require_name(name: str) -> None:
    if not re.fullmatch(NAME, name) or len(name) > LONGEST:
        shown = name if len(name) <= LONGEST else f"{name[:LONGEST]}..."
        raise RereadError(
            "study_value",
            f"{readable_text(shown)!r} cannot be the name of a study",
            "",
            f"use at most {LONGEST} letters, digits and . _ - and begin with a letter or digit",
        )


def _texts(request: Request, repository: Path, histories: Sequence[Path]) -> Iterator[tuple[str, str]]:
    yield "--repo", str(repository.resolve())
    yield from (("--histories", str(path.resolve())) for path in histories)
    yield from (("--alias", alias) for alias in request.aliases)
    for glob, section in request.memory:
        yield "--memory", f"{glob}={section}" if section else glob


def _require_glob(glob: str, section: str | None) -> None:
    try:
        MemoryRule(glob=glob, section=section)
    except ValidationError as broken:
        said = broken.errors(include_url=False)[0]["msg"].removeprefix("Value error, ")
        raise RereadError("study_value", said, "--memory", "correct it") from None
