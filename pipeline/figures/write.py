"""Writing every chart of a study, with the table under it and the list of all."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from pipeline.figures import style
from pipeline.figures.catalogue import charts
from pipeline.figures.chart import Chart
from pipeline.figures.csv_text import csv_text
from pipeline.figures.saving import png, settle, svg
from pipeline.measures.evidence import Evidence
from pipeline.storage import replacing

LIST = "figures.json"
"""Holds one object a chart: name, title, question, sees, alt, measures, files."""


def write_all(evidence: Evidence, folder: Path) -> None:
    """Write each chart as `NAME.png`, `NAME.svg` and `NAME.csv`, then the list of them.

    Nothing is written before all are drawn. Files of charts that an earlier list named and this one does not
    are removed.
    """
    quick = replace(evidence, intervals=False)
    with style.fixed():
        made = [_made(chart, quick) for chart in charts(evidence.study)]
    before = _files(folder)
    now = {name: content for _, files in made for name, content in files.items()}
    listed = json.dumps([entry for entry, _ in made], ensure_ascii=False, indent=1)
    for name, content in [*now.items(), (LIST, f"{listed}\n".encode())]:
        with replacing(folder / name) as stream:
            stream.write(content)
    for stale in before - set(now):
        (folder / stale).unlink(missing_ok=True)


def _made(chart: Chart, evidence: Evidence) -> tuple[dict[str, Any], dict[str, bytes]]:
    """A chart's entry in the list, and its files."""
    drawing = chart.draw(evidence, chart.title, **chart.arguments)
    settle(drawing.figure)
    files = {
        f"{chart.name}.png": png(drawing.figure),
        f"{chart.name}.svg": svg(drawing.figure, chart.name, chart.title),
        f"{chart.name}.csv": csv_text(drawing.table),
    }
    entry = {
        "name": chart.name,
        "title": chart.title,
        "question": chart.question,
        "sees": drawing.sees,
        "alt": drawing.alt,
        "measures": list(chart.measures),
        "files": list(files),
    }
    return entry, files


def _files(folder: Path) -> set[str]:
    try:
        listed = json.loads((folder / LIST).read_bytes())
        return {str(file) for entry in listed for file in entry["files"] if _plain(str(file))}
    except (OSError, ValueError, KeyError, TypeError):
        return set()


def _plain(file: str) -> bool:
    return Path(file).name == file and Path(file).suffix in {".png", ".svg", ".csv"}
