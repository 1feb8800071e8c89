"""The planted threads: thirty-four independent conversations and those that a count must leave out."""

from pipeline.twin import notes as n
from pipeline.twin.plan import Event, Thread

OTHER = "/srv/elsewhere"


def _thread(number: int, start: str, request: str, *events: Event, answer: str = "Done.") -> Thread:
    last = events[-1].at if events else start
    return Thread(
        number,
        "today",
        (Event(start, "human", text=request), *events, Event(last, "agent", text=answer)),
        created=start,
    )


def _plain(number: int, start: str, *more: Event, request: str = "Add a test.") -> Thread:
    return _thread(number, start, request, Event(_later(start, 1), "read", n.STATUS, n.S3), *more)


def _both(number: int, start: str, request: str = "Add a test.") -> Thread:
    more = Event(_later(start, 2), "read", n.REGISTER, n.R3)
    return _plain(number, start, more, request=request)


def _later(start: str, minutes: int) -> str:
    return f"{start[:-2]}{int(start[-2:]) + minutes:02d}"


_FIRST = (
    _thread(
        1, "01-05 09:00", "Implement the parser.",
        Event("01-05 09:01", "write", n.STATUS, n.S1),
        Event("01-05 09:02", "write", n.REGISTER, n.R1),
    ),
    _thread(
        2, "01-06 09:00", "Build what docs/plan.md says.",
        Event("01-06 09:01", "read", n.STATUS, n.S1),
        Event("01-06 09:02", "read", n.REGISTER, n.part(n.R1, 1, 1), (1, 1)),
        Event("01-06 09:05", "write", n.DECISION_1, n.D1),
        Event("01-06 09:06", "write", n.LOG_1, n.L1),
    ),
    _thread(
        3, "01-06 11:00", "What does the parser do?",
        Event("01-06 11:01", "read", n.DECISION_1, n.D1),
    ),
    _thread(
        4, "01-07 09:00", "Исправь разбор строк, как договаривались.",
        Event("01-07 09:01", "read", n.STATUS, n.S1),
        Event("01-07 09:02", "read", n.STATUS, n.part(n.S1, 2, 3), (2, 3)),
        Event("01-07 09:03", "cat", n.REGISTER, n.R1),
        Event("01-07 09:04", "read", n.LOG_1, n.L1),
        Event("01-07 09:05", "search", n.DECISION_1),
        Event("01-07 09:06", "read", "docs/memory/decisions/d9.md", status="error"),
        Event("01-07 09:07", "read", n.DECISION_1, status="cancelled"),
        Event("01-07 09:08", "read", n.DECISION_1, status="pending"),
        Event("01-07 09:10", "write", n.ERRORS_1, n.E1),
    ),
    _thread(
        5, "01-07 22:30", "Add tests.",
        Event("01-07 22:31", "task", text="Look at the decision.", child=35),
    ),
    _thread(
        6, "01-08 09:00",
        "Refactor the reader. We decided to keep one file. We agreed that tests come first.",
        Event("01-08 09:01", "read", n.DECISION_2, n.D2),
        Event("01-08 09:02", "read", n.ERRORS_1, n.part(n.E1, 1, 3), (1, 3), stamp="header"),
        Event("01-08 09:03", "read", n.DECISION_1, n.D1),
        Event("01-08 09:04", "write", n.DECISION_1, n.D1B),
        Event("01-08 09:05", "read", n.DECISION_1, n.D1B),
        Event("01-08 09:06", "write", n.ERRORS_2, n.E2),
        Event("01-08 09:07", "rule", n.HOUSE, n.H),
    ),
    _thread(
        7, "01-09 09:00", "Commit this and push.",
        Event("01-09 09:01", "read", n.ERRORS_2, n.E2),
    ),
    Thread(
        8, "today",
        (
            Event("01-10 12:00", "human", text="Fix the bug.", attached=n.ERRORS_1),
            Event("01-10 12:01", "read", n.STATUS, n.S2),
            Event("01-10 12:02", "read", n.REGISTER, n.R1),
            Event("01-10 12:03", "sed", n.ERRORS_1, n.part(n.E1, 4, 5), (4, 5)),
            Event("01-10 12:04", "read", n.ERRORS_2, n.E2),
            Event("01-10 12:20", "write", n.LOG_2, n.L2),
            Event("01-10 12:20", "agent", text="Done."),
        ),
        created="01-10 12:00",
    ),
    Thread(
        9, "today",
        (
            Event("01-12 09:00", "human", text="Improve the docs."),
            Event("01-12 09:05", "write", n.REGISTER, n.R2),
            Event("01-12 09:06", "agent", text="Done."),
            Event("01-17 09:00", "human", text="One more look."),
            Event("01-17 09:01", "read", n.DECISION_3, n.D3),
            Event("01-17 09:02", "agent", text="Seen."),
        ),
        created="01-12 09:00",
    ),
    Thread(
        10, "today",
        (
            Event("01-13 09:00", "human", text="Проверь разбор по old2.md."),
            Event("01-13 09:01", "read", n.REGISTER, n.R2),
            Event("01-13 09:02", "read", n.ERRORS_2_RENAMED, n.E2),
            Event("01-13 09:03", "search", n.DECISION_2),
            Event("01-13 09:04", "read", n.DECISION_2, n.D2),
            Event("01-13 09:04", "agent", text="Готово.", stamp="none"),
        ),
        created="01-13 09:00",
    ),
    Thread(
        11, "inline",
        (
            Event("01-14 10:00", "human", text="Write the summary page.", stamp="none"),
            Event("01-14 10:00", "read", n.REGISTER, n.R2, stamp="none"),
            Event("01-14 10:00", "read", n.ERRORS_1, n.E1, stamp="none"),
            Event("01-14 10:00", "write", n.SOURCE, n.APP, stamp="none"),
            Event("01-14 10:00", "agent", text="Done.", stamp="none"),
        ),
        created="01-14 10:00",
    ),
    Thread(
        12, "transcript",
        (
            Event("01-15 09:00", "human", text="Build the export. Use TOML."),
            Event("01-15 09:00", "read", n.REGISTER, n.R2),
            Event("01-15 09:00", "read", n.ERRORS_1, n.part(n.E1, 2, 3), (2, 3)),
            Event("01-15 09:00", "agent", text="Done."),
        ),
    ),
    _thread(
        13, "01-16 09:00", "Make the index faster.",
        Event("01-16 09:05", "write", n.DECISION_3, n.D3),
        Event("01-16 09:06", "write", n.STATUS, n.S3),
        Event("01-16 09:07", "read", n.DECISION_3, n.D3),
    ),
)  # fmt: skip

