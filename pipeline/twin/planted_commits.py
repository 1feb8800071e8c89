"""The planted commits: linear but for one side branch, and one clock far in the future."""

from pipeline.twin import notes
from pipeline.twin.plan import Change, Commit

COMMITS = (
    Commit(
        1, "01-05 08:00", (), (Change(notes.README, notes.ABOUT), Change(notes.SOURCE, notes.APP)), "Begin"
    ),
    Commit(
        2, "01-05 10:00", (1,), (Change(notes.STATUS, notes.S1), Change(notes.REGISTER, notes.R1)), "Memory"
    ),
    Commit(
        3, "01-06 12:00", (2,), (Change(notes.DECISION_1, notes.D1), Change(notes.LOG_1, notes.L1)), "D-1"
    ),
    Commit(4, "01-07 10:00", (3,), (Change(notes.ERRORS_1, notes.E1),), "E-1"),
    Commit(5, "01-08 08:00", (4,), (Change(notes.DECISION_2, notes.D2), Change(notes.HOUSE, notes.H)), "D-2"),
    Commit(6, "01-08 10:00", (5,), (Change(notes.ERRORS_2, notes.E2),), "E-two on a side branch", "side"),
    Commit(7, "01-08 11:00", (5,), (Change(notes.DECISION_1, notes.D1B),), "D-1 again"),
    Commit(8, "01-09 12:00", (7, 6), (Change(notes.ERRORS_2, notes.E2),), "Merge the side branch"),
    Commit(9, "01-10 10:00", (8,), (Change(notes.STATUS, notes.S2),), "By hand, outside any conversation"),
    Commit(10, "01-10 13:00", (9,), (Change(notes.LOG_2, notes.L2),), "Log two"),
    Commit(11, "01-11 10:00", (10,), (Change(notes.ERRORS_2, to=notes.ERRORS_2_RENAMED),), "Rename E-two"),
    Commit(12, "01-14 00:00", (11,), (Change(notes.REGISTER, notes.R2),), "Register, long after its write"),
    Commit(13, "2027-01-01 00:00", (12,), (Change(notes.LOG_2, notes.L2B),), "A clock in the future"),
    Commit(14, "01-14 18:00", (13,), (Change(notes.LOG_1),), "Delete log one"),
    Commit(
        15, "01-16 10:00", (14,), (Change(notes.STATUS, notes.S3), Change(notes.DECISION_3, notes.D3)), "D-3"
    ),
    Commit(16, "01-20 08:00", (15,), (Change(notes.REGISTER, notes.R3),), "By hand once more"),
)
"""All commits, parents first."""
