"""Tables of a study in the columns that were worked out by hand, and what differs."""

from collections.abc import Callable

import numpy as np
import pandas as pd

from pipeline.measures.evidence import Evidence
from pipeline.measures.reuse import lives
from pipeline.study import Study
from pipeline.tables import TABLES

Read = Callable[[str], pd.DataFrame]
END = pd.Timestamp("2026-01-28", tz="UTC")
"""An instant after the last update and before the end of the planted study."""


def hand_worked(name: str, read: Read, study: Study) -> pd.DataFrame:
    """The rows of `tests/twin/planted/expected_tables/NAME.csv` as the derived tables tell them."""
    return _updates(read, study) if name == "updates" else _MADE[name](read)


def differing(found: pd.DataFrame, expected: pd.DataFrame) -> list[str]:
    """Each row that is in one of them only, as text; the order of rows is free."""
    columns = list(expected.columns)
    ours = sorted(_lines(found[columns]))
    theirs = sorted(_lines(expected))
    return [f"not expected: {line}" for line in _without(ours, theirs)] + [
        f"missing: {line}" for line in _without(theirs, ours)
    ]


def _without(lines: list[str], others: list[str]) -> list[str]:
    left = list(others)
    return [line for line in lines if not (line in left and left.remove(line) is None)]


def _lines(frame: pd.DataFrame) -> list[str]:
    return [",".join(_text(value) for value in row) for row in frame.itertuples(index=False)]


def _text(value: object) -> str:
    if isinstance(value, pd.Timestamp):
        return value.strftime("%Y-%m-%dT%H:%M:%SZ")
    if value is None or value is pd.NaT or value is pd.NA or (isinstance(value, float) and np.isnan(value)):
        return ""
    if isinstance(value, bool | np.bool_):
        return str(int(value))
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def _numbers(read: Read) -> dict[str, str]:
    """A conversation's number in the plan: its ordinal, else the number in its id."""
    return {name: str(int(name[:8], 16)) for name in read("conversations")["conversation_id"]}


def _conversations(read: Read) -> pd.DataFrame:
    requests = read("requests")
    speaking = requests.loc[requests["speaks"].astype(bool), ["conversation_id", "kind", "recap"]]
    return read("conversations").merge(speaking, on="conversation_id", how="left")


def _activity(read: Read) -> pd.DataFrame:
    return read("activity").assign(date=lambda rows: rows["date"].astype(str))


def _reads(read: Read) -> pd.DataFrame:
    reads = read("memory_reads")
    reads = reads.loc[reads["ordinal"].notna()]
    return reads.assign(last_update_by=reads["last_update_by"].map(_numbers(read)))


def _by_conversation(read: Read) -> pd.DataFrame:
    rows = read("reads_by_conversation")
    return rows.loc[rows["axis"] == "first-parent"]


def _other_axes(read: Read) -> pd.DataFrame:
    rows = read("reads_by_conversation")
    first = rows.loc[rows["axis"] == "first-parent", ["ordinal", "files_available", "files_read"]]
    others = rows.loc[rows["axis"] != "first-parent", ["axis", "ordinal", "files_available", "files_read"]]
    both = others.merge(first, on="ordinal", suffixes=("", "_first"))
    same = (both["files_available"] == both["files_available_first"]) & (
        both["files_read"] == both["files_read_first"]
    )
    nothing = both["files_available"].isna() & both["files_available_first"].isna()
    return both.loc[~(same | nothing)]


def _updates(read: Read, study: Study) -> pd.DataFrame:
    every = lives(Evidence({table.name: read(table.name) for table in TABLES}, study))
    versions, writes = read("memory_versions"), read("memory_writes")
    kept = versions.loc[(versions["axis"] == "first-parent") & (versions["change"] != "delete")]
    committed = kept[["file_id", "valid_from", "path"]].set_axis(["file_id", "at", "path"], axis=1)
    places = pd.concat([writes[["file_id", "at", "path"]], committed])
    every = every.merge(places.drop_duplicates(["file_id", "at"]), on=["file_id", "at"], how="left")
    read_again = every["read_again"].astype(bool)
    return pd.DataFrame(
        {
            "file": every["path"],
            "at": every["at"],
            "by": every["by"].map(_numbers(read)),
            "until": every["until"].mask(every["until"] > END),
            "first_cross_read_at": every["read_at"].where(read_again),
            "days": every["days"].where(read_again),
            "conversations": every["conversations"].where(read_again),
        }
    )


_MADE: dict[str, Callable[[Read], pd.DataFrame]] = {
    "activity": _activity,
    "conversations": _conversations,
    "other_axes": _other_axes,
    "reads": _reads,
    "reads_by_conversation": _by_conversation,
}
