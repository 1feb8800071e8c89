"""What reading the start set costs, and whether the protocol is obeyed."""

import pandas as pd

from pipeline.measures.evidence import Evidence
from pipeline.measures.measure import Measure
from pipeline.measures.series import Series

CHARACTERS_A_TOKEN = 4


def estimated_tokens(evidence: Evidence) -> Series:
    """Tokens of the start set in the starting snapshot by characters / 4, a conversation with a start set."""
    return _of_start_set(evidence, "start_chars", CHARACTERS_A_TOKEN)


def tokens(evidence: Evidence) -> Series:
    """Tokens of the start set in the starting snapshot by o200k_base, file by file, a conversation with a
    start set."""
    return _of_start_set(evidence, "start_tokens", 1)


def characters_a_token(evidence: Evidence) -> Measure:
    """Characters that the estimate of tokens takes for one token; undefined where no start was estimated."""
    rows = estimated_tokens(evidence).rows
    value = CHARACTERS_A_TOKEN if len(rows) else None
    return Measure("start_cost.characters_a_token", value, "characters per token", len(rows), rows, {})


def named_files(evidence: Evidence) -> Measure:
    """Files of the start set that the study file names one by one."""
    return _stated("start_set.named_files", len(evidence.study.start_set.files))


def newest_files(evidence: Evidence) -> Measure:
    """Files of the start set that are the newest of their kind."""
    newest = evidence.study.start_set.newest
    return _stated("start_set.newest_files", newest.n if newest else 0)


def stated_files(evidence: Evidence) -> Measure:
    """Files that the start set tells to read."""
    start = evidence.study.start_set
    return _stated("start_set.files", len(start.files) + (start.newest.n if start.newest else 0))


def start_set_obeyed(evidence: Evidence) -> Measure:
    """Conversations that read every file of the start set whole before their first write of memory;
    undefined unless the study states its protocol."""
    return _obeyed(evidence, "start_set.obeyed", "start_set_read", share=False)


def start_set_share(evidence: Evidence) -> Measure:
    """The share of conversations with a start set that read all of it before their first write of memory."""
    return _obeyed(evidence, "start_set.share_obeyed", "start_set_read", share=True)


def end_set_obeyed(evidence: Evidence) -> Measure:
    """Conversations that wrote all that the protocol asks for at the end; undefined unless the study states
    its protocol and its end set."""
    return _obeyed(evidence, "end_set.obeyed", "end_set_written", share=False)


def end_set_share(evidence: Evidence) -> Measure:
    """The share of independent conversations that wrote all that the protocol asks for at the end."""
    return _obeyed(evidence, "end_set.share_obeyed", "end_set_written", share=True)


def _stated(name: str, value: int) -> Measure:
    rows = pd.DataFrame({"key": ["start_set"], "number": [value]})
    return Measure(name, value, "files", 1, rows, {})


def _of_start_set(evidence: Evidence, column: str, divisor: int) -> Series:
    snapshots = evidence.tables["snapshots"]
    axis = evidence.study.readings.time_axis
    own = evidence.independent()[["conversation_id", "ordinal", "kind"]]
    rows = own.merge(snapshots.loc[snapshots["axis"] == axis], on="conversation_id", how="left")
    held = rows["start_files"].fillna(0) > 0
    known = held & rows[column].notna()
    absent = {"no_start_set": int((~held).sum()), "text_unknown": int((held & ~known).sum())}
    kept = rows.loc[known, ["axis", "conversation_id", "ordinal", "kind"]]
    return Series(
        kept.assign(number=rows.loc[known, column].astype(float) / divisor).reset_index(drop=True),
        "tokens",
        {reason: count for reason, count in absent.items() if count},
        dependent=True,
    )


def _obeyed(evidence: Evidence, name: str, column: str, *, share: bool) -> Measure:
    table = evidence.by_conversation()
    stated = table.loc[table[column].notna()]
    done = stated[column].astype(float)
    rows = stated[["axis", "conversation_id", "ordinal"]].assign(number=done)
    value = None if stated.empty else float(done.mean()) if share else int(done.sum())
    return Measure(name, value, "share" if share else "conversations", len(stated), rows, {})
