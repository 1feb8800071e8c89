"""The tables of a study folder in memory, without charts, and the audit of its ledger by them."""

from collections.abc import Mapping
from pathlib import Path

import pandas as pd

from pipeline.audit.audit import Audit, audit
from pipeline.audit.ledger import load as load_ledger
from pipeline.measures.evidence import Evidence
from pipeline.stages.auditing import Otherwise
from pipeline.stages.catalogue import STAGES
from pipeline.stages.stage import Place
from pipeline.study import load

RAW = ("histories", "memory")
"""Stages that read raw files."""


def place_of(folder: Path) -> Place:
    return Place(load(folder), folder, folder / "derived", folder / "figures")


def raw_tables(place: Place) -> dict[str, pd.DataFrame]:
    made: dict[str, pd.DataFrame] = {}
    for stage in STAGES:
        if stage.name in RAW:
            made.update(stage.make(place, made).frames)
    return made


def derived_tables(place: Place, raw: Mapping[str, pd.DataFrame]) -> dict[str, pd.DataFrame]:
    made = dict(raw)
    for stage in STAGES:
        if stage.writes and stage.name not in RAW:
            made.update(stage.make(place, made).frames)
    return made


def audited(place: Place, tables: Mapping[str, pd.DataFrame]) -> Audit:
    evidence = Evidence(tables, place.study, intervals=False)
    return audit(load_ledger(place.folder / "claims.yaml"), "twin", evidence, Otherwise(place, tables))
