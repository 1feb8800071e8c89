"""The generated pages say what the program does now."""

import re
from pathlib import Path

import click
import pytest

from docs.generate.commands import help_of
from docs.generate.index import SECTIONS, index_page
from docs.generate.pages import PAGES, write
from pipeline.cli.group import COMMANDS, main
from pipeline.figures.catalogue import COMMON
from pipeline.measures.catalogue import common
from pipeline.stages.catalogue import STAGES
from pipeline.tables import TABLES

DOCS = Path(__file__).parents[2] / "docs"


def _command(name: str) -> click.Command:
    found = main.get_command(click.Context(main), name)
    assert found is not None
    return found


@pytest.mark.parametrize("name", PAGES)
def test_writing_a_page_anew_changes_nothing(name: str) -> None:
    assert PAGES[name]() == (DOCS / name).read_text("utf-8"), "run `make docs`"


def test_writing_the_index_anew_changes_nothing() -> None:
    assert index_page(DOCS) == (DOCS / "README.md").read_text("utf-8"), "run `make docs`"


def test_all_pages_are_written_into_the_folder_given(tmp_path: Path) -> None:
    write(tmp_path)

    assert {path.name for path in tmp_path.iterdir()} == {*PAGES, "README.md"}


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_and_every_option_says_what_it_does(name: str) -> None:
    command = _command(name)
    options = [one for one in command.params if isinstance(one, click.Option)]

    assert command.help
    assert [one.name for one in options if not one.help] == []


@pytest.mark.parametrize("name", COMMANDS)
def test_the_page_of_commands_shows_the_help_that_the_program_prints(name: str) -> None:
    page = (DOCS / "cli.md").read_text("utf-8")
    options = [opt for one in _command(name).params if isinstance(one, click.Option) for opt in one.opts]

    assert help_of(name).startswith(f"Usage: reread {name} ")
    assert all(option in help_of(name) for option in options)
    assert help_of(name) in page


def test_every_table_and_column_stands_on_its_page() -> None:
    sections = (DOCS / "tables.md").read_text("utf-8").split("\n## ")[1:]

    shown = {one.split("\n", 1)[0]: re.findall(r"^\| `(\w+)` \|", one, re.MULTILINE) for one in sections}

    assert shown == {table.name: table.names for table in TABLES}


def test_every_measure_that_all_studies_have_stands_on_its_page() -> None:
    shown = re.findall(r"^\| `([\w.]+)` \|", (DOCS / "measures.md").read_text("utf-8"), re.MULTILINE)

    assert [name for name in shown if not name.startswith("case.CASE.")] == [one.name for one in common()]


def test_no_measure_lacks_a_unit_a_population_or_a_definition() -> None:
    lines = (DOCS / "measures.md").read_text("utf-8").splitlines()
    rows = [re.split(r" \| ", line.strip("| ")) for line in lines if line.startswith("| `")]

    assert len(rows) > len(common())
    assert [row for row in rows if len(row) != 4 or not all(row)] == []


def test_every_stage_stands_on_its_page_in_order() -> None:
    shown = re.findall(r"^\| `(\w+)` \|", (DOCS / "stages.md").read_text("utf-8"), re.MULTILINE)

    assert shown == [stage.name for stage in STAGES]


def test_every_chart_that_all_studies_have_stands_on_its_page_with_its_question() -> None:
    page = (DOCS / "figures.md").read_text("utf-8")
    shown = re.findall(r"^## (.+)\n\n`(\w+)`: (.+)$", page, re.MULTILINE)

    assert shown[:-1] == [(chart.title, chart.name, chart.question) for chart in COMMON]
    assert shown[-1][1] == "case_CASE"


def test_the_index_links_every_page_of_the_folder() -> None:
    linked = set(re.findall(r"\]\(([\w-]+\.md)\)", (DOCS / "README.md").read_text("utf-8")))

    assert linked == {path.name for path in DOCS.glob("*.md")} - {"README.md"}


def test_a_page_without_a_purpose_stops_the_index(tmp_path: Path) -> None:
    (tmp_path / "stray.md").write_text("# Stray\n", "utf-8")

    with pytest.raises(ValueError, match=r"stray\.md"):
        index_page(tmp_path)


def test_every_purpose_is_a_sentence_part_of_its_own() -> None:
    purposes = [purpose for section in SECTIONS.values() for purpose in section.values()]

    assert len(set(purposes)) == len(purposes)
    assert all(len(purpose.split()) >= 5 for purpose in purposes)
