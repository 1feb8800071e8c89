"""How many conversations were begun and returned to on each date."""

from typing import Any

import pandas as pd

from pipeline.storage import checked
from pipeline.transform.activity import activity
from tests.transform import tiny
from tests.transform.tiny import moment

PEOPLE = tiny.conversations(
    {"c": "a", "ordinal": 1, "at": moment(0.5)},
    {"c": "b", "ordinal": 2, "at": moment(0.99)},
    {"c": "c", "ordinal": 3, "at": moment(2)},
    {"c": "fork", "ordinal": None, "at": moment(5)},
)
KINDS = tiny.requests(a="work", c="administrative")


def days(*said: Any, **study: Any) -> list[list[Any]]:
    table = activity(PEOPLE, tiny.messages(*said), KINDS, tiny.study(**study))
    return checked("activity", table).to_numpy().tolist()


def test_work_and_other_conversations_are_counted_on_the_date_of_their_start() -> None:
    assert days() == [["2026-02-03", 1, 1, 0], ["2026-02-05", 0, 1, 0]]


def test_a_date_is_one_of_the_studys_zone_unless_utc_is_read() -> None:
    tokyo = {"zone": "Asia/Tokyo"}

    assert days(**tokyo) == [["2026-02-03", 1, 0, 0], ["2026-02-04", 0, 1, 0], ["2026-02-05", 0, 1, 0]]
    assert days(**tokyo, readings={"zone": "UTC"}) == days()


def test_an_older_conversation_returns_once_on_a_date_with_a_message_of_its_own_time() -> None:
    said = [("a", n, "x", moment(day)) for n, day in enumerate((0.5, 0.6, 3.1, 3.2))]

    assert days(*said)[-1] == ["2026-02-06", 0, 0, 1]


def test_borrowed_times_and_excluded_threads_return_nothing() -> None:
    table = tiny.messages(("a", 0, "x", moment(3)), ("fork", 0, "x", moment(6)))
    table["time_basis"] = ["neighbour", "message"]

    found = activity(PEOPLE, table, KINDS, tiny.study())

    assert found["returned"].sum() == 0


def test_nothing_gives_an_empty_table() -> None:
    empty = tiny.made()

    table = activity(empty["conversations"], empty["messages"], empty["requests"], tiny.study())

    assert isinstance(checked("activity", table), pd.DataFrame)
