"""A ledger is data and nothing else; what is wrong with one is said in a sentence with claim and key."""

import os
from pathlib import Path

import pytest

from pipeline.audit.ledger import load, parse
from pipeline.errors import RereadError

GOOD = """\
schema: 1
claims:
- {id: one, statement: s, printed: '3', value: 3, measure: cross_reads.count, computable: package}
- {id: two, statement: s, printed: May, value: 2026-05, computable: never, not_computable_because: no data}
"""


def fault(text: str | bytes) -> str:
    with pytest.raises(RereadError) as raised:
        parse(text.encode() if isinstance(text, str) else text, "claims.yaml")
    problem = raised.value.problem
    assert problem.where.startswith("claims.yaml")
    assert "\n" not in problem.message
    return problem.message


def changed(**keys: str) -> str:
    more = ", ".join(f"{key}: {value}" for key, value in keys.items())
    return GOOD.replace("computable: package}", f"computable: package, {more}}}")


def test_a_date_stays_text_and_a_number_a_number() -> None:
    one, two = parse(GOOD.encode(), "claims.yaml").claims

    assert (one.value, two.value) == (3, "2026-05")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a: &x 1\nb: *x", "it repeats a part by an alias"),
        ("schema: 1\nschema: 1", "the key 'schema' stands twice"),
        ("? [a, b]\n: 1", "a key is no text"),
        ("a: !!python/object/apply:os.system [ls]", "could not determine a constructor"),
        ("[" * 5_000, "nests too deeply"),
        ("{a: " * 3_000, "nests too deeply"),
        ("- 1", "the file is no ledger"),
        ("claims: []", "schema: Field required"),
        ("schema: 2\nclaims: []", "schema: "),
        ("schema: 1\nclaims: []\nmore: 1", "unknown key more"),
        (GOOD.replace("one", "One"), "claim One.id: 'One' is no id"),
        (GOOD.replace("two", "one"), "the id one stands twice"),
        (GOOD.replace("value: 3", "value: .nan"), "claim one: it is no finite number"),
        (GOOD.replace("value: 3", "value: maybe"), "claim one: 'maybe' is no number, no day"),
        (GOOD.replace("value: 3", "value: 2026-02-30"), "claim one: '2026-02-30' is no number, no day"),
        (GOOD.replace("value: 3", "value: null"), "claim one: a computable claim has a value"),
        (GOOD.replace("measure: cross_reads.count, ", ""), "claim one: a computable claim names its measure"),
        (
            GOOD.replace(", not_computable_because: no data", ""),
            "claim two: a claim that is never computable says",
        ),
        (changed(rounding="{kind: rounded}"), "claim one.rounding: give either decimals or to"),
        (changed(rounding="{kind: nearly}"), "claim one.rounding: "),
        (changed(rounding="{kind: range}"), "claim one: a range has two values"),
        (
            changed(relations="[{kind: same-as, claim: three}]"),
            "a relation of one names three, which is no claim",
        ),
        (changed(reading="{zeros: some}"), "claim one: reading zeros: "),
        (changed(reading="{nothing: kept}"), "claim one: reading nothing: "),
        (changed(ambiguous="true"), "claim one: an ambiguous claim lists its other readings"),
        (changed(arguments="{take: quantile}"), "claim one.arguments: q belongs to take: quantile"),
        (
            changed(arguments="{take: median, conversations: 0..3}"),
            "claim one.arguments.conversations: '0..3' is no",
        ),
        (
            changed(made_of="{kind: quantile, of: ratios, q: 0.5, n: 9}"),
            "claim one.made_of: denominators belong",
        ),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(text: str, said: str) -> None:
    assert said in fault(text)


def test_bytes_that_are_no_text() -> None:
    assert fault(b"\xff\xfe") == "the file is not UTF-8"


def test_a_ledger_that_is_missing_no_plain_file_or_too_large(tmp_path: Path) -> None:
    pipe, large = tmp_path / "pipe.yaml", tmp_path / "large.yaml"
    os.mkfifo(pipe)
    large.write_bytes(b" " * (5 << 20))
    told = {
        tmp_path / "none.yaml": "there is no ledger",
        pipe: "the ledger is no plain file",
        tmp_path: "the ledger is no plain file",
        large: "the ledger is larger than 4,194,304 bytes",
    }
    for path, said in told.items():
        with pytest.raises(RereadError) as raised:
            load(path)
        assert (raised.value.problem.message, raised.value.problem.where) == (said, str(path))
