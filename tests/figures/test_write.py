"""Writing the charts of a study: all files, the list of them, and nothing left of charts that are gone."""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from pipeline.figures import write
from pipeline.figures.catalogue import COMMON, charts
from pipeline.figures.chart import Chart, Drawing
from pipeline.figures.write import write_all
from pipeline.measures.evidence import Evidence
from pipeline.stages.workspace import Workspace
from tests.evidence import a_study, evidence_of
from tests.figures.conftest import conversations, files

FEW = COMMON[:2]


def kinds(*names: str) -> Evidence:
    return evidence_of(a_study(), **conversations(list(names)))


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """A catalogue of two charts, so that a test is quick."""
    monkeypatch.setattr(write, "charts", lambda _: FEW)


def test_a_run_writes_a_picture_a_drawing_and_a_table_for_each_chart(
    planted_workspace: Workspace, planted_evidence: Evidence
) -> None:
    found = files(planted_workspace.figures("planted"))
    names = [chart.name for chart in charts(planted_evidence.study)]

    assert set(found) == {f"{name}.{kind}" for name in names for kind in ("png", "svg", "csv")} | {
        "figures.json"
    }
    assert all(found[f"{name}.png"].startswith(b"\x89PNG\r\n") for name in names)
    assert all(found[f"{name}.svg"].rstrip().endswith(b"</svg>") for name in names)


def test_the_list_names_each_chart_its_question_and_its_files(
    planted_workspace: Workspace, planted_evidence: Evidence
) -> None:
    listed = json.loads((planted_workspace.figures("planted") / "figures.json").read_bytes())

    assert [entry["name"] for entry in listed] == [chart.name for chart in charts(planted_evidence.study)]
    assert listed[-2] == {
        "name": "case_error-read-again",
        "title": "Synthetic: an error note is read a week later",
        "question": (
            "How far back did the note lie that this conversation read, and had a person told it before?"
        ),
        "sees": "The note was introduced 7 full days and 6 conversations before it was read.",
        "alt": (
            "A line in time with its conversations. The note was introduced 7 full days and 6 "
            "conversations before it was read. The reader's first request has 1 sentence. 1 call of the "
            "reader came after the read. A person had not told it before the read."
        ),
        "measures": [
            f"case.error-read-again.{figure}"
            for figure in (
                "days_between",
                "conversations_between",
                "calls_after_read",
                "request_sentences",
                "mentioned_before",
            )
        ],
        "files": [f"case_error-read-again.{kind}" for kind in ("png", "svg", "csv")],
    }


@pytest.mark.usefixtures("few")
def test_files_of_a_chart_that_is_gone_disappear_and_a_persons_own_file_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_all(kinds("work"), tmp_path)
    (tmp_path / "mine.png").write_bytes(b"mine")
    monkeypatch.setattr(write, "charts", lambda _: FEW[:1])

    write_all(kinds("work"), tmp_path)

    assert set(files(tmp_path)) == {
        "figures.json", "first_requests.png", "first_requests.svg", "first_requests.csv", "mine.png",
    }  # fmt: skip


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize(
    "listed",
    [b"", b"[1]", b"{}", b'[{"files": 3}]', b'[{"files": ["../kept.csv", "/kept.csv", "kept.txt", "."]}]'],
)
def test_an_old_list_that_is_damaged_or_hostile_removes_nothing(listed: bytes, tmp_path: Path) -> None:
    folder = tmp_path / "figures"
    folder.mkdir()
    (tmp_path / "kept.csv").write_bytes(b"kept")
    (folder / "kept.txt").write_bytes(b"kept")
    (folder / "figures.json").write_bytes(listed)

    write_all(kinds("work"), folder)

    assert (tmp_path / "kept.csv").read_bytes() == (folder / "kept.txt").read_bytes() == b"kept"
    assert [entry["name"] for entry in json.loads((folder / "figures.json").read_bytes())] == [
        chart.name for chart in FEW
    ]


@pytest.mark.usefixtures("few")
def test_a_chart_that_fails_leaves_the_charts_of_before_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_all(kinds("work"), tmp_path)
    before = files(tmp_path)

    def fails(evidence: Evidence, title: str) -> Drawing:
        raise ZeroDivisionError(title)

    monkeypatch.setattr(write, "charts", lambda _: (*FEW, Chart("fails", "Fails", fails)))
    with pytest.raises(ZeroDivisionError):
        write_all(kinds("work", "informational"), tmp_path)

    assert files(tmp_path) == before


@pytest.mark.usefixtures("few")
def test_settings_of_the_machine_change_no_byte(tmp_path: Path) -> None:
    import matplotlib as mpl

    write_all(kinds("work"), tmp_path / "one")
    with mpl.rc_context({"font.size": 30, "axes.facecolor": "red", "savefig.bbox": "tight"}):
        write_all(kinds("work"), tmp_path / "two")

    assert files(tmp_path / "one") == files(tmp_path / "two")


@pytest.mark.usefixtures("few")
def test_studies_drawn_by_threads_of_one_process_have_the_bytes_of_a_study_drawn_alone(
    tmp_path: Path,
) -> None:
    write_all(kinds("work"), tmp_path / "alone")
    places = [tmp_path / str(n) for n in range(4)]
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda place: write_all(kinds("work"), place), places))

    assert all(files(place) == files(tmp_path / "alone") for place in places)


@pytest.mark.usefixtures("few")
def test_drawing_leaves_the_settings_of_the_program_alone(tmp_path: Path) -> None:
    import matplotlib as mpl

    before = dict(mpl.rcParams)
    write_all(kinds("work"), tmp_path)

    assert dict(mpl.rcParams) == before


def test_no_chart_needs_the_windows_of_pyplot(planted_workspace: Workspace) -> None:
    import subprocess
    import sys

    code = (
        "import sys; from pipeline.figures import write; "
        "sys.exit(1 if 'matplotlib.pyplot' in sys.modules else 0)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
