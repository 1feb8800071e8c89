"""Following one number of a study back to what it was made of."""

from dataclasses import dataclass
from pathlib import Path

from pipeline.audit.ledger import Claim
from pipeline.audit.provenance import LIMIT, Explained, explained
from pipeline.errors import RereadError
from pipeline.measures.asked import asked
from pipeline.measures.evidence import Evidence
from pipeline.stages.auditing import Otherwise, ledger_of
from pipeline.stages.run import Shelf, place_of
from pipeline.stages.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Followed:
    """A number followed back, the claim that prints it where one was named, and whether it is of a made-up
    study."""

    explained: Explained
    claim: Claim | None
    synthetic: bool


def explain(
    workspace: Workspace, study: str, name: str, ledger: Path | None = None, *, whole: bool = False
) -> Followed:
    """The claim of that id in the study's ledger, or the measure of that name, followed back; `whole` follows
    every row. Raises RereadError where there is neither, or the claim has no measure."""
    place = place_of(workspace, study)
    shelf = Shelf(place.derived)
    evidence = Evidence(shelf, place.study)
    limit = None if whole else LIMIT
    claims = ledger_of(place, ledger) if ledger or place.study.claims else None
    synthetic = place.study.synthetic or bool(claims and claims.synthetic)
    claim = next((one for one in claims.claims if one.id == name), None) if claims else None
    if claim is None:
        return Followed(explained(asked(place.study, name), evidence, limit), None, synthetic)
    if claim.measure is None:
        why = claim.not_computable_because or "it needs what cannot be computed yet"
        raise RereadError("claim_without_measure", f"the claim has no measure: {why}", name, "see its note")
    read = Otherwise(place, shelf)(claim.reading) if claim.reading else evidence
    measure = asked(place.study, claim.measure, claim.arguments)
    return Followed(explained(measure, read, limit), claim, synthetic)
