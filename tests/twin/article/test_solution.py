"""The stored tables of the twin alone satisfy everything that the article prints; a wrong rule would show."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from tests.twin.article.constraints import ARTICLE, LATE, ROWS, RULE, numbers
from tests.twin.article.printing import median, p90, pearson, percent, printed, spearman
from tests.twin.article.solved import STORED, Solved, instant, is_main


@pytest.fixture(scope="module")
def stored() -> Solved:
    return Solved.load(STORED)


@pytest.fixture(scope="module")
def found(stored: Solved) -> dict[str, object]:
    return numbers(stored)


@pytest.mark.parametrize("name", ARTICLE)
def test_a_number_of_the_article_holds(found: dict[str, object], name: str) -> None:
    assert found[name] == ARTICLE[name]


def test_no_number_is_left_unchecked(found: dict[str, object]) -> None:
    assert found.keys() == ARTICLE.keys()


@pytest.mark.parametrize("rule", ROWS)
def test_every_row_keeps_the_rule(stored: Solved, rule: str) -> None:
    assert list(ROWS[rule](stored)) == []


@pytest.mark.parametrize("table", ["conversations", "reads", "writes"])
def test_the_tables_are_labelled_synthetic_and_complete(stored: Solved, table: str) -> None:
    rows = {"conversations": 272, "reads": 1451, "writes": 533}

    assert len(getattr(stored, table)) == rows[table]
    assert "synthetic" in (STORED / "README.md").read_text("utf-8").splitlines()[0]
    assert f"`{table}.csv`" in (STORED / "README.md").read_text("utf-8")


def _distances(solved: Solved, **how: Any) -> list[int]:
    """The distances of the reads that have one; under `how` another update counts."""
    return [
        distance
        for read, last in zip(solved.reads, solved.updates, strict=True)
        if last.distance is not None and (distance := solved.update(read, **how).distance) is not None
    ]


def _three(values: list[int]) -> str:
    return ", ".join(printed(one, 1).removesuffix(".0") for one in (median(values), p90(values), max(values)))


def _shares(solved: Solved, read: Callable[[int], int]) -> list[Fraction]:
    return [Fraction(read(ordinal), solved.available[ordinal].files) for ordinal in solved.starting]


def _three_shares(shares: list[Fraction]) -> str:
    return ", ".join(percent(one) for one in (median(shares), p90(shares), max(shares)))


def _over_the_end(solved: Solved) -> str:
    files = [len(read) for read in solved.files_read.values()]
    return _three_shares([Fraction(one, solved.end.files) for one in files])


def _accesses(solved: Solved) -> str:
    held = {o: sum(r["path"] in solved.starting[o] for r in solved.reads_of[o]) for o in solved.starting}
    return _three_shares(_shares(solved, held.__getitem__))


def _distinct(solved: Solved) -> str:
    """Each file once a conversation."""
    once = {
        (read["reader_ordinal"], read["path"]): last
        for read, last in zip(solved.reads, solved.updates, strict=True)
    }
    known = [last.distance for last in once.values() if last.distance is not None]
    return f"{len(once)}, {len(known)}, {printed(median(known))}, {printed(p90(known))}"


def _work_only(solved: Solved) -> str:
    """Distances in conversations of work that were begun by each end."""
    begun = [0]
    for one in solved.conversations:
        begun.append(begun[-1] + (one["kind"] == "work"))
    pairs = [
        (int(read["reader_ordinal"]), int(last.write["ordinal"]))
        for read, last in zip(solved.reads, solved.updates, strict=True)
        if last.distance is not None
    ]
    return _three([begun[reader] - begun[writer] for reader, writer in pairs])


def _coefficients(solved: Solved, chosen: Callable[[int], bool]) -> str:
    ordinals = [ordinal for ordinal in solved.starting if chosen(ordinal)]
    x = [solved.available[ordinal].main_chars for ordinal in ordinals]
    y = [solved.main_chars_read[ordinal] for ordinal in ordinals]
    return f"{printed(pearson(x, y), 2)}, {printed(spearman(x, y), 2)}"


def _late_of_work(solved: Solved) -> str:
    work = [o for o, one in solved.by_ordinal.items() if one["kind"] == "work"][-30:]
    return printed(median([solved.available[ordinal].files for ordinal in work]), 1)


def _any_kind(solved: Solved) -> str:
    days: dict[str, int] = {}
    for one in solved.conversations:
        days[one["date"]] = days.get(one["date"], 0) + 1
    counts = [*days.values()]
    busy = ", ".join(str(sum(count >= bound for count in counts)) for bound in (2, 3, 5))
    return f"{len(counts)}, {printed(Fraction(sum(counts), len(counts)), 2)}, {max(counts)}, {busy}"


def _calendar_days(solved: Solved) -> str:
    days = [
        (instant(read["at"]).date() - instant(last.write["commit_at"]).date()).days
        for read, last in zip(solved.reads, solved.updates, strict=True)
    ]
    return f"{printed(p90(days))}, {max(days)}"


def _late_ratio(solved: Solved) -> str:
    read = median([solved.main_chars_read[ordinal] for ordinal in LATE])
    return percent(read / median([solved.available[ordinal].main_chars for ordinal in LATE]))


MISTAKES: dict[str, tuple[Callable[[Solved], str], str]] = {
    "percentiles of type 5": (lambda s: percent(p90([*s.shares.values()], 5)), "12.91 %"),
    "percentiles of type 6": (lambda s: percent(p90([*s.shares.values()], 6)), "13.00 %"),
    "percentiles of type 8": (lambda s: percent(p90([*s.shares.values()], 8)), "12.94 %"),
    "the first conversation counts": (lambda s: percent(p90([Fraction(0), *s.shares.values()])), "12.76 %"),
    "readers alone": (
        lambda s: _three_shares([share for share in s.shares.values() if share]), "2.42 %, 16.18 %, 44.44 %",
    ),
    "accesses in the share": (_accesses, "3.17 %, 21.74 %, 75.00 %"),
    "the end as the denominator": (_over_the_end, "1.00 %, 2.00 %, 2.67 %"),
    "distinct files": (_distinct, "920, 871, 5, 61"),
    "strictly between": (lambda s: _three([one - 1 for one in _distances(s)]), "3, 49, 190"),
    "numbered by work": (_work_only, "3, 42, 161"),
    "the first write": (lambda s: _three(_distances(s, first=True)), "5, 149.7, 266"),
    "calendar days": (_calendar_days, "21, 82"),
    "activity of any kind": (_any_kind, "54, 5.04, 22, 42, 36, 19"),
    "correlation of readers": (lambda s: _coefficients(s, lambda o: s.main_chars_read[o] > 0), "0.21, 0.24"),
    "correlation of work": (
        lambda s: _coefficients(s, lambda o: s.by_ordinal[o]["kind"] == "work"), "0.24, 0.24",
    ),
    "the last 30 of work": (_late_of_work, "286.5"),
    "a ratio of medians": (_late_ratio, "3.13 %"),
}  # fmt: skip
"""By mistake what it would print of the stored tables: something else than the article does."""


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_wrong_rule_would_print_another_number(stored: Solved, mistake: str) -> None:
    count, prints = MISTAKES[mistake]

    assert count(stored) == prints


def _changed(table: str, place: int, **cells: str) -> Callable[[Solved], None]:
    def change(solved: Solved) -> None:
        getattr(solved, table)[place].update(cells)

    return change


def _swapped_starts(solved: Solved) -> None:
    one, other = solved.conversations[40:42]
    one["started_at"], other["started_at"] = other["started_at"], one["started_at"]


def _write(path: str, place: int, **cells: str) -> Callable[[Solved], None]:
    def change(solved: Solved) -> None:
        solved.writes_of[path][place].update(cells)

    return change


def _last_main_write_shrinks(solved: Solved) -> None:
    last = [write for write in solved.writes if is_main(write) and write["action"] == "update"][-1]
    last["chars_after"] = "1"


def _edit_outside_grows(solved: Solved) -> None:
    edit = next(write for write in solved.writes if write["by"] == "outside")
    edit["chars_after"] = str(int(edit["chars_after"]) + 1)


def _a_read_of_much(solved: Solved) -> None:
    next(read for read in solved.reads if is_main(read))["chars_read"] = "99999"


def _a_read_at_its_start(solved: Solved) -> None:
    read = solved.reads[900]
    read["at"] = solved.by_ordinal[int(read["reader_ordinal"])]["started_at"]


def _an_update_of_the_rule(solved: Solved) -> None:
    solved.writes[200]["path"] = RULE


BROKEN: dict[str, Callable[[Solved], None]] = {
    "conversations in order, none inside another": _swapped_starts,
    "dates the same in near zones": _changed("conversations", 50, started_at="2026-02-26T23:30:00Z"),
    "versions": _write("docs/memory/PROJECT_STATUS.md", 3, action="create"),
    "one commit a conversation": _write("docs/memory/PROJECT_STATUS.md", 3, commit_at="2026-07-22T18:00:00Z"),
    "logs": _changed("conversations", 30, log_written="0"),
    "edits outside any conversation": _edit_outside_grows,
    "main sections only grow": _last_main_write_shrinks,
    "one conversation without a snapshot": _changed("conversations", 0, started_at="2026-02-03T13:00:00Z"),
    "columns of conversations": _changed("conversations", 150, main_chars_read="1"),
    "columns of reads": _changed("reads", 700, distance_days="7"),
    "no update in doubt": _changed("conversations", 120, started_at="2026-01-02T07:00:00Z"),
    "reads in their place": _a_read_at_its_start,
    "reads fit their files": _a_read_of_much,
    "the rule rests": _an_update_of_the_rule,
}
"""By rule a change of the stored tables that breaks it."""


@pytest.mark.parametrize("rule", ROWS)
def test_a_row_that_breaks_a_rule_is_found(rule: str) -> None:
    solved = Solved.load(STORED)

    BROKEN[rule](solved)

    changed = Solved(solved.conversations, solved.reads, solved.writes)
    assert list(ROWS[rule](changed)) != []
