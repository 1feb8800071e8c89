"""Accesses that name their files by a pattern, turned into one access for each file alive then."""

import re
from functools import cache
from typing import Any

import pandas as pd

from pipeline.transform.files_at import on_axis
from pipeline.transform.memory_accesses import is_pattern

Row = dict[str, Any]


def expanded(accesses: pd.DataFrame, versions: pd.DataFrame, axis: str) -> pd.DataFrame:
    """The accesses in order, each with a pattern replaced by one row for each path alive that it matches.

    The rows of one pattern follow in the order of their paths. The first keeps the access's `nth`, the
    others are numbered after the last access of the call, so that the key stays one. Their characters
    are not in the log one by one: `chars` is empty, unless the pattern matched a single file.
    """
    pattern = is_pattern(accesses)
    plain = accesses[~pattern]
    if not pattern.any():
        return plain.reset_index(drop=True)
    held = on_axis(versions, axis)
    rows = [row for access in _records(accesses[pattern]) for row in _files(access, held)]
    both = pd.concat([plain, pd.DataFrame(rows, columns=accesses.columns).astype(accesses.dtypes)])
    return _numbered(both, accesses).reset_index(drop=True)


@cache
def matcher(pattern: str) -> re.Pattern[str]:
    """What a shell pattern matches: `*` and `?` stay inside a folder, `**` does not; a folder, all below."""
    parts = re.split(r"(\*\*/|\*\*|\*|\?|\[[^\]]*\]|\{[^{}]*\})", pattern.rstrip("/"))
    return re.compile("".join(_piece(part) for part in parts) + r"(?:/.*)?", re.DOTALL)


def _piece(part: str) -> str:
    fixed = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}
    if part in fixed:
        return fixed[part]
    if part.startswith("[") and part.endswith("]") and len(part) > 2:
        inner = part[1:-1].replace("\\", "\\\\")
        return f"[{'^' + inner[1:] if inner[0] in '!^' else inner}]"
    if part.startswith("{") and part.endswith("}"):
        return "(?:" + "|".join(re.escape(choice) for choice in part[1:-1].split(",")) + ")"
    return re.escape(part)


def _records(frame: pd.DataFrame) -> list[Row]:
    return [dict(zip(frame.columns, row, strict=True)) for row in frame.itertuples(index=False)]


def _files(access: Row, held: pd.DataFrame) -> list[Row]:
    moment = access["at"]
    if pd.isna(moment):
        return []
    alive = held[(held["valid_from"] <= moment) & (held["valid_to"].isna() | (held["valid_to"] > moment))]
    match = matcher(str(access["path"]))
    sections = {p: s for p, s in zip(alive["path"], alive["section"], strict=True) if match.fullmatch(p)}
    unknown = {"chars": None, "chars_basis": "none"} if len(sections) > 1 else {}
    return [{**access, "path": path, "section": sections[path], **unknown} for path in sorted(sections)]


def _numbered(rows: pd.DataFrame, accesses: pd.DataFrame) -> pd.DataFrame:
    key = ["conversation_id", "seq"]
    ordered = rows.sort_values([*key, "nth"], kind="stable")
    again = ordered.duplicated([*key, "nth"])
    last = accesses.groupby(key)["nth"].max()
    number = ordered[again].groupby(key).cumcount() + 1
    place = pd.MultiIndex.from_frame(ordered.loc[again, key])
    ordered.loc[again, "nth"] = last.reindex(place).to_numpy() + number.to_numpy()
    return ordered.sort_values([*key, "nth"], kind="stable")
