"""The tables of a study as others would publish them: other names, other orders, percent for shares."""

import random
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path

import pandas as pd

from pipeline import tables as declared

LISTS = ("integers", "texts")


def publish(
    folder: Path, tables: Mapping[str, pd.DataFrame], head: str, left_out: Iterable[str] = ()
) -> Path:
    """Write the tables as CSV with columns renamed, columns and rows shuffled, and a map beside them; columns
    named `table.column` in `left_out` are in no file. The path of the map."""
    rng = random.Random("published")
    parts = [head]
    for table in declared.TABLES:
        if table.name not in tables:
            continue
        kept = [
            one for one in table.columns
            if one.kind not in LISTS and f"{table.name}.{one.name}" not in set(left_out)
        ]  # fmt: skip
        parts.append(
            f'[tables.{table.name}]\nfile = "{table.name}-of-ours.csv"\n[tables.{table.name}.columns]'
        )
        frame = tables[table.name][[one.name for one in kept]]
        names = {}
        for place, one in enumerate(kept):
            names[one.name] = f"Col {place} ({one.name[::-1]})"
            if one.name == "share_read":
                frame = frame.assign(share_read=frame["share_read"] * 100)
                parts.append(f'share_read = {{ column = "{names[one.name]}", divide_by = 100 }}')
            elif one.name == "kind":
                frame = frame.assign(kind=frame["kind"].astype("object").replace({"work": "task"}))
                parts.append(f'kind = {{ column = "{names[one.name]}", values = {{ task = "work" }} }}')
            else:
                parts.append(f'{one.name} = "{names[one.name]}"')
        shuffled = frame.rename(columns=names).sample(frac=1, random_state=1)
        order = list(shuffled.columns)
        rng.shuffle(order)
        shuffled[order].to_csv(folder / f"{table.name}-of-ours.csv", index=False)
    path = folder / "map.toml"
    path.write_text("\n".join(parts) + "\n", "utf-8")
    return path


def head(twin: Path) -> str:
    """What a map says of the study: the study file without what names raw files."""
    kept = tomllib.loads((twin / "study.toml").read_text("utf-8"))
    text = (twin / "study.toml").read_text("utf-8")
    cases = "".join(f"[[study.cases]]{part}" for part in text.split("[[cases]]")[1:])
    since, until = kept["window"]["since"], kept["window"]["until"]
    newest = kept["start_set"]["newest"]
    files = ", ".join(f'"{one}"' for one in kept["start_set"]["files"])
    return (
        f'[study]\nsynthetic = true\nwindow = {{ since = {since}, until = {until} }}\n'
        f"start_set = {{ files = [{files}], newest = {{ glob = {newest['glob']!r}, n = {newest['n']} }} }}\n"
        f"{cases}"
    )  # fmt: skip
