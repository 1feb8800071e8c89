"""docs/figures.md: every chart."""

import inspect

from docs.generate.markdown import codes, page
from pipeline.figures.catalogue import charts
from pipeline.figures.chart import Chart
from pipeline.study import Study

_CASE = "one-case"
_BEFORE = """
`reread run` draws these charts of each study into `reports/STUDY/figures/`: `NAME.png`, `NAME.svg`, and
`NAME.csv` with the numbers drawn. `figures.json` lists them: `name`, `title`, `question`, `sees` (what
to see, in one sentence), `alt` (the same for those who do not see the picture), `measures` (the named
measures whose values it shows) and `files`.

The same study gives the same bytes on each run. A chart without data says why. Charts of a synthetic
study are marked *SYNTHETIC DATA*. Everything can be told apart in grey: by lightness, pattern, marker
and line.

In the CSV an empty cell is a missing value. A text that is empty, or begins with an apostrophe or a
sign that a spreadsheet could take for a formula, has an apostrophe before it: take one leading
apostrophe away to get the text.

Titles and names may be in any script that DejaVu Sans or Noto Sans CJK have: Latin, Greek, Cyrillic,
Hebrew, Arabic, Chinese, Japanese, Korean and more. A sign that neither has is shown by its code, such
as `[U+0939]`.

In names `CASE` stands for the name of a case in the study file.
"""


def figures_page() -> str:
    """The page of charts, in the order in which they are shown."""
    study = Study.model_validate(
        {
            "name": "any",
            "repositories": [{"path": "."}],
            "memory": [{"glob": "/memory/**/*.md"}],
            "cases": [{"name": _CASE, "title": "One case", "path": "memory/note.md", "reader": 1}],
        }
    )
    return page("Charts", "pipeline/figures/", _BEFORE, *map(_section, charts(study)))


def _section(chart: Chart) -> str:
    question, *more = (inspect.getdoc(chart.draw) or "").split("\n\n")
    parts = [f"## {chart.title}", f"`{chart.name}`: {_line(question)}", *map(_line, more)]
    return "\n\n".join([*parts, f"Measures: {codes(chart.measures)}."]).replace(_CASE, "CASE")


def _line(text: str) -> str:
    return " ".join(text.split())
