"""docs/claims.md lists what a ledger and a map may say, and its examples can be loaded."""

import json
import re
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin

import pytest
import yaml
from pydantic import BaseModel, TypeAdapter
from pydantic.fields import FieldInfo

from pipeline.audit import ledger, published
from pipeline.audit.arithmetic.checks import CHECKS, from_print
from pipeline.audit.made_of import MadeOf
from pipeline.audit.printed import admitted
from pipeline.audit.relations import Relation
from pipeline.audit.rounding import Rounding
from pipeline.audit.strength import Strength
from pipeline.audit.units import FACTORS, SAME
from pipeline.audit.verdict import KINDS
from pipeline.errors import RereadError
from pipeline.measures.asked import SERIES, Arguments

PAGE = (Path(__file__).parents[2] / "docs" / "claims.md").read_text("utf-8")
SECTIONS = dict(re.findall(r"^## (.+)\n((?:(?!^## ).*\n)*)", PAGE, re.MULTILINE))


def _rows(section: str, nth: int = 0) -> list[list[str]]:
    """The cells of the nth table of a section, without its head."""
    tables = re.findall(r"(?:^\|.*\n)+", SECTIONS[section], re.MULTILINE)
    lines = tables[nth].splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]


def _firsts(section: str, nth: int = 0) -> list[str]:
    return [row[0].strip("`") for row in _rows(section, nth)]


def _default(field: FieldInfo) -> str:
    if field.is_required():
        return "required"
    if field.default is None:
        return "not given"
    held = field.default
    if isinstance(held, BaseModel):
        kept = held.model_dump(exclude_defaults=True)
        return "`{" + ", ".join(f"{key}: {value}" for key, value in kept.items()) + "}`"
    return f"`{json.dumps(held)}`"


def _example(language: str) -> str:
    (found,) = re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    return str(found)


def _kinds(union: Any) -> Iterator[type[BaseModel]]:
    for one in get_args(get_args(union)[0]):
        yield from get_args(one) or [one]


MODELS: dict[tuple[str, int], type[BaseModel]] = {
    ("The ledger", 0): ledger.Ledger,
    ("A claim", 0): ledger.Claim,
    ("Readings", 0): ledger.OtherReading,
    ("Measures and arguments", 0): Arguments,
    ("Tables of others", 1): published.Source,
}
UNIONS = {"Rounding": Rounding, "Made of": MadeOf, "Relations": Relation}
KINDS_OF = [(section, model) for section, union in UNIONS.items() for model in _kinds(union)]


@pytest.mark.parametrize("place", MODELS)
def test_a_table_lists_the_keys_of_its_model_with_their_defaults(place: tuple[str, int]) -> None:
    fields = MODELS[place].model_fields
    listed = {row[0].strip("`"): row[1] for row in _rows(*place)}

    assert listed == {field.alias or name: _default(field) for name, field in fields.items()}


def test_a_table_lists_the_keys_of_a_map() -> None:
    listed = {row[0].strip("`"): row[1] for row in _rows("Tables of others")}
    of_tables = {f"tables.TABLE.{name}": one for name, one in published.Mapped.model_fields.items()}

    assert listed == {key: _default(one) for key, one in (published.Map.model_fields | of_tables).items()}


@pytest.mark.parametrize("section", UNIONS)
def test_a_table_lists_every_kind_of_a_part_and_no_other(section: str) -> None:
    kinds = [
        kind
        for model in _kinds(UNIONS[section])
        for kind in get_args(model.model_fields["kind"].annotation)
    ]  # fmt: skip

    assert _firsts(section) == kinds


@pytest.mark.parametrize(("section", "model"), KINDS_OF)
def test_the_row_of_a_kind_names_its_keys_and_no_other(section: str, model: type[BaseModel]) -> None:
    for kind in get_args(model.model_fields["kind"].annotation):
        (row,) = [row for row in _rows(section) if row[0] == f"`{kind}`"]

        assert (
            set(re.findall(r"`(\w+)`", row[1])) == set(model.model_fields) - {"kind"} or row[1] == "`strict`"
        )


def _literals(kind: Any) -> Iterator[Any]:
    if get_origin(kind) is Literal:
        yield from get_args(kind)
    elif get_origin(kind) in {Annotated, types.UnionType, tuple}:
        for one in get_args(kind):
            yield from _literals(one)


