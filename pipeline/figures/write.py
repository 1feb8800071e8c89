"""Writing every chart of a study, with the table under it and the list of all."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from pipeline.figures import style
from pipeline.figures.catalogue import charts
from pipeline.figures.chart import Chart, Drawing
from pipeline.figures.csv_text import csv_text
from pipeline.figures.saving import png, svg
from pipeline.measures.evidence import Evidence
from pipeline.storage import replacing

LIST = "figures.json"
"""Holds one object a chart: name, title, question, sees, alt, files."""


def write_all(evidence: Evidence, folder: Path) -> None:
    """Write each chart as `NAME.png`, `NAME.svg` and `NAME.csv`, then the list of them.

    Files of charts that an earlier list named and this one does not are removed.
    """
    quick = replace(evidence, intervals=False)
    before = _files(folder)
    with style.fixed():
        shown = [
            _write(chart, chart.draw(quick, chart.title, **chart.arguments), folder)
            for chart in charts(evidence.study)
        ]
    _put(folder / LIST, json.dumps(shown, ensure_ascii=False, indent=1).encode() + b"\n")
    for stale in before - {file for entry in shown for file in entry["files"]}:
        (folder / stale).unlink(missing_ok=True)


def _write(chart: Chart, drawing: Drawing, folder: Path) -> dict[str, Any]:
    made = {
        f"{chart.name}.png": png(drawing.figure),
        f"{chart.name}.svg": svg(drawing.figure, chart.name, chart.title),
        f"{chart.name}.csv": csv_text(drawing.table),
    }
    for name, content in made.items():
        _put(folder / name, content)
    return {
        "name": chart.name,
        "title": chart.title,
        "question": chart.question,
        "sees": drawing.sees,
        "alt": drawing.alt,
        "files": list(made),
    }


def _put(path: Path, content: bytes) -> None:
    with replacing(path) as stream:
        stream.write(content)


def _files(folder: Path) -> set[str]:
    try:
        listed = json.loads((folder / LIST).read_bytes())
        return {str(file) for entry in listed for file in entry["files"] if _plain(str(file))}
    except (OSError, ValueError, KeyError, TypeError):
        return set()


def _plain(file: str) -> bool:
    return Path(file).name == file and Path(file).suffix in {".png", ".svg", ".csv"}
