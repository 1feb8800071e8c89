"""Evidence made for a test: a least study, and tables of which most are empty."""

from collections.abc import Mapping

import pandas as pd

from pipeline import tables
from pipeline.measures.evidence import Evidence
from pipeline.study import Study


def a_study(**keys: object) -> Study:
    """A study file with what it must hold, and some keys more."""
    least = {"name": "small", "repositories": [{"path": "repo"}], "memory": [{"glob": "/memory/**"}]}
    return Study.model_validate(least | keys)


def evidence_of(study: Study, **frames: pd.DataFrame) -> Evidence:
    """Evidence of the tables given; all others are empty."""
    every: Mapping[str, pd.DataFrame] = {table.name: tables.empty(table.name) for table in tables.TABLES}
    return Evidence({**every, **frames}, study, intervals=False)
