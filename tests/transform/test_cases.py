"""How far back the notes of the cases lay."""

from typing import Any

import pandas as pd
import pytest

from pipeline.storage import checked
from pipeline.transform.cases import cases
from pipeline.transform.notes import section
from pipeline.transform.reads import memory_reads
from tests.transform import tiny
from tests.transform.tiny import moment

RULES = "docs/memory/rules.md"
CASE = {"name": "login", "path": RULES, "reader": 4, "from": "introduction"}
TEXTS = {"b0": "# Rules\n", "b1": "# Rules\n## Login\none\n", "b2": "# Rules!\n## Login\none\n"}


def made(**changed: pd.DataFrame) -> dict[str, pd.DataFrame]:
    """`a` wrote the rules on day 1, `b` their login section on day 2, `c` around it on day 3; `r` read."""
    given = {
        "conversations": tiny.conversations(
            {"c": "a", "ordinal": 1, "at": moment(1)},
            {"c": "b", "ordinal": 2, "at": moment(2)},
            {"c": "c", "ordinal": 3, "at": moment(3)},
            {"c": "r", "ordinal": 4, "at": moment(9), "request": "Create a portal. Use v1.2 of the kit!"},
            {"c": "fork", "ordinal": None, "at": moment(0)},
        ),
        "messages": tiny.messages(("r", 0, "Create a portal."), ("r", 5, "Mind the shared login.")),
        "tool_calls": tiny.calls(*({"c": "r", "seq": n, "at": moment(9.5)} for n in (1, 2, 3, 4))),
        "accesses": tiny.accesses({"c": "r", "seq": 2, "path": RULES}, {"c": "r", "seq": 3, "path": RULES}),
        "memory_writes": tiny.writes(
            *(
                {"c": c, "seq": 1, "at": moment(day), "path": RULES}
                for day, c in enumerate("abc", start=1)
            )
        ),
        "memory_versions": tiny.versions(
            *(
                {"path": RULES, "at": moment(day, seconds=60), "until": moment(day + 1, seconds=60), "by": c}
                for day, c in enumerate("ab", start=1)
            ),
            {"path": RULES, "at": moment(3, seconds=60), "by": "c"},
        ),
    }  # fmt: skip
    return tiny.made(**{**given, **changed})


def only(made: dict[str, pd.DataFrame], **case: Any) -> dict[str, Any]:
    study = tiny.study(cases=[{**CASE, **case}])
    reads = memory_reads(made, tiny.section_of, study.readings, tiny.start_files())
    table = checked("cases", cases({**made, "memory_reads": reads}, study, TEXTS.get))
    return {name: None if pd.isna(value) else value for name, value in table.iloc[0].items()}


def test_a_case_counts_strictly_between_and_in_full_days_from_the_introduction() -> None:
    row = only(made())

    assert (row["from_by"], row["from_at"]) == ("a", moment(1))
    assert (row["conversations_between"], row["days_between"]) == (2, 8)
    assert (row["conversation_id"], row["ordinal"], row["read_at"]) == ("r", 4, moment(9.5))


def test_or_from_the_last_update_before_the_read() -> None:
    row = only(made(), **{"from": "last_update"})

    assert (row["from_by"], row["conversations_between"], row["days_between"]) == ("c", 0, 6)


def test_a_heading_narrows_the_note_to_its_section() -> None:
    for counted_from in ("introduction", "last_update"):
        row = only(made(), heading="Login", **{"from": counted_from})

        assert (row["from_by"], row["from_at"], row["conversations_between"]) == ("b", moment(2), 1)


def test_a_heading_that_no_version_has_was_never_introduced() -> None:
    assert only(made(), heading="Logout")["undetermined_because"] == "no_update"


def test_calls_are_those_after_the_first_read_and_sentences_those_of_the_request() -> None:
    row = only(made())

    assert (row["seq"], row["calls_after_read"], row["request_sentences"]) == (2, 2, 2)


def test_only_what_a_person_said_before_the_read_mentions_the_note() -> None:
    found = [only(made(), mentions=said)["mentioned_before"] for said in (["shared login"], ["PORTAL"], [])]

    assert found == [False, True, None]


def test_the_reader_can_be_named_by_its_id() -> None:
    assert only(made(), reader="r")["ordinal"] == 4


@pytest.mark.parametrize(
    ("case", "because"),
    [
        ({"reader": 77}, "no_such_reader"),
        ({"reader": 1}, "not_read"),
        ({"path": "docs/memory/x.md"}, "not_read"),
    ],
)
def test_what_cannot_be_found_is_said(case: dict[str, Any], because: str) -> None:
    assert only(made(), **case)["undetermined_because"] == because


@pytest.mark.parametrize(
    ("writer", "because"), [(None, "outside_conversations"), ("fork", "excluded_thread")]
)
def test_an_update_outside_the_numbering_gives_days_alone(writer: str | None, because: str) -> None:
    versions = tiny.versions({"path": RULES, "at": moment(1), "by": writer})
    writes = [{"c": writer, "seq": 1, "at": moment(1), "path": RULES}] if writer else []

    row = only(made(memory_versions=versions, memory_writes=tiny.writes(*writes)))

    assert (row["days_between"], row["conversations_between"]) == (8, None)
    assert row["undetermined_because"] == because


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("# A\n## B\nx\n### C\ny\n## D\n", "## B\nx\n### C\ny\n"),
        ("## b  ##\r\nx\r\n", "## b  ##\r\nx\r\n"),
        ("```\n## B\n```\n## B\nx", "## B\nx"),
        ("~~~~\n## B\n~~~\n## B\n~~~~\n", None),
        ("B\n", None),
    ],
)
def test_a_section_runs_to_the_next_heading_of_its_level(text: str, found: str | None) -> None:
    assert section(text, "## B") == found
