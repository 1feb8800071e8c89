"""Running a study: each stage that is out of date, in order."""

import json
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from pipeline import collector, storage, tables
from pipeline.errors import RereadError
from pipeline.stages import fingerprints
from pipeline.stages.catalogue import STAGES
from pipeline.stages.progress import Tell, quietly
from pipeline.stages.stage import Made, Place, Stage
from pipeline.stages.workspace import Workspace
from pipeline.study import load

if TYPE_CHECKING:
    import pandas as pd

LEDGER = "stages.json"
"""In the folder of derived tables: by stage its fingerprint, its rows and what it skipped."""

State = Literal["ran", "current"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one stage, in how many seconds, and the rows of each table that it writes."""

    name: str
    state: State
    seconds: float
    rows: dict[str, int]


@dataclass(frozen=True, slots=True)
class Ran:
    """What became of one study; `moved_on`: which of its live inputs have changed since they were frozen."""

    study: str
    stages: list[Outcome]
    skipped_inputs: list[dict[str, Any]]
    moved_on: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The shape of `reread run --json`."""
        stages = [
            {
                "name": one.name,
                "state": one.state,
                "seconds": round(one.seconds, 3),
                "rows": sum(one.rows.values()),
                "tables": one.rows,
            }
            for one in self.stages
        ]
        return {
            "study": self.study,
            "stages": stages,
            "skipped_inputs": self.skipped_inputs,
            "moved_on": {live: live in self.moved_on for live in ("histories", "repository")},
        }


def place_of(workspace: Workspace, name: str, tell: Tell = quietly) -> Place:
    """A study of the workspace, its file read and checked."""
    folder = workspace.study(name)
    return Place(load(folder), folder, workspace.derived(name), workspace.figures(name), tell)


def run(workspace: Workspace, name: str, tell: Tell = quietly) -> Ran:
    """Run every stage of the study that is out of date. Raises RereadError where an input is unusable."""
    place = place_of(workspace, name, tell)
    shelf = Shelf(place.derived)
    ledger = _ledger(place.derived)
    outcomes = [_run(stage, place, shelf, ledger, tell) for stage in STAGES]
    skipped = [row for stage in STAGES for row in ledger[stage.name]["skipped"]]
    if any(outcome.state == "ran" for outcome in outcomes) or not _written(place.derived, "skipped_inputs"):
        _write_skipped(place.derived, skipped)
    names = tables.table("skipped_inputs").names
    shown = [dict(zip(names[:3], row[:3], strict=True)) for row in skipped]
    return Ran(name, outcomes, shown, tuple(_moved_on(place)))


def _moved_on(place: Place) -> Iterator[str]:
    frozen = place.study.frozen
    if frozen is None:
        return
    live = [Path(path) for path in frozen.histories]
    if any(path.exists() for path in live) and fingerprints.standing(live) != frozen.standing:
        yield "histories"
    copy = place.folder / place.study.repositories[0].path
    if Path(frozen.repository).exists() and _tip(Path(frozen.repository)) != _tip(copy):
        yield "repository"


def _tip(repository: Path) -> str | None:
    from pipeline.extract.repository import Repository

    try:
        return Repository(repository).tip("HEAD")
    except RereadError:
        return None


class Shelf(Mapping[str, "pd.DataFrame"]):
    """The tables of one study: those made in this run at hand, the others read when asked for."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._held: dict[str, pd.DataFrame] = {}

    def __getitem__(self, name: str) -> "pd.DataFrame":
        if name not in self._held:
            self._held[name] = storage.read_table(self._folder, name)
        return self._held[name]

    def __iter__(self) -> Any:
        return (table.name for table in tables.TABLES)

    def __len__(self) -> int:
        return len(tables.TABLES)

    def put(self, made: Made, fingerprint: str) -> dict[str, int]:
        """Write the tables of a stage; the number of rows of each."""
        for name, frame in made.frames.items():
            storage.write_table(self._folder, name, frame, fingerprint)
            self._held[name] = frame
        return {name: len(frame) for name, frame in made.frames.items()}


def _run(stage: Stage, place: Place, shelf: Shelf, ledger: dict[str, Any], tell: Tell) -> Outcome:
    began = time.perf_counter()
    above = [ledger[_writer(name)]["fingerprint"] for name in stage.reads]
    about = fingerprints.of(
        fingerprints.code(), stage.name, fingerprints.settings(place.study, stage.settings), *above
    )
    asked = fingerprints.of(about, stage.inputs(place) if stage.inputs else "")
    known = ledger.get(stage.name)
    if known and known["asked"] == asked and _complete(stage, place, known["fingerprint"]):
        return Outcome(stage.name, "current", time.perf_counter() - began, known["rows"])
    tell(stage.title)
    with collector.seldom():
        made = stage.make(place, shelf)
    fingerprint = fingerprints.of(about, made.content) if made.content else asked
    rows = shelf.put(made, fingerprint)
    skipped = [[*row[:3], int(row[3])] for row in made.skipped]
    ledger[stage.name] = {"asked": asked, "fingerprint": fingerprint, "rows": rows, "skipped": skipped}
    _keep(place.derived, ledger)
    return Outcome(stage.name, "ran", time.perf_counter() - began, rows)


def _writer(table: str) -> str:
    return next(stage.name for stage in STAGES if table in stage.writes)


def _complete(stage: Stage, place: Place, fingerprint: str) -> bool:
    if not stage.writes:
        return (place.figures / "figures.json").is_file()
    return all(storage.fingerprint_of(place.derived, name) == fingerprint for name in stage.writes)


def _written(folder: Path, name: str) -> bool:
    return (folder / f"{name}.parquet").is_file()


def _ledger(folder: Path) -> dict[str, Any]:
    try:
        held = json.loads((folder / LEDGER).read_bytes())
    except (OSError, ValueError):
        return {}
    return held if isinstance(held, dict) else {}


def _keep(folder: Path, ledger: dict[str, Any]) -> None:
    with storage.replacing(folder / LEDGER) as stream:
        stream.write(json.dumps(ledger, ensure_ascii=True, indent=1).encode())


def _write_skipped(folder: Path, rows: list[list[Any]]) -> None:
    seen: dict[tuple[Any, ...], int] = {}
    numbered = []
    for source, where, reason, _ in rows:
        key = (source, where, reason)
        numbered.append((*key, seen.setdefault(key, 0)))
        seen[key] += 1
    storage.write_table(folder, "skipped_inputs", tables.frame("skipped_inputs", numbered))
