"""A verdict is a value with its reason, whatever becomes of the claim."""

from typing import Any

import pandas as pd
import pytest

from pipeline.audit.audit import NEEDED, audit, audit_print
from pipeline.audit.ledger import Claim, Ledger
from pipeline.audit.verdict import Read, verdict
from pipeline.errors import RereadError
from pipeline.measures.evidence import Evidence
from pipeline.measures.measure import Measure
from pipeline.study import Study


def claim(**keys: Any) -> Claim:
    plain = {
        "id": "one", "statement": "s", "printed": "12.82%", "value": 12.82, "unit": "percent",
        "measure": "share_read.p90", "rounding": {"kind": "rounded", "decimals": 2}, "computable": "package",
    }  # fmt: skip
    return Claim.model_validate({**plain, **keys})


def measure(value: Any, unit: str = "share") -> Measure:
    return Measure("share_read.p90", value, unit, 271, pd.DataFrame(), {"no_snapshot": 1})


def test_confirmed() -> None:
    found = verdict(claim(), measure(5 / 39))

    assert (found.kind, found.reason, found.off) == ("confirmed", "prints as stated", 0.0)
    assert found.value == pytest.approx(12.8205128)


def test_confirmed_by_definition() -> None:
    found = verdict(claim(by_definition=True), measure(5 / 39))

    assert found.reason == "true by definition of the measure"


def test_contradicted_and_by_how_much() -> None:
    found = verdict(claim(), measure(0.13))

    assert (found.kind, found.reason) == ("contradicted", "printed 12.82%, computed 13 %")
    assert found.off == pytest.approx(0.175)


def test_not_computable_where_the_measure_is_undefined() -> None:
    found = verdict(claim(), measure(None))

    assert (found.kind, found.value) == ("not_computable", None)
    assert found.reason == "share_read.p90 is undefined here: 1 no_snapshot"


OTHER = {"reading": {"zeros": "readers_only"}, "text": "without zeros"}


@pytest.mark.parametrize(
    ("value", "other", "flag", "kind"),
    [
        (5 / 39, False, True, "ambiguous"),
        (0.5, True, True, "ambiguous"),
        (5 / 39, True, True, "confirmed"),
        (0.5, False, True, "contradicted"),
        (5 / 39, None, True, "confirmed"),
        (5 / 39, False, False, "confirmed"),
        (0.5, True, False, "contradicted"),
    ],
)
def test_ambiguous_only_where_the_ledger_says_so_and_readings_disagree(
    value: float, other: bool | None, flag: bool, kind: str
) -> None:
    read = Read({"zeros": "readers_only"}, "without zeros", 1.0, other)
    found = verdict(claim(ambiguous=flag, readings=[OTHER]), measure(value), (read,))

    assert found.kind == kind


def test_a_unit_that_does_not_fit_is_an_error_of_the_ledger() -> None:
    with pytest.raises(RereadError) as raised:
        verdict(claim(unit="files"), measure(0.5))

    assert raised.value.problem.message == "the claim speaks of files, but share_read.p90 gives share"


def test_a_named_unit_is_taken_as_it_is_and_months_are_made_of_days() -> None:
    days = Measure("cross_distance_days.max", 81, "days", 1, pd.DataFrame(), {})
    months = claim(value=3, unit="months", unit_of_measure="days", rounding={"kind": "about", "within": 0.5})
    found = verdict(months, days)

    assert found.kind == "confirmed"
    assert found.value == pytest.approx(81 / 30.44)


STUDY = Study.model_validate(
    {"name": "s", "repositories": [{"path": "."}], "memory": [{"glob": "/m/**"}], "synthetic": True}
)


def nothing(_: Any) -> Evidence:
    return Evidence({}, STUDY)


def ledger(*claims: Claim) -> Ledger:
    return Ledger.model_validate({"schema": 1, "claims": list(claims)})


def test_a_measure_that_does_not_exist_is_an_error_even_of_a_claim_nobody_can_compute() -> None:
    never = claim(measure="share_read.p95", computable="never", not_computable_because="private")
    with pytest.raises(RereadError) as raised:
        audit(ledger(never), "s", nothing({}), nothing)

    assert raised.value.problem.code == "measure_unknown"
    assert raised.value.problem.message == "claim one names share_read.p95: there is no measure of that name"


def test_what_waits_and_what_nobody_can_compute_says_why() -> None:
    never = claim(measure=None, computable="never", not_computable_because="private")
    waits = claim(id="two", measure=None, needs="bank")
    found = audit(ledger(never, waits), "s", nothing({}), nothing)

    assert [one.reason for one in found.verdicts] == ["private", NEEDED["bank"]]
    assert found.counts == {"confirmed": 0, "contradicted": 0, "ambiguous": 0, "not_computable": 2}
    assert found.synthetic
    assert "no evidence" in found.as_json()["note"]


def test_impossible_print_speaks_where_no_data_does() -> None:
    wrong = claim(value=50.95, printed="50.95%", made_of={"kind": "share", "n": 222})
    found = audit_print(ledger(wrong), "claims.yaml")

    assert [one.kind for one in found.verdicts] == ["contradicted"]
    assert "no whole number of 222 prints as 50.95%" in found.verdicts[0].reason
