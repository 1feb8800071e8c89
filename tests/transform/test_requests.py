"""Labels of first requests by rules and by files."""

import tomllib
from pathlib import Path

import pandas as pd
import pytest

from pipeline.storage import checked
from pipeline.transform.label_files import LabelFile
from pipeline.transform.request_rules import label
from pipeline.transform.requests import requests
from tests.transform import tiny

PHRASES = [
    (text, case["kind"], case.get("recap"))
    for case in tomllib.loads((Path(__file__).parent / "cases/first_requests.toml").read_text("utf-8"))[
        "case"
    ]
    for text in case["texts"]
]


@pytest.mark.parametrize(("text", "kind", "recap"), PHRASES)
def test_the_rules_label_requests_as_a_reader_would(text: str, kind: str, recap: str | None) -> None:
    found = label(text)

    assert (found.kind, found.recap) == (kind, recap), found.rationale


def test_code_in_a_request_says_nothing_about_it() -> None:
    found = label("Why does this fail?\n```\ngit commit\n# see docs/plan.md, fix the test\n```")

    assert found.kind == "informational"


def test_a_label_says_which_rules_spoke_and_how_sure_they_are() -> None:
    found = label("Build what docs/plan.md says")

    assert found.rationale == "kind: asks for work; recap: names docs/plan.md"
    assert 0 < label("The button is dead").confidence < found.confidence <= 1


PEOPLE = tiny.conversations(
    {"c": "a", "ordinal": 1, "request": "Fix the login."},
    {"c": "b", "ordinal": 2, "request": "How does it work?"},
    {"c": "silent", "ordinal": 3},
    {"c": "fork", "ordinal": None, "request": "Fix it."},
)


def labelled(*files: tuple[str, str]) -> tuple[pd.DataFrame, pd.DataFrame]:
    made, gaps = requests(PEOPLE, [LabelFile(name, text.encode()) for name, text in files])
    return checked("requests", made), checked("skipped_inputs", gaps)


def speaking(*files: tuple[str, str]) -> dict[str, tuple[str, str]]:
    made, _ = labelled(*files)
    told = made[made["speaks"]]
    assert told["conversation_id"].is_unique
    return {row.conversation_id: (row.labeller, row.kind) for row in told.itertuples()}


def test_rules_label_every_independent_conversation_that_opens_with_a_text() -> None:
    assert speaking() == {"a": ("rules", "work"), "b": ("rules", "informational")}


HEAD = "conversation_id,kind,recap,labeller\n"


def test_a_persons_label_speaks_before_a_models_and_a_models_before_the_rules() -> None:
    person, model = (
        HEAD + "a,administrative,,mira\n",
        HEAD + "a,informational,,model:x\nb,work,link,model:x\n",
    )

    found = speaking(("person.csv", person), ("model.csv", model))

    assert found == {"a": ("mira", "administrative"), "b": ("model:x", "work")}


def test_every_label_is_kept_beside_the_one_that_speaks() -> None:
    made, _ = labelled(("p.csv", HEAD + "a,work,link,mira\n"))

    assert made[made["conversation_id"] == "a"][["labeller", "speaks"]].to_numpy().tolist() == [
        ["rules", False],
        ["mira", True],
    ]


def test_among_people_the_later_file_and_row_wins() -> None:
    one, two = HEAD + "a,work,none,mira\na,work,brief,mira\n", HEAD + "a,informational,,ilya\n"

    made, _ = labelled(("1.csv", one), ("2.csv", two))

    mira = made[made["labeller"] == "mira"]
    assert mira["recap"].tolist() == ["brief"]
    assert speaking(("1.csv", one), ("2.csv", two))["a"] == ("ilya", "informational")
    assert speaking(("2.csv", two), ("1.csv", one))["a"] == ("mira", "work")


def test_a_file_may_leave_out_all_but_the_conversation_and_the_kind() -> None:
    made, gaps = labelled(("labels/mira.csv", "\ufeffkind,conversation_id\r\nWork,a\r\n"))

    assert gaps.empty
    row = made[made["labeller"] == "mira"].iloc[0]
    assert (row["kind"], row["recap"] is None or pd.isna(row["recap"])) == ("work", True)


def test_only_work_has_a_recap() -> None:
    made, _ = labelled(("p.csv", HEAD + "b,informational,link,mira\n"))

    assert made.loc[made["labeller"] == "mira", "recap"].isna().all()


def test_times_and_confidence_are_kept() -> None:
    text = "conversation_id,kind,labelled_at,confidence,rationale\na,work,2026-02-03T10:00:00,0.75,said so\n"

    made, _ = labelled(("p.csv", text))

    row = made[made["labeller"] == "p"].iloc[0]
    assert (row["labelled_at"], row["confidence"], row["rationale"]) == (
        pd.Timestamp("2026-02-03T10:00Z"), 0.75, "said so",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("text", "where", "reason"),
    [
        (HEAD + "zz,work,,m\n", "line 2", "unknown_conversation"),
        (HEAD + "a,play,,m\n", "line 2", "unknown_kind"),
        (HEAD + "a,work,some,m\n", "line 2", "unknown_recap"),
        ("conversation_id,kind,confidence\na,work,2\n", "line 2", "bad_confidence"),
        ("conversation_id,kind,confidence\na,work,high\n", "line 2", "bad_confidence"),
        ("conversation_id,kind,labelled_at\na,work,soon\n", "line 2", "bad_labelled_at"),
        ("conversation_id,recap\na,none\n", "header", "no_kind"),
        ("", "header", "no_conversation_id"),
    ],
)
def test_a_row_that_cannot_be_used_is_skipped_with_its_place_and_reason(
    text: str, where: str, reason: str
) -> None:
    made, gaps = labelled(("p.csv", text))

    assert gaps.to_numpy().tolist() == [["p.csv", where, reason, 0]]
    assert set(made["labeller"]) == {"rules"}


def test_a_file_that_is_no_utf_8_is_skipped_whole() -> None:
    _, gaps = requests(PEOPLE, [LabelFile("p.csv", b"conversation_id,kind\na,\xff\n")])

    assert gaps[["where", "reason"]].to_numpy().tolist() == [["file", "not_utf8"]]
