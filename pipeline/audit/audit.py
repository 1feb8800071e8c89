"""A whole ledger audited: a verdict on each claim, and the arithmetic of its print."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from pipeline.audit.arithmetic.checks import from_print
from pipeline.audit.arithmetic.finding import Finding
from pipeline.audit.ledger import Claim, Ledger
from pipeline.audit.strength import Strength, strength
from pipeline.audit.verdict import KINDS, Read, Verdict, in_unit, printed_so, verdict
from pipeline.errors import RereadError
from pipeline.measures.asked import asked
from pipeline.measures.catalogue import of_a_case
from pipeline.measures.columns import NotHereError, missing_named
from pipeline.measures.evidence import Evidence
from pipeline.measures.measure import Measure
from pipeline.study import Study

SYNTHETIC = "Synthetic: that a claim holds in a made-up study is no evidence about anybody's real data."
"""The first line of every audit of a study or ledger that is marked synthetic."""


def marked(synthetic: bool) -> dict[str, Any]:
    """The first keys of every JSON document about numbers: are they of a made-up study, and what of it."""
    return {"synthetic": True, "note": SYNTHETIC} if synthetic else {"synthetic": False}


NEEDED = {"package": "no package yet", "bank": "no bank check yet"}
"""Why a claim that needs a part of the product which does not exist yet cannot be computed."""

NO_DATA = "no data: only its print was checked"

Under = Callable[[Mapping[str, Any]], Evidence]
"""From keys of `[readings]` with other values to what measures are then taken from."""


@dataclass(frozen=True, slots=True)
class Audit:
    """What became of each claim of a ledger.

    `target`: what was audited; `strengths`: by claim what its number rests on, where one was computed.
    """

    target: str
    synthetic: bool
    verdicts: tuple[Verdict, ...]
    findings: tuple[Finding, ...]
    strengths: Mapping[str, Strength]

    @property
    def counts(self) -> dict[str, int]:
        """How many claims came to each verdict."""
        return {kind: sum(one.kind == kind for one in self.verdicts) for kind in KINDS}

    @property
    def contradicted(self) -> list[Verdict]:
        """The verdicts that say no."""
        return [one for one in self.verdicts if one.kind == "contradicted"]

    def as_json(self) -> dict[str, Any]:
        """The shape of `reread audit --json` and of `audit.json`."""
        return {
            **marked(self.synthetic),
            "target": self.target,
            "counts": self.counts,
            "claims": [self._claim(one) for one in self.verdicts],
            "arithmetic": [one.as_json() for one in self.findings],
        }

    def _claim(self, one: Verdict) -> dict[str, Any]:
        rests = self.strengths.get(one.claim.id)
        return {
            "id": one.claim.id,
            "verdict": one.kind,
            "printed": one.claim.printed,
            "value": one.value,
            "unit": one.claim.unit,
            "off": one.off,
            "reason": one.reason,
            "readings": [
                {"reading": read.reading, "text": read.text, "value": read.value, "holds": read.holds}
                for read in one.readings
            ],
            "statement": one.claim.statement,
            "measure": one.measure.name if one.measure else one.claim.measure,
            "stated_n": one.claim.n,
            "strength": rests.as_json() if rests else None,
        }


def audit(ledger: Ledger, target: str, evidence: Evidence, under: Under) -> Audit:
    """The verdict on every claim of the ledger by the tables of a study.

    Every measure that the ledger names must exist, those of claims that nobody can compute too. Raises
    RereadError where one does not, or where its unit does not fit the claim's.
    """
    findings = tuple(from_print(ledger))
    _all_named(ledger, evidence.study)
    verdicts, strengths = [], {}
    for claim in ledger.claims:
        found = _verdict(claim, evidence, under)
        verdicts.append(_by_print(found, findings))
        if found.measure is not None:
            strengths[claim.id] = strength(found.measure, evidence.tables)
    synthetic = ledger.synthetic or evidence.study.synthetic
    return Audit(target, synthetic, tuple(verdicts), findings, strengths)


def audit_print(ledger: Ledger, target: str) -> Audit:
    """What print alone says of every claim: contradicted where it is impossible, else not computable.

    Raises RereadError where a claim names a measure that does not exist.
    """
    _all_named(ledger, None)
    findings = tuple(from_print(ledger))
    verdicts = tuple(
        _by_print(Verdict(claim, "not_computable", _why_not(claim) or NO_DATA), findings)
        for claim in ledger.claims
    )
    return Audit(target, ledger.synthetic, verdicts, findings, {})


def _verdict(claim: Claim, evidence: Evidence, under: Under) -> Verdict:
    why = _why_not(claim)
    if why or claim.measure is None:
        return Verdict(claim, "not_computable", why)
    try:
        taken = _taken(claim, under(claim.reading) if claim.reading else evidence)
        return verdict(
            claim, taken, tuple(_read(claim, one.reading, one.text, under) for one in claim.readings)
        )
    except NotHereError as missing:
        return Verdict(claim, "not_computable", str(missing))


def _why_not(claim: Claim) -> str:
    if claim.computable == "never":
        return claim.not_computable_because
    return NEEDED[claim.needs] if claim.needs else ""


def _all_named(ledger: Ledger, study: Study | None) -> None:
    for claim in ledger.claims:
        if claim.measure is not None and (study is not None or not of_a_case(claim.measure)):
            _named(claim, claim.measure, study)


def _named(claim: Claim, measure: str, study: Study | None) -> None:
    try:
        asked(study, measure, claim.arguments)
    except RereadError as fault:
        told = fault.problem
        raise RereadError(
            told.code, f"claim {claim.id} names {told.where}: {told.message}", "the ledger", told.remedy
        ) from None


def _taken(claim: Claim, evidence: Evidence) -> Measure:
    with missing_named(evidence.tables):
        return asked(evidence.study, claim.measure or "", claim.arguments).take(evidence)


def _read(claim: Claim, reading: Mapping[str, Any], text: str, under: Under) -> Read:
    try:
        value = in_unit(claim, _taken(claim, under({**claim.reading, **reading})))
    except NotHereError:
        return Read(dict(reading), text, None, None)
    return Read(dict(reading), text, value, None if value is None else printed_so(claim, value))


def _by_print(found: Verdict, findings: "tuple[Finding, ...]") -> Verdict:
    """The verdict, or where no data spoke and print is impossible: contradicted."""
    if found.kind != "not_computable":
        return found
    wrong = [one for one in findings if one.claims[0] == found.claim.id and not one.ok]
    if not wrong:
        return found
    message = "; ".join(one.message for one in wrong)
    if all(one.ambiguous for one in wrong):
        return Verdict(found.claim, "ambiguous", message, found.value, found.off, found.measure)
    return Verdict(found.claim, "contradicted", message, found.value, found.off, found.measure)


@dataclass(frozen=True, slots=True)
class Moved:
    """One value of one reading: the claims whose number it changes, and those that no longer print so.

    `values` are the computed values by claim, in the claim's unit.
    """

    key: str
    value: Any
    default: bool
    values: Mapping[str, Any]
    changed: tuple[str, ...]
    fallen: tuple[str, ...]


def moved(
    ledger: Ledger, evidence: Evidence, under: Under, tried: Mapping[str, tuple[Any, ...]]
) -> list[Moved]:
    """Every claim that has a measure under every value of every reading, beside the study's own readings.

    Raises RereadError where a claim names a measure that does not exist.
    """
    _all_named(ledger, evidence.study)
    claims = [claim for claim in ledger.claims if claim.measure and not _why_not(claim)]
    own = evidence.study.readings.model_dump()
    plain = _values(claims, under, {})
    rows = []
    for key, values in tried.items():
        for value in values:
            made = plain if value == own[key] else _values(claims, under, {key: value})
            changed = tuple(one for one, number in made.items() if number != plain[one])
            fallen = tuple(
                one.id for one in claims if one.id in changed and not printed_so(one, made[one.id])
            )
            shown = {one: made[one] for one in changed}
            rows.append(Moved(key, value, value == own[key], shown, changed, fallen))
    return rows


def _values(claims: list[Claim], under: Under, changed: Mapping[str, Any]) -> dict[str, Any]:
    return {claim.id: in_unit(claim, _taken(claim, under({**claim.reading, **changed}))) for claim in claims}
