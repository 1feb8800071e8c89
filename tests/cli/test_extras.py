"""What is said where a package of an extra is not installed."""

import tomllib
from pathlib import Path

from packaging.requirements import Requirement

from pipeline.cli.extras import STUDY, left_out

PROJECT = Path(__file__).parents[2] / "pyproject.toml"


def test_the_packages_known_are_those_of_the_extra_study_and_of_the_extra_it_holds() -> None:
    extras = tomllib.loads(PROJECT.read_text("utf-8"))["project"]["optional-dependencies"]
    named = {Requirement(line).name for line in (*extras["study"], *extras["tokens"])} - {"reread"}

    imported = {"PyYAML": "yaml"}
    assert {imported.get(name, name.lower().replace("-", "_")) for name in named} == STUDY


def test_a_module_inside_a_package_left_out_names_the_package() -> None:
    told = left_out(ModuleNotFoundError("No module named 'pyarrow.parquet'", name="pyarrow.parquet"))

    assert told is not None
    assert told.message == "this needs the package pyarrow, which is not installed"
    assert "reread[study]" in told.remedy


def test_a_module_of_no_extra_is_a_fault_of_the_program_and_no_advice_is_given() -> None:
    assert left_out(ModuleNotFoundError("No module named 'pipeline.lost'", name="pipeline.lost")) is None
