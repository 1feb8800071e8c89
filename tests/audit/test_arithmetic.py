"""Print alone: every planted impossible number is found, nothing possible is called impossible."""

import tomllib
from fractions import Fraction
from itertools import combinations_with_replacement, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.audit.arithmetic.checks import CHECKS, from_print
from pipeline.audit.arithmetic.finding import prints
from pipeline.audit.ledger import Claim, Ledger, load

HERE = Path(__file__).parent / "ledgers"
EXPECTED: dict[str, list[str]] = tomllib.loads((HERE / "expected.toml").read_text("utf-8"))
ARTICLE = Path(__file__).parents[2] / "pipeline" / "twin" / "article"


def ledgers(kind: str) -> list[Path]:
    return sorted((HERE / kind).glob("*.yaml"))


def claim(value: Any, rounding: dict[str, Any], made_of: dict[str, Any], unit: str = "") -> Claim:
    return Claim.model_validate(
        {
            "id": "one", "statement": "s", "printed": str(value), "value": value, "unit": unit,
            "rounding": rounding, "made_of": made_of,
            "computable": "never", "not_computable_because": "no data",
        }
    )  # fmt: skip


def possible(one: Claim) -> bool:
    found = from_print(Ledger.model_validate({"schema": 1, "claims": [one]}))
    return all(finding.ok for finding in found)


@pytest.mark.parametrize("path", ledgers("impossible"), ids=lambda path: path.stem)
def test_an_impossible_number_is_found_and_no_other(path: Path) -> None:
    wrong = {finding.claims[0] for finding in from_print(load(path)) if not finding.ok}

    assert wrong == set(EXPECTED[path.stem])


@pytest.mark.parametrize("path", ledgers("possible"), ids=lambda path: path.stem)
def test_a_possible_ledger_raises_no_alarm(path: Path) -> None:
    found = from_print(load(path))

    assert found
    assert [finding.message for finding in found if not finding.ok] == []


def test_there_are_enough_ledgers_and_they_use_every_check() -> None:
    assert len(ledgers("impossible")) >= 10
    assert {path.stem for path in ledgers("impossible")} == {path.stem for path in ledgers("possible")}
    used = {f.check for path in ledgers("possible") for f in from_print(load(path))}
    assert used | {"at-least"} == set(CHECKS)


def test_the_article_has_one_number_that_fails_under_its_own_words() -> None:
    wrong = [finding for finding in from_print(load(ARTICLE / "claims.yaml")) if not finding.ok]

    assert [finding.claims[0] for finding in wrong] == ["late-main-read-share-all"]
    assert wrong[0].ambiguous
    assert "3.11722 to 3.1476 %" in wrong[0].message


def test_the_other_article_is_consistent() -> None:
    found = from_print(load(ARTICLE / "context-bank.yaml"))

    assert len(found) >= 15
    assert all(finding.ok for finding in found)


@pytest.mark.parametrize(
    ("value", "n", "q", "ratios"),
    [(12.82, 271, 0.9, {"5/39"}), (1.99, 271, 0.5, {"3/151", "4/201", "5/251"}), (27.78, 19, 0.5, {"5/18"})],
)
def test_a_printed_percentage_admits_only_certain_ratios(
    value: float, n: int, q: float, ratios: set[str]
) -> None:
    """Of at most five files read, out of at most 300."""
    interval = prints(claim(value, {"kind": "rounded", "decimals": 2}, {"kind": "coefficient"}))
    found = {
        str(Fraction(k, m))
        for m in range(1, 301)
        for k in range(1, 6)
        if interval.holds(Fraction(100 * k, m))
    }
    made = {"kind": "quantile", "of": "ratios", "q": q, "n": n, "denominators": [1, 300]}

    assert found == ratios
    assert possible(claim(value, {"kind": "rounded", "decimals": 2}, made, "percent"))


@given(st.lists(st.integers(0, 40), min_size=1, max_size=60), st.integers(0, 3))
def test_a_mean_that_was_computed_is_possible(numbers: list[int], decimals: int) -> None:
    value = half_up(Fraction(sum(numbers), len(numbers)), decimals)
    made = {"kind": "mean", "n": len(numbers), "least": 0, "most": 40}

    assert possible(claim(value, {"kind": "rounded", "decimals": decimals}, made))


@given(
    st.lists(st.integers(0, 60), min_size=1, max_size=50), st.sampled_from([0, 0.1, 0.25, 0.5, 0.75, 0.9, 1])
)
def test_a_quantile_of_whole_numbers_that_was_computed_is_possible(numbers: list[int], q: float) -> None:
    exact = quantile([Fraction(one) for one in numbers], Fraction(repr(q)))
    made = {"kind": "quantile", "of": "whole numbers", "q": q, "n": len(numbers), "least": 0, "most": 60}

    assert possible(claim(half_up(exact, 2), {"kind": "rounded", "decimals": 2}, made))


