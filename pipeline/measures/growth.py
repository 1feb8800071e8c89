"""How the memory grew."""

import pandas as pd

from pipeline.measures.evidence import Evidence
from pipeline.measures.measure import Measure
from pipeline.measures.series import Series


def at(evidence: Evidence, point: str, part: str, what: str) -> Measure:
    """Files or characters of the memory at the first snapshot or the end: of all, of main, dialog or register
    sections."""
    rows = _of_part(_at_point(evidence.tables["growth"], point), part, evidence)
    value = int(rows[what].sum()) if len(rows) or point == "final" else None
    shown = rows[["conversation_id", "section"]].assign(number=rows[what])
    suffix = "" if part == "all" else f"{part}_"
    unit = "files" if what == "files" else "characters"
    return Measure(f"growth.{suffix}{what}_{point}", value, unit, len(rows), shown, {})


def dialogs_share_final(evidence: Evidence) -> Measure:
    """Characters of the conversation logs over all characters of the memory at the end."""
    logs, everything = at(evidence, "final", "dialogs", "chars"), at(evidence, "final", "all", "chars")
    return _ratio("growth.dialogs_share_final", logs, everything, "share")


def main_growth_factor(evidence: Evidence) -> Measure:
    """Characters of the main sections at the end over those at the first snapshot."""
    last, first = at(evidence, "final", "main", "chars"), at(evidence, "first", "main", "chars")
    return _ratio("growth.main_growth_factor", last, first, "times")


def over_time(evidence: Evidence) -> Series:
    """Characters of the memory at each start with a snapshot, by section."""
    table = evidence.tables["growth"]
    kept = table.loc[table["conversation_id"] != "final"].sort_values(["ordinal", "section"])
    columns = ["conversation_id", "ordinal", "at", "section", "files"]
    return Series(kept[columns].assign(number=kept["chars"]).reset_index(drop=True), "characters")


def _ratio(name: str, above: Measure, below: Measure, unit: str) -> Measure:
    top, bottom = above.value, below.value
    value = float(top) / float(bottom) if top is not None and bottom else None
    return Measure(name, value, unit, 1, pd.concat([above.rows, below.rows]), {})


def _at_point(table: pd.DataFrame, point: str) -> pd.DataFrame:
    if point == "final":
        return table.loc[table["conversation_id"] == "final"]
    started: pd.DataFrame = table.loc[(table["conversation_id"] != "final") & (table["files"] > 0)]
    first: pd.DataFrame = started.loc[started["ordinal"] == started["ordinal"].min()]
    return first


def _of_part(rows: pd.DataFrame, part: str, evidence: Evidence) -> pd.DataFrame:
    if part == "all":
        return rows
    if part == "register":
        return rows.loc[rows["section"] == "register"]
    dialogs = rows["section"].isin(evidence.study.dialogs)
    return rows.loc[dialogs if part == "dialogs" else ~dialogs]
