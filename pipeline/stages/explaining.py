"""Following one number of a study back to what it was made of."""

from pathlib import Path

from pipeline.audit.ledger import Claim
from pipeline.audit.provenance import LIMIT, Explained, explained
from pipeline.errors import RereadError
from pipeline.measures.asked import asked
from pipeline.measures.evidence import Evidence
from pipeline.stages.auditing import Otherwise, ledger_of
from pipeline.stages.run import Shelf, place_of
from pipeline.stages.stage import Place
from pipeline.stages.workspace import Workspace


def explain(
    workspace: Workspace, study: str, name: str, ledger: Path | None = None, *, whole: bool = False
) -> tuple[Explained, Claim | None]:
    """The claim of that id in the study's ledger, or the measure of that name, followed back; `whole` follows
    every row. Raises RereadError where there is neither, or the claim has no measure."""
    place = place_of(workspace, study)
    shelf = Shelf(place.derived)
    evidence = Evidence(shelf, place.study)
    claim = _claim(place, name, ledger)
    if claim is None:
        return explained(asked(place.study, name), evidence, None if whole else LIMIT), None
    if claim.measure is None:
        why = claim.not_computable_because or "it needs what cannot be computed yet"
        raise RereadError("claim_without_measure", f"the claim has no measure: {why}", name, "see its note")
    read = Otherwise(place, shelf)(claim.reading) if claim.reading else evidence
    return explained(
        asked(place.study, claim.measure, claim.arguments), read, None if whole else LIMIT
    ), claim


def _claim(place: Place, name: str, ledger: Path | None) -> Claim | None:
    if place.study.claims is None and ledger is None:
        return None
    claims = ledger_of(place, ledger).claims
    return next((claim for claim in claims if claim.id == name), None)
