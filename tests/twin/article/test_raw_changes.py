"""The audit can fail: a small change of the twin's raw files makes exactly the claims fall that must."""

import random
import shutil
from pathlib import Path

import pandas as pd
import pytest

from pipeline.audit.ledger import load
from tests.twin.article.raw_changes import CHANGES, RawChange
from tests.twin.article.tables import audited, derived_tables, place_of, raw_tables

SAMPLED = {one.name for one in random.Random(20261206).sample(CHANGES, 2)}
"""Changes that are tried in the quick tests too."""

NEVER_ALONE = {
    "activity-lower-bound": "by definition",
    "one-row-per-access": "by definition",
    "active-day-median": "three days would have to change",
    "days-max-months": "the longest gap would have to lose a week",
    "days-p90": "five far reads more would be needed",
    "distance-median": "31 near reads would have to go",
    "early-n": "the study would have to end in its first weeks",
    "early-range": "the study would have to end in its first weeks",
    "final-dialogs-majority": "half of the logs would have to go",
    "late-files-read-median": "three late conversations would have to change",
    "memory-read-both-groups": "all reads of a group would have to go",
    "recent-more-often": "hundreds of near reads would have to go",
    "share-read-below-one": "a conversation would have to read three notes more",
}
"""Claims that no small change of raw files can make fall, and why."""


def kinds(folder: Path) -> dict[str, str]:
    place = place_of(folder)
    found = audited(place, derived_tables(place, raw_tables(place)))
    return {one.claim.id: one.kind for one in found.verdicts}


@pytest.fixture(scope="session")
def stand(twin: Path, tables: dict[str, pd.DataFrame]) -> dict[str, str]:
    """What each claim comes to on the twin as it is."""
    return {one.claim.id: one.kind for one in audited(place_of(twin), tables).verdicts}


def test_the_twin_holds_what_can_hold(twin: Path, stand: dict[str, str]) -> None:
    counts = {kind: list(stand.values()).count(kind) for kind in set(stand.values())}
    ambiguous = [one for one, kind in stand.items() if kind == "ambiguous"]

    assert len(stand) == 134
    assert counts == {"confirmed": 100, "ambiguous": 1, "not_computable": 33}
    assert ambiguous == ["late-main-read-share-all"]
    waiting = [one for one in load(twin / "claims.yaml").claims if one.needs]
    assert {one.id: stand[one.id] for one in waiting} == {one.id: "not_computable" for one in waiting}
    never = [one for one in load(twin / "claims.yaml").claims if one.computable == "never"]
    assert len(never) + len(waiting) == 33


def fallen(change: RawChange, twin: Path, place: Path, stand: dict[str, str]) -> set[str]:
    folder = place / "twin"
    shutil.copytree(twin, folder)
    change.make(folder)
    return {one for one, kind in kinds(folder).items() if kind != stand[one]}


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(one, marks=() if one.name in SAMPLED else pytest.mark.slow, id=one.name)
        for one in CHANGES
    ],
)
def test_exactly_those_claims_fall(
    change: RawChange, twin: Path, tmp_path: Path, stand: dict[str, str]
) -> None:
    assert fallen(change, twin, tmp_path, stand) == change.falls


def test_every_claim_falls_by_some_change(stand: dict[str, str]) -> None:
    held = {one for one, kind in stand.items() if kind in ("confirmed", "ambiguous")}
    falling = set().union(*(change.falls for change in CHANGES))

    assert falling <= held
    assert held - falling == set(NEVER_ALONE)


def test_each_family_has_a_change() -> None:
    assert len({change.family for change in CHANGES}) >= 15
