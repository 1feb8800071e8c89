"""Which numbers print as a claim does."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from pipeline.audit.printed import admitted
from pipeline.audit.rounding import Rounding

ROUNDING: TypeAdapter[Any] = TypeAdapter(Rounding)


def holds(value: Any, number: float | Fraction, **rounding: Any) -> bool:
    return admitted(value, ROUNDING.validate_python(rounding)).holds(number)


@pytest.mark.parametrize(
    ("value", "rounding", "inside", "outside"),
    [
        (12.82, {"kind": "rounded", "decimals": 2}, (12.815, 12.8249), (12.8149, 12.825, 12.83)),
        (20800, {"kind": "rounded", "to": "hundreds"}, (20750, 20849), (20749, 20850)),
        (21, {"kind": "about", "decimals": 0}, (20.5, 21.5), (20.49, 21.51)),
        (45, {"kind": "about", "within": 5}, (40, 50), (39, 51)),
        (20, {"kind": "at-most"}, (20, 0, -5), (21, 20.1)),
        (1400, {"kind": "at-least", "strict": True}, (1401,), (1400, 1399)),
        ((2000, 3000), {"kind": "range"}, (2000, 3000), (1999, 3001)),
        (4, {"kind": "exact"}, (4, 4.0), (3, 5, 4.001)),
        (True, {"kind": "exact"}, (1,), (0,)),
        (False, {"kind": "exact"}, (0,), (1,)),
    ],
)
def test_ends_of_what_a_print_admits(
    value: Any, rounding: dict[str, Any], inside: tuple[float, ...], outside: tuple[float, ...]
) -> None:
    assert [number for number in inside if not holds(value, number, **rounding)] == []
    assert [number for number in outside if holds(value, number, **rounding)] == []


@given(st.integers(-10_000, 10_000), st.integers(1, 997), st.integers(0, 6))
def test_a_ratio_prints_as_its_own_rounding_and_as_no_other(top: int, bottom: int, decimals: int) -> None:
    exact = Fraction(top, bottom)
    scaled = exact * 10**decimals + Fraction(1, 2)
    printed = float(Fraction(scaled.numerator // scaled.denominator, 10**decimals))
    step = 10.0**-decimals

    assert holds(printed, exact, kind="rounded", decimals=decimals)
    assert not holds(round(printed + step, decimals), exact, kind="rounded", decimals=decimals)
    assert not holds(round(printed - step, decimals), exact, kind="rounded", decimals=decimals)


def test_how_far_off_a_number_is() -> None:
    bounds = admitted(12.82, ROUNDING.validate_python({"kind": "rounded", "decimals": 2}))

    assert bounds.off(12.82) == 0
    assert bounds.off(12.8) == pytest.approx(0.015)
    assert bounds.off(13) == pytest.approx(0.175)


def test_a_month_admits_its_days() -> None:
    bounds = admitted("2026-02", ROUNDING.validate_python({"kind": "exact"}))
    from datetime import date

    assert bounds.holds(date(2026, 2, 1).toordinal())
    assert bounds.holds(date(2026, 2, 28).toordinal())
    assert not bounds.holds(date(2026, 3, 1).toordinal())
