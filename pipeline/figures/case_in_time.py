"""One case of the study file as a line in time: from the note's update to the read of it."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.dates import date2num

from pipeline.figures import style
from pipeline.figures.chart import Chart, Drawing
from pipeline.figures.dates import dated
from pipeline.figures.numbers import number
from pipeline.figures.page import nothing, page
from pipeline.figures.style import DRAWN
from pipeline.figures.wording import quantity
from pipeline.measures import reuse
from pipeline.measures.evidence import Evidence
from pipeline.study import Case

LANES = ("conversations begin", "updates of the note", "reads of the note")
AXIS = 450.0
"""Points that the axis of time is about wide."""
DIGIT, APART = 4.6, 4.0
"""Points that a digit below a mark is wide, and that two numbers stand apart at the least."""
_DONE = {"introduction": "introduced", "last_update": "last updated"}
_FIGURES = (
    "days_between", "conversations_between", "calls_after_read", "request_sentences", "mentioned_before",
)  # fmt: skip
_WHY = {
    "no_such_reader": "This study has no conversation that the case names as its reader.",
    "not_read": "The conversation that the case names never read the note.",
    "no_update": "No update of the note is known before the read.",
}


def of(case: Case) -> Chart:
    """The chart of one case."""
    measures = tuple(f"case.{case.name}.{figure}" for figure in _FIGURES)
    return Chart(f"case_{case.name}", case.title or f"Case {case.name}", draw, measures, {"name": case.name})


def draw(evidence: Evidence, title: str, name: str) -> Drawing:
    """How far back did the note lie that this conversation read, and had a person told it before?

    Table: one event from the update that the case counts from to the read, both included: `event`, `at`,
    `conversation_id`, `ordinal` (empty where no independent conversation is known).
    """
    study, cases = evidence.study, evidence.tables["cases"]
    row = cases.loc[cases["case"] == name].iloc[0]
    case = next(case for case in study.cases if case.name == name)
    table = _events(evidence, row)
    if pd.isna(row["from_at"]) or pd.isna(row["read_at"]):
        why = _WHY.get(str(row["undetermined_because"]), "The log does not tell when the note was read.")
        return nothing(study, title, f"{why} The note: {case.path}", table)
    done, between = _DONE[case.counted_from], _between(evidence, name)
    told = _told(evidence, name)
    made = page(study, title, f"Note {case.path}. {told}", height=2.4)
    (panel,) = made.panels
    for place, lane in enumerate(LANES):
        _lane(panel, table[table["event"] == lane], place, _days_a_point(row))
    _span(panel, row, done, between)
    panel.set_yticks(range(len(LANES)), LANES)
    panel.set_ylim(len(LANES) - 0.4, -1.3)
    panel.tick_params(axis="y", length=0)
    panel.grid(False, axis="y")
    dated(panel.xaxis, study.zone_of_days)
    sees = f"The note was {done} {between or 'at an unknown distance'} before it was read."
    return Drawing(table, made.figure, sees, f"A line in time with its conversations. {sees} {told}")


def _events(evidence: Evidence, row: "pd.Series[Any]") -> pd.DataFrame:
    own, lives, reads = evidence.independent(), reuse.lives(evidence), evidence.reads()
    found = (
        own[["started_at", "conversation_id"]],
        lives.loc[lives["file_id"].eq(row["file_id"]), ["at", "by"]],
        reads.loc[reads["file_id"].eq(row["file_id"]), ["at", "conversation_id"]],
    )
    lanes = [
        one.set_axis(["at", "conversation_id"], axis=1).assign(event=lane)
        for one, lane in zip(found, LANES, strict=True)
    ]
    table = pd.concat(lanes).merge(own[["conversation_id", "ordinal"]], on="conversation_id", how="left")
    table = table[table["at"].ge(row["from_at"]) & table["at"].le(row["read_at"])]
    ordered = table.sort_values(["at", "event", "ordinal"], kind="stable").reset_index(drop=True)
    return ordered[["event", "at", "conversation_id", "ordinal"]]


def _between(evidence: Evidence, name: str) -> str:
    units = (("days_between", "full day"), ("conversations_between", "conversation"))
    values = [(number(evidence, f"case.{name}.{figure}"), unit) for figure, unit in units]
    return " and ".join(quantity(value, unit) for value, unit in values if value is not None)


def _told(evidence: Evidence, name: str) -> str:
    calls, sentences, told = (
        number(evidence, f"case.{name}.{figure}")
        for figure in ("calls_after_read", "request_sentences", "mentioned_before")
    )
    said = [
        None if sentences is None else f"The reader's first request has {quantity(sentences, 'sentence')}.",
        None
        if calls is None
        else f"{quantity(calls, 'call').capitalize()} of the reader came after the read.",
        None if told is None else f"A person had {'' if told else 'not '}told it before the read.",
    ]
    return " ".join(sentence for sentence in said if sentence)


def _lane(panel: Axes, rows: pd.DataFrame, place: int, days_a_point: float) -> None:
    tone, at = DRAWN[place], _instants(rows["at"])
    (marks,) = panel.plot(
        at, np.full(len(rows), place), linestyle="none", marker=tone.marker, markersize=7, color=tone.fill,
        markeredgecolor=style.INK, markeredgewidth=0.7, zorder=3,
    )  # fmt: skip
    style.light(marks, len(rows))
    words = ["" if pd.isna(ordinal) else str(ordinal) for ordinal in rows["ordinal"]]
    for nth in apart([where / days_a_point for where in at], words):
        panel.annotate(
            words[nth],
            (at[nth], place),
            (0, -6),
            textcoords="offset points",
            ha="center",
            va="top",
            fontsize=7,
        )


def apart(at: Sequence[float], words: Sequence[str]) -> list[int]:
    """Which words can be written below their marks and touch no other: the last, then from the left.

    `at`: where the marks stand, in points, ascending. Empty words are never among them.
    """
    room = [DIGIT * len(word) + APART for word in words]

    def clear(one: int, other: int) -> bool:
        return abs(at[one] - at[other]) >= (room[one] + room[other]) / 2

    kept: list[int] = []
    named = [nth for nth, word in enumerate(words) if word]
    for nth in [*named[-1:], *named[:-1]]:
        if all(clear(nth, other) for other in kept):
            kept.append(nth)
    return sorted(kept)


def _span(panel: Axes, row: "pd.Series[Any]", done: str, between: str) -> None:
    begin, end = _instants(pd.Series([row["from_at"], row["read_at"]]))
    for at in (begin, end):
        panel.axvline(at, color=style.FAINT, linewidth=0.8, linestyle=":")
    panel.annotate("", (end, -0.6), (begin, -0.6), arrowprops={"arrowstyle": "<->", "color": style.INK})
    panel.text((begin + end) / 2, -0.7, between, ha="center", va="bottom")
    for at, words, side in ((begin, done, "right"), (end, "read", "left")):
        panel.annotate(
            words, (at, -0.6), (-6 if side == "right" else 6, 0), textcoords="offset points", ha=side,
            va="center", fontweight="bold",
        )  # fmt: skip
    room = _room(begin, end)
    panel.set_xlim(begin - room, end + room)


def _room(begin: float, end: float) -> float:
    return max((end - begin) * 0.22, 1 / 24)


def _days_a_point(row: "pd.Series[Any]") -> float:
    begin, end = _instants(pd.Series([row["from_at"], row["read_at"]]))
    return (end - begin + 2 * _room(begin, end)) / AXIS


def _instants(at: "pd.Series[Any]") -> "np.ndarray[tuple[int], np.dtype[np.float64]]":
    return np.asarray(date2num(at.to_numpy(dtype="datetime64[us]")), dtype=np.float64)
