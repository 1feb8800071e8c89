"""What a measure is taken from: the tables of one study and its study file."""

from collections.abc import Mapping
from dataclasses import dataclass

import pandas as pd

from pipeline.study import Study


@dataclass(frozen=True, slots=True)
class Evidence:
    """The tables of one study by name, and the study file with its readings.

    `intervals` False leaves the resampled intervals out, which take most of the time.
    """

    tables: Mapping[str, pd.DataFrame]
    study: Study
    intervals: bool = True

    def independent(self) -> pd.DataFrame:
        """The independent conversations in order, with the `kind` and `recap` of the label that speaks."""
        conversations = self.tables["conversations"]
        requests = self.tables["requests"]
        speaking = requests.loc[requests["speaks"].astype(bool), ["conversation_id", "kind", "recap"]]
        kept = conversations.loc[conversations["independent"].astype(bool)].sort_values("ordinal")
        return kept.merge(speaking, on="conversation_id", how="left").reset_index(drop=True)

    def by_conversation(self, axis: str | None = None) -> pd.DataFrame:
        """`reads_by_conversation` on one axis (default: the study's), in order of conversations."""
        table = self.tables["reads_by_conversation"]
        wanted = axis or self.study.readings.time_axis
        return table.loc[table["axis"] == wanted].sort_values("ordinal").reset_index(drop=True)

    def reads(self) -> pd.DataFrame:
        """The memory reads of independent conversations, in order of conversation, call and access."""
        table = self.tables["memory_reads"]
        own = table.loc[table["ordinal"].notna()]
        return own.sort_values(["ordinal", "seq", "nth"]).reset_index(drop=True)

    def cross_reads(self) -> pd.DataFrame:
        """The cross-conversation reads: one row an access, or a distinct file by the reading `read_unit`."""
        reads = self.reads()
        cross = reads.loc[reads["cross"].astype(bool)].reset_index(drop=True)
        if self.study.readings.read_unit == "distinct file":
            cross = cross.drop_duplicates(["conversation_id", "file_id"]).reset_index(drop=True)
        return cross
