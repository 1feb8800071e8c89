"""requests: every label of every conversation's first request, and which of them speaks."""

from collections.abc import Sequence
from typing import Any

import pandas as pd

from pipeline import tables
from pipeline.transform.corpus import skipped
from pipeline.transform.label_files import RULES, LabelFile, labels, rank
from pipeline.transform.request_rules import label


def requests(
    conversations: pd.DataFrame, files: Sequence[LabelFile] = ()
) -> tuple[pd.DataFrame, pd.DataFrame]:
    """The table requests, and rows of skipped_inputs for label rows that cannot be used.

    Rules label every independent conversation that opens with a text; files add theirs. Of two labels by
    one labeller the later stands. A person's label speaks before a model's and a model's before the rules';
    among equals the later one, by the order of the files and of their rows.
    """
    known = set(conversations["conversation_id"])
    rows, gaps = _by_rules(conversations), []
    for file in files:
        said, not_used = labels(file, known)
        rows += said
        gaps += list(skipped(not_used, file.name))
    standing = {(row["conversation_id"], row["labeller"]): (n, row) for n, row in enumerate(rows)}
    speaking: dict[str, tuple[int, int]] = {}
    for (conversation, labeller), (place, _) in standing.items():
        speaking[conversation] = max(speaking.get(conversation, (-1, -1)), (rank(labeller), place))
    made = [
        {**row, "speaks": speaking[conversation][1] == place}
        for (conversation, _), (place, row) in standing.items()
    ]
    return tables.frame("requests", made), tables.frame("skipped_inputs", gaps)


def _by_rules(conversations: pd.DataFrame) -> list[dict[str, Any]]:
    chosen = conversations[conversations["independent"] & conversations["first_request"].notna()]
    return [
        _row(conversation, text)
        for conversation, text in chosen[["conversation_id", "first_request"]].itertuples(index=False)
    ]


def _row(conversation: str, text: str) -> dict[str, Any]:
    made = label(text)
    return {
        "conversation_id": conversation,
        "labeller": RULES,
        "kind": made.kind,
        "recap": made.recap,
        "labelled_at": None,
        "confidence": made.confidence,
        "rationale": made.rationale,
    }
