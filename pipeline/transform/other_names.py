"""Paths by which a symbolic link names a memory file, turned into the file's own."""

import pandas as pd

from pipeline import tables
from pipeline.transform.memory_accesses import Tables


def by_own_names(made: Tables) -> dict[str, pd.DataFrame]:
    """The tables with every path of accesses, attachments and hits that goes through a link of the table
    memory_names replaced by the path it leads to."""
    names = dict(zip(made["memory_names"]["path"], made["memory_names"]["target"], strict=True))
    if not names:
        return dict(made)
    renamed = dict(made)
    for name in ("accesses", "attachments"):
        if name in made:
            table = made[name]
            known = {path: own_name(path, names) for path in table["path"].dropna().unique()}
            renamed[name] = tables.frame(name, table.assign(path=table["path"].map(known)))
    if "tool_calls" in made:
        calls = made["tool_calls"]
        hits = [[own_name(hit, names) for hit in found] for found in calls["hits"]]
        renamed["tool_calls"] = calls.assign(hits=pd.Series(hits, index=calls.index, dtype="object"))
    return renamed


def own_name(path: str, names: dict[str, str]) -> str:
    """The path with the longest link at its beginning followed, as often as links lead to links."""
    for _ in range(len(names)):
        parts = path.split("/")
        heads = ("/".join(parts[:n]) for n in range(len(parts), 0, -1))
        head = next((head for head in heads if head in names), None)
        if head is None:
            break
        path = names[head] + path[len(head) :]
    return path
