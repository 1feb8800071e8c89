"""A ledger is audited by the planted study, whose every number was worked out by hand."""

import json
from pathlib import Path
from xml.etree import ElementTree as Xml

import pytest

from pipeline.stages.workspace import Workspace
from tests.stories.command import reread

FIRST_LINE = "Synthetic: that a claim holds in a made-up study is no evidence about anybody's real data."

LEDGER = """\
schema: 1
title: What the planted study says of itself
claims:
- id: cross-reads
  statement: Reads of notes that another conversation had changed last
  printed: '53'
  value: 53
  unit: reads
  made_of: {kind: count}
  measure: cross_reads.count
  computable: package
- id: a-day
  statement: Work conversations begun on an active day, in the mean
  printed: '1.6'
  value: 1.6
  unit: conversations per day
  rounding: {kind: rounded, decimals: 1}
  made_of: {kind: mean, n: 20}
  measure: activity.new_work_mean
  computable: package
- id: read-on
  statement: The month in which the error was read again
  printed: January
  value: 2026-01
  unit: date
  measure: case.error-read-again.read_on
  computable: package
- id: far-reads
  statement: How far back the furthest tenth of reads reaches
  printed: about 17
  value: 17
  unit: conversations
  rounding: {kind: about, decimals: 0}
  measure: cross_distance_conversations.p90
  ambiguous: true
  readings:
  - {reading: {distance: strictly between}, text: conversations strictly between}
  computable: package
- id: happy
  statement: The agent was content
  printed: yes, always
  value: null
  computable: never
  not_computable_because: nobody wrote down whether it was
"""
"""53 cross reads; 31 work conversations on 20 days, 1.55 each, which prints 1.6; 17.1, or 16.1 strictly
between, which prints 16."""

VERDICTS = {
    "cross-reads": "confirmed",
    "a-day": "confirmed",
    "read-on": "confirmed",
    "far-reads": "ambiguous",
    "happy": "not_computable",
}


@pytest.fixture
def place(planted_workspace: Workspace) -> Path:
    return planted_workspace.root


def ledger(folder: Path, text: str = LEDGER, name: str = "claims.yaml") -> Path:
    path = folder / name
    path.write_text(text, "utf-8")
    return path


def false(folder: Path) -> Path:
    """The ledger with one read too many."""
    return ledger(folder, LEDGER.replace("'53'", "'54'").replace("value: 53", "value: 54"))


def test_a_ledger_of_which_nothing_is_false_ends_with_0(place: Path, tmp_path: Path) -> None:
    told = reread("audit", "planted", "--claims", ledger(tmp_path), at=place)

    assert told.code == 0
    lines = told.out.splitlines()
    assert lines[0] == FIRST_LINE
    assert lines[-1] == "planted: 3 confirmed, 0 contradicted, 1 ambiguous, 1 not computable"
    found = {line.split()[1]: line.split()[0] for line in lines[2:7]}
    assert found == VERDICTS


def test_the_document_says_first_that_the_study_is_made_up(place: Path, tmp_path: Path) -> None:
    told = reread("audit", "planted", "--claims", ledger(tmp_path), "--json", at=place)
    document = told.document

    assert told.code == 0
    assert set(list(document)[:3]) == {"target", "synthetic", "note"}
    assert (document["target"], document["synthetic"], document["note"]) == ("planted", True, FIRST_LINE)
    assert document["counts"] == {"confirmed": 3, "contradicted": 0, "ambiguous": 1, "not_computable": 1}
    claims = {one["id"]: one for one in document["claims"]}
    assert {one: claim["verdict"] for one, claim in claims.items()} == VERDICTS
    assert list(claims) == list(VERDICTS)
    assert {one: claim["value"] for one, claim in claims.items()} == {
        "cross-reads": 53,
        "a-day": pytest.approx(31 / 20),
        "read-on": "2026-01-14",
        "far-reads": pytest.approx(17.1),
        "happy": None,
    }
    assert claims["far-reads"]["readings"] == [
        {"reading": {"distance": "strictly between"}, "text": "conversations strictly between",
         "value": pytest.approx(16.1), "holds": False}
    ]  # fmt: skip
    assert claims["happy"]["reason"] == "nobody wrote down whether it was"
    # 53 cross reads, of which 2 + 10 + 1 have no distance in conversations.
    assert claims["far-reads"]["strength"]["n"] == 40
    assert claims["far-reads"]["strength"]["undetermined"] == {
        "excluded_thread": 2, "outside_conversations": 10, "later_conversation": 1,
    }  # fmt: skip


