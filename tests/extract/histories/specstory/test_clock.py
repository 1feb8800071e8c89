"""When a conversation began and when its turns were."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from pipeline.extract.histories.specstory.clock import Clock, clock
from pipeline.extract.histories.specstory.head import Head
from pipeline.extract.histories.specstory.marks import Mark
from pipeline.extract.histories.specstory.scan import Turn


def at(hour: int, minute: int = 0, second: int = 0) -> datetime:
    return datetime(2025, 9, 23, hour, minute, second, tzinfo=UTC)


def person(when: datetime | None) -> Turn:
    return Turn(Mark(person=True, sidechain=False, at=when, model=None))


def agent(when: datetime | None = None) -> Turn:
    return Turn(Mark(person=False, sidechain=False, at=when, model=None))


MADE = Clock((at(10), "session"), unzoned=False)


def test_a_conversation_begins_with_its_first_persons_stamp() -> None:
    assert MADE.start([agent(at(9)), person(at(11)), person(at(12))]) == (at(11), "message")


def test_a_stamp_up_to_a_minute_before_the_stores_start_is_believed() -> None:
    assert MADE.start([person(at(9, 59))]) == (at(9, 59), "message")


def test_no_conversation_begins_more_than_a_minute_before_its_store_says() -> None:
    assert MADE.start([person(at(9, 58, 59))]) == (at(10), "session")


def test_without_a_stamp_the_stores_own_start_is_taken() -> None:
    assert MADE.start([person(None)]) == (at(10), "session")
    assert MADE.start([]) == (at(10), "session")


def test_a_turn_without_a_stamp_takes_its_neighbours() -> None:
    turns = [agent(), person(at(11)), agent(), person(at(12)), agent(at(13))]

    assert MADE.times(turns) == [
        (at(11), "neighbour"),
        (at(11), "message"),
        (at(11), "neighbour"),
        (at(12), "message"),
        (at(13), "message"),
    ]


def test_a_stamp_that_cannot_be_gives_way_to_the_stores_start() -> None:
    assert MADE.times([person(at(6)), agent(), person(at(11))]) == [
        (at(10), "session"),
        (at(10), "session"),
        (at(11), "message"),
    ]


def test_without_any_stamp_a_turn_has_the_stores_start_but_never_a_names() -> None:
    named = Clock((at(10), "name"), unzoned=False)

    assert MADE.times([person(None), agent()]) == [(at(10), "session")] * 2
    assert named.times([person(None), agent()]) == [(None, "none")] * 2
    assert named.start([person(None)]) == (at(10), "name")


def test_a_name_counts_where_nothing_inside_says_more() -> None:
    named = clock(Head(), "2025-09-23_10-00Z-slug.md", None)
    inside = clock(Head(made=at(9)), "2025-09-23_10-00Z-slug.md", None)

    assert (named.made, inside.made) == ((at(10), "name"), (at(9), "session"))


def test_a_name_without_a_zone_is_a_time_only_where_the_study_says_whose() -> None:
    name = "2025-09-23_10-00-slug.md"

    assert clock(Head(unzoned=True), name, None) == Clock((None, "none"), unzoned=True)
    assert clock(Head(unzoned=True), name, ZoneInfo("UTC")).made == (at(10), "name")
    assert clock(Head(unzoned=True), name, ZoneInfo("Europe/Berlin")).made == (at(8), "name")


def test_a_file_that_names_no_time_has_none() -> None:
    assert clock(Head(), "notes.md", ZoneInfo("UTC")) == Clock((None, "none"), unzoned=False)
