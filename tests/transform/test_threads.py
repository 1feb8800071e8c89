"""Which conversation a thread belongs to."""

import pandas as pd

from pipeline.transform.threads import roots, speakers
from tests.transform import tiny
from tests.transform.tiny import moment

PEOPLE = tiny.conversations(
    {"c": "p", "ordinal": 1, "at": moment(1)},
    {"c": "s", "ordinal": None, "relation": "subagent", "parent": "p"},
    {"c": "t", "ordinal": None, "relation": "subtask", "parent": "s"},
    {"c": "f", "ordinal": None, "relation": "fork", "parent": "p"},
    {"c": "lost", "ordinal": None, "relation": "subagent", "parent": "gone"},
    {"c": "x", "ordinal": None, "relation": "subagent", "parent": "y"},
    {"c": "y", "ordinal": None, "relation": "subagent", "parent": "x"},
    {"c": "p#2", "ordinal": None, "excluded": "copy"},
)


def test_a_subagents_root_is_the_conversation_it_works_for_at_last() -> None:
    assert roots(PEOPLE).to_dict() | {"x": "", "y": ""} == {
        "p": "p", "s": "p", "t": "p", "f": "f", "lost": "lost", "x": "", "y": "", "p#2": "p#2",
    }  # fmt: skip


def test_each_thread_speaks_for_itself_unless_subagents_are_their_parents() -> None:
    apart, parent = speakers(PEOPLE, "apart"), speakers(PEOPLE, "parent")

    assert apart["speaker"].tolist() == PEOPLE["conversation_id"].tolist()
    assert apart["ordinal"].fillna(0).tolist() == [1, 0, 0, 0, 0, 0, 0, 0]
    assert parent.loc["t", ["speaker", "ordinal", "started_at"]].tolist() == ["p", 1, moment(1)]
    assert pd.isna(parent.loc["f", "ordinal"])


def test_copies_never_count_and_subagents_not_where_they_are_dropped() -> None:
    assert speakers(PEOPLE, "apart")["counts"].tolist() == [True] * 7 + [False]
    assert speakers(PEOPLE, "dropped")["counts"].tolist()[:5] == [True, False, False, True, True]