def test_a_false_claim_ends_with_1_and_says_by_how_much(place: Path, tmp_path: Path) -> None:
    told = reread("audit", "planted", "--claims", false(tmp_path), at=place)

    assert told.code == 1
    assert "printed 54, computed 53 reads" in told.out
    assert told.out.splitlines()[-1] == "planted: contradicted: cross-reads"

    asked = reread("audit", "planted", "--claims", false(tmp_path), "--json", at=place)
    claims = {one["id"]: one for one in asked.document["claims"]}
    assert asked.code == 1
    assert {one: claim["verdict"] for one, claim in claims.items()} == VERDICTS | {
        "cross-reads": "contradicted"
    }
    assert (claims["cross-reads"]["value"], claims["cross-reads"]["off"]) == (53, 1)


def test_junit_has_a_case_for_each_claim_and_a_failure_for_each_that_is_false(
    place: Path, tmp_path: Path
) -> None:
    file = tmp_path / "there" / "audit.xml"
    told = reread("audit", "planted", "--claims", false(tmp_path), "--junit", file, at=place)
    suite = Xml.parse(file).getroot()[0]

    assert told.code == 1
    assert {key: suite.get(key) for key in ("tests", "failures", "errors", "skipped")} == {
        "tests": "5", "failures": "1", "errors": "0", "skipped": "2",
    }  # fmt: skip
    inside = {case.get("name"): [part.tag for part in case] for case in suite.iter("testcase")}
    assert inside == {
        "cross-reads": ["failure"], "a-day": [], "read-on": [],
        "far-reads": ["skipped"], "happy": ["skipped"],
    }  # fmt: skip
    failure = suite.find("testcase/failure")
    assert failure is not None
    assert failure.get("message") == "printed 54, computed 53 reads"
    assert suite.findtext("system-out") == FIRST_LINE


def test_a_ledger_that_the_study_does_not_name_leaves_nothing_in_its_reports(
    planted_workspace: Workspace, tmp_path: Path
) -> None:
    reread("audit", "planted", "--claims", ledger(tmp_path), at=planted_workspace.root)

    assert not (planted_workspace.report("planted") / "audit.json").exists()


def test_print_alone_is_audited_where_there_is_no_study(tmp_path: Path) -> None:
    told = reread("audit", "--claims", ledger(tmp_path), "--json", at=tmp_path / "no-workspace")
    document = told.document

    assert told.code == 0
    assert document["counts"] == {"confirmed": 0, "contradicted": 0, "ambiguous": 0, "not_computable": 5}
    assert document["synthetic"] is False
    assert "note" not in document
    # 1.6 over 20 is 32 whole ones; 53 is a whole number.
    assert {one["check"]: one["ok"] for one in document["arithmetic"]} == {"count": True, "mean": True}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["claims.yaml"]


def test_print_that_is_impossible_is_contradicted_without_data(tmp_path: Path) -> None:
    """No whole number over 7 is 1.5 when rounded to one decimal: 10/7 is 1.43, 11/7 is 1.57."""
    text = LEDGER.replace("'1.6'", "'1.5'").replace("value: 1.6", "value: 1.5").replace("n: 20", "n: 7")
    told = reread("audit", "--claims", ledger(tmp_path, text), at=tmp_path)

    assert told.code == 1
    assert told.out.splitlines()[0] != FIRST_LINE
    assert told.out.splitlines()[-1].endswith("contradicted: a-day")
    marked = ledger(tmp_path, text.replace("schema: 1", "schema: 1\nsynthetic: true"))
    assert reread("audit", "--claims", marked, at=tmp_path).out.splitlines()[0] == FIRST_LINE


