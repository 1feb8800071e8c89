"""What the real corpora warn of is kept apart in their tables."""

from collections import Counter
from collections.abc import Callable

import pandas as pd
import pytest

from tests.corpora.figures import cipher_box
from tests.corpora.plain.session_lines import COMMAND, has_arguments
from tests.corpora.run import Run

pytestmark = pytest.mark.slow
RunOf = Callable[[str], Run]


def excluded(run: Run) -> dict[str | None, int]:
    """How many conversations are left out for each reason; none for those that are not."""
    reasons = run.counted.conversations["excluded_because"]
    return Counter(None if pd.isna(reason) else reason for reason in reasons)


@pytest.mark.parametrize(
    ("name", "right"),
    [
        ("chef-chopsky", {None: 56, "copy": 3, "empty": 2}),
        ("cipher-box", {None: 69, "subagent": 104}),
        ("getspecstory", {None: 138, "copy": 126, "subagent": 44, "empty": 1}),
        ("minsky", {None: 60, "empty": 1}),
    ],
)
def test_every_conversation_counts_or_says_why_not(
    run_of: RunOf, name: str, right: dict[str | None, int]
) -> None:
    assert excluded(run_of(name)) == right


def test_the_files_of_one_session_are_one_conversation(run_of: RunOf) -> None:
    """230 files hold 139 sessions: 77 once, 33 twice, 29 three times."""
    main = run_of("getspecstory").counted.main

    files = Counter(Counter(name.split("#")[0] for name in main.index).values())

    assert files == {1: 77, 2: 33, 3: 29}


def test_a_session_saved_in_two_files_speaks_through_the_longer_one(run_of: RunOf) -> None:
    """40 files carry a session id, which are 37 sessions."""
    counted = run_of("chef-chopsky").counted
    main = counted.main
    named = main[~main.index.str.startswith("file:")]
    sizes = {name: (counted.repository / name).stat().st_size for name in counted.histories}
    copies = named[named["relation"] == "copy"]

    assert (len(named), len(named) - len(copies)) == (40, 37)
    assert all(
        sizes[main.loc[copy.parent_id, "source_file"]] > sizes[copy.source_file]
        for copy in copies.itertuples()
    )


def test_a_failed_call_without_a_name_says_nothing_of_a_file(run_of: RunOf) -> None:
    counted = run_of("chef-chopsky").counted
    nameless = counted.calls[counted.calls["tool"] == "unknown"]
    touched = counted.derived.table("accesses").merge(nameless, on=["conversation_id", "seq"])

    assert Counter(zip(nameless["action"], nameless["status"], strict=True)) == {("other", "error"): 38}
    assert touched.empty


def test_rules_are_given_without_a_read(run_of: RunOf) -> None:
    given = run_of("minsky").counted.derived.table("attachments")

    assert (len(given), given["conversation_id"].nunique(), set(given["how"])) == (64, 38, {"rule"})
    assert set(given["path"].str.rsplit("/", n=1).str[0]) == {".cursor/rules"}


def test_names_without_a_zone_are_read_in_the_zone_of_the_study_file(run_of: RunOf) -> None:
    main = run_of("minsky").counted.main

    assert Counter(main["time_basis"]) == {"name": 60, "none": 1}


def test_conversations_of_one_name_are_apart(run_of: RunOf) -> None:
    names = run_of("minsky").counted.main["source_file"]

    assert names.str.endswith("-available-tasks-inquiry.md").sum() == 12


def test_a_slash_command_with_words_behind_it_is_a_message_and_a_bare_one_is_none(run_of: RunOf) -> None:
    """The corpus counts neither as a message, and both as a start."""
    counted = run_of("cipher-box").counted
    sessions = cipher_box.read(counted.derived.study)
    human = Counter(counted.messages.loc[counted.messages["role"] == "human", "history"])

    said = {
        name: [
            line for line, text in one.turns if not text.lstrip().startswith(COMMAND) or has_arguments(text)
        ]
        for name, one in sessions.items()
    }

    assert human == {name: len(lines) for name, lines in said.items()}
    assert dict(zip(counted.main["source_file"], counted.main["started_at"], strict=True)) == {
        name: pd.Timestamp(lines[0]["timestamp"]) for name, lines in said.items()
    }
