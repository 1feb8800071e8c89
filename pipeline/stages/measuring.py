"""Taking every named measure of a study that has been run."""

from pipeline.measures.catalogue import declared
from pipeline.measures.evidence import Evidence
from pipeline.measures.measure import Measure
from pipeline.measures.registry import Declared
from pipeline.stages.run import Shelf, place_of
from pipeline.stages.workspace import Workspace


def measured(workspace: Workspace, name: str) -> list[tuple[Declared, Measure]]:
    """Every named measure of the study with its value. Raises RereadError where it has not been run."""
    place = place_of(workspace, name)
    evidence = Evidence(Shelf(place.derived), place.study)
    return [(one, one.take(evidence)) for one in declared(place.study).values()]
