"""The documents that the commands print with `--json` for one small study, with places named by letters."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from tests.stories.command import reread
from tests.stories.inputs import repository, session, store, study, talk

FOLDER = Path(__file__).parent


def printed(place: Path) -> Iterator[tuple[str, Any]]:
    """Name and document of each command, in the order in which a person would give them."""
    repo = repository(place / "repo")
    for number in (1, 2):
        session(place / "sessions", number, root=str(repo))
    store(place / "User", talk(3, root=str(repo), note="docs/memory/rules.md") | talk(4, root="/srv/other"))
    (place / "User" / "notes.vscdb").write_text("no database")
    claims = place / "claims.yaml"
    claims.write_text(_LEDGER, "utf-8")
    work = place / "work"
    histories = ("--histories", place / "sessions", "--histories", place / "User")
    asked: dict[str, tuple[str | Path, ...]] = {
        "histories": ("histories", place / "User", "--root", repo, "--json"),
        "new": ("new", "small", "--repo", repo, *histories, "--zone", "Europe/Berlin", "--json"),
        "run": ("run", "small", "--json"),
        "run-again": ("run", "small", "--json"),
        "measures": ("measures", "small", "--json"),
        "audit": ("audit", "small", "--claims", claims, "--json"),
        "audit-print": ("audit", "--claims", claims, "--json"),
        "audit-readings": ("audit", "small", "--claims", claims, "--readings", "--json"),
        "explain": ("explain", "small", "reads", "--claims", claims, "--json"),
        "show": ("show", "small", "3", "--json"),
        "show-text": ("show", "small", "3", "--text", "docs/memory/rules.md", "--json"),
        "twin": ("twin", "planted", "--json"),
        "error": ("show", "small", "9", "--json"),
        "error-of-usage": ("measures", "--json"),
    }
    for name, arguments in asked.items():
        told = reread(*arguments, at=None if name == "histories" else work)
        yield name, _without_place(told.document, place, _SHOWN.get(name, lambda held: held))
    study(work, "broken", repo=repo, more="[window]\nfrom = 2026-01-01\n")
    told = reread("run", "broken", "small", "--json", at=work)
    yield "error-of-a-study", _without_place(told.document, place, lambda held: held)


_LEDGER = """\
schema: 1
claims:
- id: reads
  statement: Reads of memory
  printed: four
  value: 4
  unit: reads
  made_of: {kind: count}
  measure: memory_reads.count
  computable: package
- id: largest
  statement: The largest share
  printed: half
  value: 50
  unit: percent
  measure: share_read.max
  readings:
  - {reading: {zeros: readers_only}, text: readers alone}
  computable: package
"""


def text_of(document: Any) -> str:
    """A document as its golden file holds it."""
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def _without_place(document: Any, place: Path, shown: Callable[[Any], Any]) -> Any:
    told = json.dumps(shown(document), ensure_ascii=False).replace(str(place.resolve()), "<PLACE>")
    return json.loads(told)


def _without_seconds(document: Any) -> Any:
    stages = [stage | {"seconds": type(stage["seconds"]).__name__} for stage in document["stages"]]
    return document | {"stages": stages}


def _form(document: Any) -> Any:
    """The kinds of each key's values over all measures: which there are is a matter of measures."""
    taken = list(document["measures"].values())
    kinds = {key: sorted({type(one[key]).__name__ for one in taken}) for key in taken[0]}
    return {"study": document["study"], "measures": {"NAME": kinds}}


_SHOWN = {"run": _without_seconds, "run-again": _without_seconds, "measures": _form}
