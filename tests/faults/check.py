"""What a copy of the package gives on the two synthetic studies: run with the copy first on the path.

`python -m tests.faults.check FOLDER [--raw]` prints, as JSON, the claims of the twin that do not stand and
the hand-worked measures of the planted study that come out otherwise. FOLDER holds both studies, and what
comes straight from their raw files, pickled.
"""

import csv
import json
import pickle
import sys
from pathlib import Path
from typing import Any

import pandas as pd

from pipeline.measures.catalogue import declared
from pipeline.measures.evidence import Evidence
from tests.twin.article.tables import audited, derived_tables, place_of, raw_tables

EXPECTED = Path(__file__).parents[1] / "twin" / "planted" / "expected_measures.csv"
STANDING = ("confirmed", "ambiguous", "not_computable")


def tables(folder: Path, name: str, *, raw: bool) -> dict[str, pd.DataFrame]:
    place = place_of(folder / name)
    held = raw_tables(place) if raw else pickle.loads((folder / f"{name}.pickle").read_bytes())
    return derived_tables(place, held)


def fallen(folder: Path, *, raw: bool) -> list[str]:
    place = place_of(folder / "twin")
    found = audited(place, tables(folder, "twin", raw=raw))
    return [one.claim.id for one in found.verdicts if one.kind == "contradicted" or lost(one)]


def lost(one: Any) -> bool:
    """A claim whose measure has no value any more."""
    return one.kind == "not_computable" and one.measure is not None


def otherwise(folder: Path, *, raw: bool) -> list[str]:
    place = place_of(folder / "planted")
    evidence = Evidence(tables(folder, "planted", raw=raw), place.study, intervals=False)
    with EXPECTED.open(encoding="utf-8", newline="") as stream:
        right = {row["name"]: row["value"] for row in csv.DictReader(stream)}
    return [
        name for name, one in declared(place.study).items() if not same(one.take(evidence).value, right[name])
    ]


def same(value: object, expected: str) -> bool:
    if isinstance(value, int | float):
        return expected != "" and abs(float(value) - float(expected)) < 1e-6
    return ("" if value is None else str(value)) == expected


if __name__ == "__main__":
    where, again = Path(sys.argv[1]), "--raw" in sys.argv
    print(json.dumps({"claims": fallen(where, raw=again), "measures": otherwise(where, raw=again)}))
