"""docs/figures.md: every chart, its question, the table under it."""

import inspect

from docs.generate.markdown import code, codes, page
from pipeline.figures import case_in_time
from pipeline.figures.catalogue import COMMON
from pipeline.figures.chart import Chart
from pipeline.study import Case

_BEFORE = """
`reread run` draws these charts into `reports/STUDY/figures/`: each as `NAME.png` and `NAME.svg`, with the
numbers drawn as `NAME.csv`. `figures.json` beside them lists all, each with its question, one sentence
that says what to see, and a text for those who cannot see it. The same tables give the same bytes.

A chart asks for [measures](measures.md) by name and computes nothing of its own. It says over how many it
is; one that has nothing to show says why. Charts of a synthetic study say so. Everything can be told
apart in grey: by lightness, pattern, marker or line.

In the CSV an empty cell is a missing value. A text that is empty, or begins with an apostrophe or a sign
that a spreadsheet could take for a formula, has an apostrophe before it: take one leading apostrophe away
to get the text. Numbers are as they are; instants are in UTC.

Titles and names may be in any script that DejaVu Sans and Noto Sans CJK have, such as Latin, Greek,
Cyrillic, Hebrew, Arabic, Chinese, Japanese and Korean. A sign that neither has is shown by its code, such
as `[U+0939]`.
"""


def charts_page() -> str:
    """The page of charts, in the order in which they are listed; the charts of cases last."""
    of_case = case_in_time.of(Case(name="any", path="memory/note.md", reader=1))
    sections = [_section(chart, chart.name, chart.title) for chart in COMMON]
    return page(
        "Charts",
        "pipeline/figures/",
        _BEFORE,
        *sections,
        _section(of_case, "case_CASE", "A case of the study file, one chart each"),
    )


def _section(chart: Chart, name: str, title: str) -> str:
    _, *more = (inspect.getdoc(chart.draw) or "").split("\n\n")
    shown = codes(measure.replace(".any.", ".CASE.") for measure in chart.measures)
    parts = [f"## {title}", f"{code(name)}: {chart.question}", *map(_one_line, more)]
    return "\n\n".join([*parts, f"Measures shown: {shown}."])


def _one_line(paragraph: str) -> str:
    return " ".join(paragraph.split())