_BUSY_DAY = tuple(_both(14 + k, f"01-20 {9 + k:02d}:00") for k in range(5))
_NEXT_DAY = (_both(19, "01-21 09:00"), _both(20, "01-21 10:00", "What is a test?"))
_LAST_DAYS = tuple(_plain(21 + k, f"01-{22 + k // 2} {9 + k % 2:02d}:00") for k in range(13))
_LAST = _plain(34, "01-28 22:30", Event("01-28 22:32", "read", n.REGISTER, n.R3, stamp="tool"))

_LEFT_OUT = (
    Thread(
        35, "today",
        (
            Event("01-07 22:31", "human", text="Look at the decision."),
            Event("01-07 22:32", "read", n.DECISION_1, n.D1),
            Event("01-07 22:33", "write", n.DECISION_2, n.D2),
            Event("01-07 22:34", "agent", text="Done."),
        ),
        created="01-07 22:31", parent=5, relation="subagent",
    ),
    Thread(
        36, "today",
        (
            *_FIRST[5].events[:3],
            Event("01-08 14:05", "human", text="Try another way."),
            Event("01-08 14:06", "read", n.STATUS, n.S1),
            Event("01-08 14:07", "agent", text="Done."),
        ),
        created="01-08 14:00", parent=6, relation="fork", shared=3,
    ),
    Thread(
        37, "today",
        (
            Event("01-09 10:00", "human", text="Add a test."),
            Event("01-09 10:01", "read", n.STATUS, n.S1),
            Event("01-09 10:02", "agent", text="Done."),
        ),
        created="01-09 10:00", parent=7, relation="best_of_n",
    ),
    Thread(38, "today", (), created="01-12 10:00"),
    Thread(
        39, "today",
        (Event("01-12 11:00", "human", text="Add a test."), Event("01-12 11:01", "agent", text="Done.")),
        created="01-12 11:00", workspace=OTHER,
    ),
    Thread(
        40, "today",
        (Event("01-12 12:00", "human", text="Add a test."), Event("01-12 12:01", "agent", text="Done.")),
        created="01-12 12:00", workspace="",
    ),
    Thread(
        41, "today",
        (
            Event("02-05 09:00", "human", text="Add a test."),
            Event("02-05 09:01", "read", n.STATUS, n.S3),
            Event("02-05 09:02", "agent", text="Done."),
        ),
        created="02-05 09:00",
    ),
    Thread(
        42, "inline",
        (
            Event("01-12 13:00", "human", text="Add a test.", stamp="none"),
            Event("01-12 13:00", "agent", text="Done.", stamp="none"),
        ),
    ),
    Thread(2, "transcript", _FIRST[1].events),
)  # fmt: skip

THREADS = (*_FIRST, *_BUSY_DAY, *_NEXT_DAY, *_LAST_DAYS, _LAST, *_LEFT_OUT)
"""Every thread: 1 to 34 independent in the order of their numbers, then the others; the last is thread 2's
transcript beside its row in the database."""

NEWEST = 34
"""The thread whose rows have not left the write-ahead log."""