@given(
    st.lists(st.tuples(st.integers(0, 12), st.integers(1, 12)), min_size=1, max_size=30),
    st.sampled_from([0, 0.25, 0.5, 0.9, 1]),
)
def test_a_quantile_of_ratios_that_was_computed_is_possible(pairs: list[tuple[int, int]], q: float) -> None:
    ratios = [Fraction(min(k, m), m) for k, m in pairs]
    value = half_up(100 * quantile(ratios, Fraction(repr(q))), 2)
    made = {"kind": "quantile", "of": "ratios", "q": q, "n": len(ratios), "denominators": [1, 12]}

    assert possible(claim(value, {"kind": "rounded", "decimals": 2}, made, "percent"))


@given(st.integers(0, 999), st.integers(2, 12), st.sampled_from([2, 3, 5]))
def test_pairs_of_ratios_are_searched_exactly(tenths: int, most: int, n: int) -> None:
    """Against trying all pairs; n 2 and 3 place the quantile at other parts between the two."""
    value = tenths / 10
    q = 0.5 if n == 2 else 0.3
    made = {"kind": "quantile", "of": "ratios", "q": q, "n": n, "denominators": [1, most]}
    one = claim(value, {"kind": "rounded", "decimals": 1}, made, "percent")
    part = (n - 1) * Fraction(repr(q)) % 1
    ratios = sorted({Fraction(k, m) for m in range(1, most + 1) for k in range(m + 1)})
    interval = prints(one)
    pairs = combinations_with_replacement(ratios, 2)
    right = any(interval.holds(100 * ((1 - part) * low + part * high)) for low, high in pairs)

    assert possible(one) == right


@given(st.integers(1, 80), st.integers(0, 2), st.integers(0, 10_000))
def test_shares_against_trying_all_counts(n: int, decimals: int, hundredths: int) -> None:
    value = half_up(Fraction(hundredths, 100), decimals)
    one = claim(value, {"kind": "rounded", "decimals": decimals}, {"kind": "share", "n": n}, "percent")
    right = any(half_up(Fraction(100 * k, n), decimals) == value for k in range(n + 1))

    assert possible(one) == right


@given(st.integers(1, 12), st.integers(0, 60))
def test_means_against_trying_all_totals(n: int, tenths: int) -> None:
    one = claim(
        tenths / 10, {"kind": "rounded", "decimals": 1}, {"kind": "mean", "n": n, "least": 0, "most": 5}
    )
    right = any(half_up(Fraction(total, n), 1) == tenths / 10 for total in range(5 * n + 1))

    assert possible(one) == right


@given(st.lists(st.integers(0, 2_000), min_size=2, max_size=6), st.sampled_from(["tens", "hundreds"]))
def test_rounded_parts_of_a_true_whole_raise_no_alarm(parts: list[int], to: str) -> None:
    step = {"tens": 10, "hundreds": 100}[to]
    names = [f"part-{place}" for place in range(len(parts))]
    rows = [
        {"id": name, "value": (part + step // 2) // step * step, "rounding": {"kind": "rounded", "to": to}}
        for name, part in zip(names, parts, strict=True)
    ]
    total = {
        "id": "total",
        "value": sum(parts),
        "relations": [{"kind": "sum", "of": names, "equals": "total"}],
    }
    common = {"statement": "s", "printed": "p", "computable": "never", "not_computable_because": "no data"}
    ledger = Ledger.model_validate({"schema": 1, "claims": [{**common, **row} for row in [*rows, total]]})

    assert all(finding.ok for finding in from_print(ledger))


def quantile(numbers: list[Fraction], q: Fraction) -> Fraction:
    ordered = sorted(numbers)
    place = (len(ordered) - 1) * q
    low = int(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (place - low) * (ordered[high] - ordered[low])


def half_up(number: Fraction, decimals: int) -> float:
    scaled = number * 10**decimals + Fraction(1, 2)
    return float(Fraction(scaled.numerator // scaled.denominator, 10**decimals))


def test_the_oracle_is_numpy_s_type_7() -> None:
    for numbers, q in product(([3, 1, 2], [5, 5, 1, 9]), (0.1, 0.5, 0.9)):
        ours = quantile([Fraction(one) for one in numbers], Fraction(repr(q)))

        assert float(ours) == pytest.approx(float(np.quantile(numbers, q)))