@pytest.mark.parametrize("model", [ledger.Ledger, ledger.Claim, Arguments, *(one for _, one in KINDS_OF)])
def test_the_page_names_every_allowed_word(model: type[BaseModel]) -> None:
    words = [word for field in model.model_fields.values() for word in _literals(field.annotation)]

    assert [one for one in words if f"`{one}`" not in PAGE and f": {one}`" not in PAGE] == []


@pytest.mark.parametrize("row", _rows("Rounding", 1), ids=lambda row: row[0])
def test_examples_of_rounding_admit_what_the_page_says(row: list[str]) -> None:
    rounding = TypeAdapter[Any](Rounding).validate_python(yaml.safe_load(row[0].strip("`")))
    value = yaml.safe_load(row[1].strip("`"))
    held = admitted(tuple(value) if isinstance(value, list) else value, rounding)
    inside, outside = ([float(one) for one in re.findall(r"`([\d.]+)`", cell)] for cell in row[2:])

    assert inside
    assert outside
    assert [one for one in inside if not held.holds(one)] == []
    assert [one for one in outside if held.holds(one)] == []


def test_examples_of_rounding_show_every_kind() -> None:
    shown = {yaml.safe_load(row[0].strip("`"))["kind"] for row in _rows("Rounding", 1)}

    assert shown == set(_firsts("Rounding"))


def test_the_page_lists_the_checks_of_print_as_they_are_declared() -> None:
    assert {row[0].strip("`"): row[1] for row in _rows("The arithmetic of the print")} == CHECKS


def test_the_page_lists_the_verdicts_and_the_columns_of_strength() -> None:
    assert _firsts("Verdicts") == list(KINDS)
    assert _firsts("What a number rests on") == list(Strength.__dataclass_fields__)


def test_the_page_lists_every_series_and_which_can_be_cut() -> None:
    listed = {row[0].strip("`"): row[1].strip("| ") for row in _rows("Measures and arguments", 1)}

    assert {name: bool(said) for name, said in listed.items()} == {
        name: bool(one.argument) for name, one in SERIES.items()
    }


def test_the_page_names_every_unit_that_is_turned_into_another() -> None:
    units = {unit for pair in (*FACTORS, *SAME) for unit in pair}

    assert [unit for unit in sorted(units) if f"`{unit}`" not in SECTIONS["Units"]] == []


def test_the_example_of_the_page_is_a_ledger_that_can_be_printed_so(tmp_path: Path) -> None:
    (tmp_path / "claims.yaml").write_text(_example("yaml"), "utf-8")
    found = ledger.load(tmp_path / "claims.yaml")

    assert [one.id for one in found.claims][-1] == "no-error-twice"
    assert [one.check for one in from_print(found)] == ["count", "quantile", "at-most"]
    assert all(one.ok for one in from_print(found))


def test_the_mean_that_the_page_calls_impossible_is_so() -> None:
    claim = (
        "{id: a, statement: s, printed: '1.5', value: 1.5, rounding: {kind: rounded, decimals: 1},"
        " made_of: {kind: mean, n: 7}, computable: never, not_computable_because: no data}"
    )
    found = from_print(ledger.parse(f"schema: 1\nclaims: [{claim}]".encode(), "claims.yaml"))

    assert [one.ok for one in found] == [False]


def test_the_map_of_the_page_reads_the_table_of_the_page(tmp_path: Path) -> None:
    (tmp_path / "sessions.csv").write_text(_example("csv"), "utf-8")
    (tmp_path / "map.toml").write_text(_example("toml"), "utf-8")

    study, held = published.load(tmp_path, tmp_path / "map.toml")

    assert str(study.window.since) == "2026-03-01"
    assert held["reads_by_conversation"]["share_read"].tolist() == [0.25, 0.44, 0.0]
    assert held["reads_by_conversation"]["kind"].tolist() == ["work", "work", "informational"]
    assert held["conversations"]["started_at"][0].isoformat() == "2026-03-02T08:00:00+00:00"
    assert held["conversations"]["independent"].all()


def test_a_refusal_of_a_ledger_and_of_a_map_points_at_the_page(tmp_path: Path) -> None:
    with pytest.raises(RereadError, match=r"docs/claims\.md") as told:
        ledger.parse(b"schema: 1\nclaims: []\nclaim: 1\n", "claims.yaml")
    (tmp_path / "map.toml").write_text("[tables.nothing]\n", "utf-8")
    with pytest.raises(RereadError, match=r"docs/claims\.md"):
        published.load(tmp_path, tmp_path / "map.toml")

    assert "unknown key claim" in str(told.value)
