"""Auditing: a study by its own ledger, or a ledger by its print alone."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pipeline import storage
from pipeline.audit import ledger as ledgers
from pipeline.audit import published
from pipeline.audit.audit import Audit, Moved, audit, audit_print, moved
from pipeline.audit.ledger import Ledger
from pipeline.errors import RereadError
from pipeline.measures.columns import NotHereError
from pipeline.measures.evidence import Evidence
from pipeline.stages.rereading import OF_MEASURES, TRIED, reread, with_readings
from pipeline.stages.run import Shelf, place_of
from pipeline.stages.stage import Frames, Place
from pipeline.stages.workspace import Workspace

FILE = "audit.json"
"""The audit of a study beside its charts' folder."""


class Otherwise:
    """What measures are taken from under other readings, each made once."""

    def __init__(self, place: Place, frames: Frames) -> None:
        self._place, self._frames = place, frames
        self._made: dict[tuple[tuple[str, Any], ...], Evidence] = {}

    def __call__(self, changed: Mapping[str, Any]) -> Evidence:
        """The evidence with these keys of `[readings]` changed."""
        key = tuple(sorted(changed.items()))
        if key not in self._made:
            self._made[key] = reread(self._place, self._frames, changed)
        return self._made[key]


def ledger_of(place: Place, file: Path | None = None) -> Ledger:
    """The ledger in `file`, or the one that the study file names. Raises RereadError where there is none."""
    if file is not None:
        return ledgers.load(file)
    if place.study.claims is None:
        raise RereadError(
            "no_ledger", "the study names no ledger of claims", str(place.folder / "study.toml"),
            "write one with `reread audit --new-ledger FILE`, and name it in the study file as `claims`",
        )  # fmt: skip
    path = place.folder / place.study.claims
    if not path.resolve().is_relative_to(place.folder.resolve()):
        raise RereadError(
            "ledger_outside",
            "the ledger leads out of the study's folder",
            str(path),
            "copy it into the folder",
        )
    return ledgers.load(path)


def audited(workspace: Workspace, name: str, file: Path | None = None) -> Audit:
    """The audit of a study that has been run, written to `reports/NAME/audit.json` too."""
    place = place_of(workspace, name)
    claims = ledger_of(place, file)
    shelf = Shelf(place.derived)
    found = audit(claims, name, Evidence(shelf, place.study), Otherwise(place, shelf))
    if file is None:
        with storage.replacing(workspace.report(name) / FILE) as stream:
            stream.write(json.dumps(found.as_json(), ensure_ascii=True, indent=1).encode() + b"\n")
    return found


def audited_print(file: Path) -> Audit:
    """The audit of a ledger by its print alone."""
    return audit_print(ledgers.load(file), str(file))


def audited_tables(file: Path, folder: Path, map_file: Path) -> Audit:
    """The audit of a ledger by tables that somebody else published."""
    study, held = published.load(folder, map_file)

    def under(changed: Mapping[str, Any]) -> Evidence:
        others = sorted(set(changed) - OF_MEASURES)
        if others:
            raise NotHereError(f"the reading {others[0]} needs the histories themselves")
        return Evidence(held, with_readings(study, changed), intervals=False)

    return audit(ledgers.load(file), str(folder), Evidence(held, study), under)


def readings_tried(workspace: Workspace, name: str, file: Path | None = None) -> tuple[bool, list[Moved]]:
    """Whether a study or its ledger is synthetic, and every claim under every value of every reading."""
    place = place_of(workspace, name)
    claims = ledger_of(place, file)
    shelf = Shelf(place.derived)
    evidence = Evidence(shelf, place.study, intervals=False)
    synthetic = place.study.synthetic or claims.synthetic
    return synthetic, moved(claims, evidence, Otherwise(place, shelf), TRIED)


def with_ledgers(workspace: Workspace, names: Sequence[str] = ()) -> list[str]:
    """The studies that name a ledger, of those named, or of all of the workspace."""
    return [name for name in names or workspace.names() if place_of(workspace, name).study.claims]
