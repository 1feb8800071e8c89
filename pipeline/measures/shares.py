"""How large a part of the starting memory each conversation read."""

import pandas as pd

from pipeline.measures.evidence import Evidence
from pipeline.measures.measure import Measure, Value
from pipeline.measures.series import EARLY, LATE, Series, Stretch
from pipeline.measures.statistics import quantile

KEYS = ["axis", "conversation_id", "ordinal", "kind"]


def share_read(evidence: Evidence) -> Series:
    """Distinct files read of the starting snapshot over the files in it, a conversation with a snapshot."""
    return _with_snapshot(evidence, "share_read", "share")


def share_read_chars(evidence: Evidence) -> Series:
    """Characters read of the starting snapshot over the characters in it, a conversation with a snapshot."""
    return _ratios(evidence, "chars_read", "chars_available")


def main_share_read(evidence: Evidence) -> Series:
    """Characters read of the main sections over those available, a conversation with main sections."""
    return _ratios(evidence, "main_chars_read", "main_chars_available")


def files_available(evidence: Evidence) -> Series:
    """Memory files in the starting snapshot, a conversation with a snapshot."""
    return _with_snapshot(evidence, "files_available", "files", zeros=True)


def files_read(evidence: Evidence) -> Series:
    """Distinct files read of the starting snapshot, a conversation with a snapshot."""
    return _with_snapshot(evidence, "files_read", "files", zeros=True)


def main_chars_available(evidence: Evidence) -> Series:
    """Characters of the main sections in the starting snapshot, a conversation with a snapshot."""
    return _with_snapshot(evidence, "main_chars_available", "characters", zeros=True)


def main_chars_read(evidence: Evidence) -> Series:
    """Characters read of the main sections of the starting snapshot, a conversation with a snapshot."""
    return _with_snapshot(evidence, "main_chars_read", "characters", zeros=True)


def largest_share_at(evidence: Evidence) -> Measure:
    """The ordinal of the conversation that read the largest share of files; the lowest where several did."""
    series = share_read(evidence)
    value = int(series.rows["ordinal"].to_numpy()[series.numbers.argmax()]) if len(series.rows) else None
    return Measure("share_read.argmax", value, "ordinal", len(series.rows), series.rows, series.undetermined)


def file_share_late(evidence: Evidence) -> Measure:
    """The share of files read over the last 30 conversations: the median of the conversations' shares."""
    return _stretch_share(
        evidence, "share_read.median_late", LATE, ("files_read", "files_available"), "median of ratios"
    )


def main_share_late(evidence: Evidence) -> Measure:
    """The share of the main sections' characters read over the last 30: the median of the shares."""
    return _stretch_share(evidence, "main_stretch.late", LATE, _MAIN, "median of ratios")


def main_share_early_readers(evidence: Evidence) -> Measure:
    """Over conversations 2 to 20: the median main characters of those who read any over the median
    available."""
    return _stretch_share(
        evidence, "main_stretch.early_readers", EARLY, _MAIN, "ratio of medians", readers=True
    )


def main_share_late_readers(evidence: Evidence) -> Measure:
    """Over the last 30: the median main characters of those who read any over the median available."""
    return _stretch_share(
        evidence, "main_stretch.late_readers", LATE, _MAIN, "ratio of medians", readers=True
    )


def median_on_axis(evidence: Evidence, axis: str) -> Measure:
    """The median share of files read, on one time axis."""
    table = evidence.by_conversation(axis)
    rows = table.loc[table["has_snapshot"].astype(bool)]
    value = quantile(rows["share_read"].to_numpy(dtype=float), 0.5, evidence.study.readings.percentile)
    shown = rows[KEYS].assign(number=rows["share_read"])
    return Measure(
        f"share_read_by_axis.{axis.replace('-', '_')}.median", value, "share", len(rows), shown, {}
    )


def not_in_snapshot_on_axis(evidence: Evidence, axis: str) -> Measure:
    """Memory reads of files that the reader's starting snapshot lacks, on one time axis."""
    rows = evidence.by_conversation(axis)
    shown = rows[KEYS].assign(number=rows["reads_not_in_snapshot"])
    value = int(shown["number"].sum())
    name = f"not_in_snapshot_by_axis.{axis.replace('-', '_')}.count"
    return Measure(name, value, "reads", int(rows["memory_reads"].sum()), shown, {})


_MAIN = ("main_chars_read", "main_chars_available")


def _kept(evidence: Evidence) -> tuple[pd.DataFrame, dict[str, int]]:
    table = evidence.by_conversation()
    has = table["has_snapshot"].astype(bool)
    missing = int((~has).sum())
    return table.loc[has].reset_index(drop=True), {"no_snapshot": missing} if missing else {}


def _with_snapshot(evidence: Evidence, column: str, unit: str, *, zeros: bool = False) -> Series:
    rows, undetermined = _kept(evidence)
    if not zeros and evidence.study.readings.zeros == "readers_only":
        rows = rows.loc[rows["memory_reads"] > 0].reset_index(drop=True)
    return Series(rows[KEYS].assign(number=rows[column].astype(float)), unit, undetermined, dependent=True)


def _ratios(evidence: Evidence, above: str, below: str) -> Series:
    top, bottom = _with_snapshot(evidence, above, ""), _with_snapshot(evidence, below, "")
    rows = top.rows.assign(number=top.numbers / bottom.rows["number"].where(bottom.rows["number"] > 0))
    return Series(
        rows.loc[rows["number"].notna()].reset_index(drop=True), "share", top.undetermined, dependent=True
    )


def _stretch_share(
    evidence: Evidence,
    name: str,
    stretch: Stretch,
    columns: tuple[str, str],
    stated: str,
    *,
    readers: bool = False,
) -> Measure:
    rows, undetermined = _kept(evidence)
    rows = rows.loc[rows["ordinal"].isin(stretch.ordinals(evidence))]
    read, available = (rows[column].astype(float) for column in columns)
    kept = read > 0 if readers else pd.Series(True, index=rows.index)
    if not readers and columns[0] == "files_read" and evidence.study.readings.zeros == "readers_only":
        kept = rows["memory_reads"] > 0
    chosen = evidence.study.readings.stretch_share
    reading = stated if chosen == "as stated" else chosen
    final = _final(evidence, columns[0]) if reading == "final volume" else None
    value = _share(read[kept], available, kept, reading, final)
    shown = rows.loc[kept, KEYS].assign(number=read[kept] / available[kept])
    return Measure(name, value, "share", int(kept.sum()), shown, undetermined)


def _share(
    read: "pd.Series[float]",
    available: "pd.Series[float]",
    kept: "pd.Series[bool]",
    reading: str,
    final: float | None,
) -> Value:
    if len(read) == 0 or not (available > 0).all():
        return None
    match reading:
        case "median of ratios":
            return float((read / available[kept]).median())
        case "ratio of medians":
            return float(read.median() / available.median())
        case "pooled":
            return float(read.sum() / available[kept].sum())
        case _:
            return float(read.median() / final) if final else None


def _final(evidence: Evidence, column: str) -> float:
    growth = evidence.tables["growth"]
    final = growth.loc[growth["conversation_id"] == "final"]
    if column == "files_read":
        return float(final["files"].sum())
    return float(final.loc[~final["section"].isin(evidence.study.dialogs), "chars"].sum())
