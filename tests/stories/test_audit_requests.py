"""What `reread audit` and `reread explain` do with the ways of asking, on the planted study."""

from pathlib import Path
from xml.etree import ElementTree as Xml

import pytest

from pipeline.audit.audit import SYNTHETIC
from pipeline.stages.workspace import Workspace
from tests.stories.command import refused, reread

CLAIM = """\
- id: {id}
  statement: Reads of memory
  printed: two
  value: 2
  unit: reads
  measure: {measure}
  computable: {computable}
  {more}
"""


def ledger(
    path: Path, *, measure: str = "memory_reads.count", computable: str = "package", more: str = ""
) -> Path:
    text = CLAIM.format(id="reads", measure=measure, computable=computable, more=more)
    path.write_text(f"schema: 1\nclaims:\n{text}", "utf-8")
    return path


@pytest.fixture
def claims(tmp_path: Path) -> Path:
    return ledger(tmp_path / "claims.yaml", more="note: as counted by hand")


@pytest.mark.parametrize(
    "arguments",
    [("audit", "planted", "--claims"), ("audit", "planted", "--readings", "--claims"),
     ("explain", "planted", "reads", "--claims")],
    ids=["audit", "readings", "explain"],
)  # fmt: skip
def test_a_synthetic_study_says_so_first(
    arguments: tuple[str, ...], claims: Path, planted_workspace: Workspace
) -> None:
    said = reread(*arguments, claims, at=planted_workspace.root)
    document = reread(*arguments, claims, "--json", at=planted_workspace.root).document

    assert said.out.splitlines()[0] == SYNTHETIC
    assert list(document.items())[:2] == [("synthetic", True), ("note", SYNTHETIC)]


def test_what_the_ledger_tells_people_is_explained(claims: Path, planted_workspace: Workspace) -> None:
    arguments = ("explain", "planted", "reads", "--claims", claims)

    assert "  note: as counted by hand" in reread(*arguments, at=planted_workspace.root).out.splitlines()
    assert reread(*arguments, "--json", at=planted_workspace.root).document["notes"] == ["as counted by hand"]


@pytest.mark.parametrize("computable", ["package", "never"])
@pytest.mark.parametrize("arguments", [(), ("planted",), ("planted", "--readings")])
def test_a_measure_that_does_not_exist_is_an_error_however_it_is_asked(
    arguments: tuple[str, ...], computable: str, tmp_path: Path, planted_workspace: Workspace
) -> None:
    why = "not_computable_because: nobody counted" if computable == "never" else ""
    file = ledger(tmp_path / "claims.yaml", measure="memory_reads.counted", computable=computable, more=why)

    error = refused("audit", *arguments, "--claims", file, at=planted_workspace.root)

    assert error["code"] == "measure_unknown"
    assert error["message"].startswith("claim reads names memory_reads.counted")


def test_without_a_study_the_measure_of_some_case_may_exist(tmp_path: Path) -> None:
    file = ledger(tmp_path / "claims.yaml", measure="case.authentication.days_between")
    assert reread("audit", "--claims", file).code == 0

    file = ledger(tmp_path / "claims.yaml", measure="case.authentication.weeks_between")
    assert refused("audit", "--claims", file)["code"] == "measure_unknown"


@pytest.mark.parametrize("more", [("--junit", "a.xml"), ("--if-any",)])
def test_readings_refuse_what_they_would_pass_over(
    more: tuple[str, ...], claims: Path, planted_workspace: Workspace
) -> None:
    error = refused("audit", "planted", "--claims", claims, "--readings", *more, at=planted_workspace.root)

    assert error["message"] == "--readings goes with none of --tables, --junit and --if-any"


def test_no_ledger_at_all_is_a_whole_answer_where_it_may_be(
    tmp_path: Path, planted_workspace: Workspace
) -> None:
    report = tmp_path / "none.xml"
    arguments = ("audit", "--if-any", "--junit", report)

    assert reread(*arguments, at=planted_workspace.root).out == ""
    assert list(Xml.parse(report).getroot()) == []
    assert reread(*arguments, "--json", at=planted_workspace.root).document == {"audits": []}
    assert reread("audit", at=planted_workspace.root).code == 2
