"""First requests by what they ask for, and how much of the past work requests retell."""

import pandas as pd

from pipeline import tables
from pipeline.figures.bars import parts
from pipeline.figures.chart import Chart, Drawing
from pipeline.figures.numbers import whole
from pipeline.figures.page import nothing, page
from pipeline.figures.wording import count, listed, percent
from pipeline.measures.evidence import Evidence

_SAYS = {
    "none": "nothing",
    "link": "a link to a plan\nor document",
    "brief": "a brief mention",
    "detailed": "a detailed\nreminder",
    "no label": "no label",
}


def draw(evidence: Evidence, title: str) -> Drawing:
    """What do people first ask for, and how much of the past do they retell?

    Table: `kind`, `recap` (empty in the rows of whole kinds), `conversations`.
    """
    table = _table(evidence)
    kinds, recaps = table[table["recap"].isna()], table[table["recap"].notna()]
    n, work = int(kinds["conversations"].sum()), int(recaps["conversations"].sum())
    study = evidence.study
    if n == 0:
        return nothing(study, title, "This study has no independent conversation.", table)
    made = page(
        study,
        title,
        f"{count(n, 'independent conversation')}, {work:,} of them work",
        height=2.2,
        grid=(1, 2),
    )
    left, right = made.panels
    parts(left, list(kinds["kind"]), list(kinds["conversations"]), "conversations")
    left.set_title("What people ask for first")
    parts(right, [_SAYS[recap] for recap in recaps["recap"]], list(recaps["conversations"]), "conversations")
    right.set_title("The past that work requests retell")
    shares = dict(zip(kinds["kind"], kinds["conversations"] / n, strict=True))
    sees = f"{percent(shares['work'])} of the conversations begin with work"
    silent = recaps["conversations"].iloc[0]
    if work:
        sees += f"; {percent(silent / work)} of those requests retell nothing of the past"
    told = [f"{row.kind} {row.conversations:,}" for row in kinds.itertuples()]
    past = [f"{row.recap} {row.conversations:,}" for row in recaps.itertuples()]
    alt = f"Two bar charts. First requests: {listed(told)}. Past retold by work requests: {listed(past)}."
    return Drawing(table, made.figure, f"{sees}.", alt)


CHART = Chart(
    "first_requests",
    "First requests by category",
    draw,
    tuple(f"conversation_kind.{kind}" for kind in tables.KINDS)
    + tuple(f"first_request_recap.{recap}" for recap in tables.RECAPS)
    + ("conversations.independent",),
)


def _table(evidence: Evidence) -> pd.DataFrame:
    kinds = {kind: whole(evidence, f"conversation_kind.{kind}") for kind in tables.KINDS}
    recaps = {recap: whole(evidence, f"first_request_recap.{recap}") for recap in tables.RECAPS}
    whole_kinds = _rest(kinds, whole(evidence, "conversations.independent"))
    rows: list[tuple[str, str | None, int]] = [(kind, None, number) for kind, number in whole_kinds.items()]
    rows += [("work", recap, number) for recap, number in _rest(recaps, kinds["work"]).items()]
    return pd.DataFrame(rows, columns=["kind", "recap", "conversations"])


def _rest(counts: dict[str, int], total: int) -> dict[str, int]:
    missing = total - sum(counts.values())
    return {**counts, "no label": missing} if missing else counts
