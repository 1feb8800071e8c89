"""docs/measures.md: every named measure."""

from itertools import groupby

from docs.generate.markdown import code, grid, page
from pipeline import tables
from pipeline.measures.catalogue import declared
from pipeline.measures.evidence import Evidence
from pipeline.measures.registry import Declared
from pipeline.study import Study

_CASE = "one-case"
_BEFORE = """
`reread measures STUDY` takes each of these from the tables of a study. A name never changes its meaning:
charts and commands ask for measures by name, and nothing else computes a number. A measure that is
undefined for a study, such as a median of nothing, has no value; it is never 0 instead.

The words are those of [method.md](method.md). *Conversations 2 to 20* and *the last 30* are the two
stretches that are compared. Medians and other percentiles of conversations carry a 95 % interval. In the
names of measures of cases `CASE` stands for the name of a case in the study file.

Where a definition is the name of a statistic alone, it is taken of what the population lists: one number
a row.
"""


def measures_page() -> str:
    """The page of measures, in the catalogue's order: name, unit, population, definition."""
    study = Study.model_validate(
        {
            "name": "any",
            "repositories": [{"path": "."}],
            "memory": [{"glob": "/memory/**/*.md"}],
            "cases": [{"name": _CASE, "path": "memory/note.md", "reader": 1}],
        }
    )
    nothing = Evidence({table.name: tables.empty(table.name) for table in tables.TABLES}, study)
    found = list(declared(study).values())
    sections = [_section(family, list(group), nothing) for family, group in groupby(found, _family)]
    return page("Measures", "pipeline/measures/", _BEFORE, *sections)


def _family(measure: Declared) -> str:
    return measure.name.split(".", 1)[0]


def _section(family: str, group: list[Declared], nothing: Evidence) -> str:
    rows = [_row(measure, nothing) for measure in group]
    return f"## {family}\n\n{grid(('measure', 'unit', 'population', 'definition'), rows)}"


def _row(measure: Declared, nothing: Evidence) -> tuple[str, str, str, str]:
    name = measure.name.replace(_CASE, "CASE")
    population = measure.population.replace(_CASE, "CASE")
    definition = measure.definition.removesuffix(f": {measure.population}")
    return code(name), measure.take(nothing).unit, population, definition