def test_words_of_a_ledger_cannot_steer_the_terminal(place: Path, tmp_path: Path) -> None:
    odd = {"printed: '53'": 'printed: "\\e[2J53\\u202e"', "nobody wrote down": '"\\a\\e]0;x\\a nobody'}
    text = LEDGER
    for plain, hostile in odd.items():
        text = text.replace(plain, hostile)
    text = text.rstrip() + '"\n'
    told = reread("audit", "planted", "--claims", ledger(tmp_path, text), at=place)

    assert told.code == 0
    assert not {"\x1b", "\a", "\u202e"} & set(told.out)
    assert "53" in told.out and "nobody" in told.out


def test_a_first_ledger_is_written_once_and_can_be_audited(place: Path, tmp_path: Path) -> None:
    file = tmp_path / "mine" / "claims.yaml"
    begun = reread("audit", "--new-ledger", file)
    written = file.read_bytes()

    assert begun.code == 0
    assert str(file) in begun.out
    alone = reread("audit", "--claims", file, "--json")
    assert alone.code == 0
    assert len(alone.document["claims"]) == 4
    assert all(one["ok"] for one in alone.document["arithmetic"])
    # The numbers in it are those of another study, so this one contradicts them.
    audited = reread("audit", "planted", "--claims", file, "--json", at=place)
    assert audited.code == 1
    assert {one["id"]: (one["verdict"], one["value"]) for one in audited.document["claims"]} == {
        "cross-reads": ("contradicted", 53),
        "share-read-median": ("contradicted", pytest.approx(100 / 9)),
        "share-read-largest": ("contradicted", 100),
        "no-repeated-errors": ("not_computable", None),
    }

    again = reread("audit", "--new-ledger", file, "--json")
    assert again.code == 2
    assert again.document["error"]["code"] == "ledger_exists"
    assert file.read_bytes() == written
    assert [path.name for path in file.parent.iterdir()] == ["claims.yaml"]


def test_studies_without_a_ledger_are_passed_over_where_that_is_asked(place: Path) -> None:
    told = reread("audit", "planted", "--if-any", at=place)

    assert (told.code, told.out) == (0, "")
    assert reread("audit", "--if-any", at=place).code == 0


def test_every_study_that_names_a_ledger_is_audited(planted_workspace: Workspace, tmp_path: Path) -> None:
    """Three studies of one history: one names no ledger, one is false, one is right."""
    for name in ("planted", "right", "wrong"):
        _as_study(planted_workspace, tmp_path, name)
    for name, make in (("right", ledger), ("wrong", false)):
        folder = tmp_path / "data" / "raw" / name
        make(folder)
        file = folder / "study.toml"
        file.write_text(
            file.read_text("utf-8").replace("synthetic = true", 'synthetic = true\nclaims = "claims.yaml"'),
            "utf-8",
        )
    xml = tmp_path / "audit.xml"
    told = reread("audit", "--json", "--junit", xml, at=tmp_path)

    assert told.code == 1
    audits = told.document["audits"]
    assert [(one["target"], one["counts"]["contradicted"]) for one in audits] == [("right", 0), ("wrong", 1)]
    assert [suite.get("failures") for suite in Xml.parse(xml).getroot()] == ["0", "1"]
    for one in audits:
        kept = tmp_path / "reports" / one["target"] / "audit.json"
        assert json.loads(kept.read_bytes()) == one
    assert reread("audit", "right", at=tmp_path).code == 0
    assert reread("audit", "--if-any", "planted", "right", at=tmp_path).code == 0
    assert reread("audit", "--if-any", "planted", "wrong", at=tmp_path).code == 1
    assert reread("audit", "planted", "wrong", at=tmp_path).code == 2


def _as_study(from_: Workspace, to: Path, name: str) -> None:
    """The planted study under another name, its tables beside it."""
    raw, derived = to / "data" / "raw" / name, to / "data" / "derived" / name
    raw.mkdir(parents=True)
    derived.parent.mkdir(parents=True, exist_ok=True)
    derived.symlink_to(from_.derived("planted"), target_is_directory=True)
    for part in from_.study("planted").iterdir():
        if part.is_dir():
            (raw / part.name).symlink_to(part, target_is_directory=True)
    text = (from_.study("planted") / "study.toml").read_text("utf-8")
    (raw / "study.toml").write_text(text.replace('name = "planted"', f'name = "{name}"'), "utf-8")
