"""The charts of the planted study."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pandas as pd
import pytest
from matplotlib.axes import Axes

from pipeline import tables
from pipeline.figures import style
from pipeline.figures.catalogue import charts
from pipeline.figures.chart import Chart, Drawing
from pipeline.measures.evidence import Evidence
from pipeline.stages.workspace import Workspace
from pipeline.storage import read_table
from pipeline.study import load


@dataclass(frozen=True)
class Drawn:
    """A chart and what became of it."""

    chart: Chart
    drawing: Drawing

    @property
    def panels(self) -> list[Axes]:
        return self.drawing.figure.axes

    def rows(self, *columns: str) -> list[tuple[object, ...]]:
        """Some columns of the table under the chart, missing values as None."""
        chosen = self.drawing.table[list(columns)].astype(object)
        chosen = chosen.where(chosen.notna(), None)
        return list(chosen.itertuples(index=False, name=None))


@pytest.fixture(scope="session")
def planted_evidence(planted_workspace: Workspace) -> Evidence:
    """The tables of the planted study."""
    derived = planted_workspace.derived("planted")
    frames = {table.name: read_table(derived, table.name) for table in tables.TABLES}
    return Evidence(frames, load(planted_workspace.study("planted")), intervals=False)


@pytest.fixture
def fixed() -> Iterator[None]:
    """The settings under which charts are drawn."""
    with style.fixed():
        yield


@pytest.fixture
def drawn(planted_evidence: Evidence, fixed: None) -> Callable[[str], Drawn]:
    """A function from the name of a chart to the chart of the planted study."""

    def named(name: str) -> Drawn:
        (chart,) = (one for one in charts(planted_evidence.study) if one.name == name)
        return Drawn(chart, draw(chart, planted_evidence))

    return named


def draw(chart: Chart, evidence: Evidence) -> Drawing:
    return chart.draw(evidence, chart.title, **chart.arguments)


def conversations(kinds: list[str | None]) -> dict[str, pd.DataFrame]:
    """Tables `conversations` and `requests`: one independent conversation an hour, of these kinds."""
    start = pd.Timestamp("2026-03-02T00:00", tz="UTC")
    made, said = [], []
    for n, kind in enumerate(kinds, 1):
        at = start + pd.Timedelta(hours=n)
        row = dict.fromkeys(tables.table("conversations").names)
        row |= {"conversation_id": f"c{n}", "source": "made", "source_file": "made", "started_at": at}
        row |= {"time_basis": "message", "ordinal": n, "independent": True, "human_messages": 1}
        made.append(row)
        if kind is not None:
            label = dict.fromkeys(tables.table("requests").names)
            recap = "none" if kind == "work" else None
            label |= {"conversation_id": f"c{n}", "labeller": "rules", "kind": kind, "recap": recap}
            said.append(label | {"speaks": True})
    return {
        "conversations": tables.frame("conversations", made),
        "requests": tables.frame("requests", said),
    }


def reads_by_conversation(numbers: list[tuple[int, int]]) -> pd.DataFrame:
    """Table `reads_by_conversation`: one row for each pair of main characters available and read."""
    rows = []
    for n, (available, read) in enumerate(numbers, 1):
        row = dict.fromkeys(tables.table("reads_by_conversation").names)
        row |= {name: 0 for name in row if name.endswith(("_read", "reads", "distance", "snapshot"))}
        row |= {"axis": "first-parent", "conversation_id": f"c{n}", "ordinal": n, "has_snapshot": True}
        row |= {"started_at": pd.Timestamp("2026-03-02", tz="UTC") + pd.Timedelta(hours=n)}
        row |= {"main_chars_available": available, "main_chars_read": read, "start_set_read": None}
        row |= {"files_available": 4, "files_read": n % 5, "share_read": (n % 5) / 4}
        rows.append(row)
    return tables.frame("reads_by_conversation", rows)


def words(drawing: Drawing) -> str:
    """All words on a chart, its lines joined."""
    texts = [text.get_text() for text in drawing.figure.texts]
    for panel in drawing.figure.axes:
        texts += [text.get_text() for text in panel.texts]
    return " ".join(texts).replace("\n", " ")


def svg_ids(content: bytes) -> list[str]:
    import re

    return re.findall(r'\sid="([^"]+)"', content.decode())


def files(folder: Path) -> dict[str, bytes]:
    """The files of a folder."""
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}
