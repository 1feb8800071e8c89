"""docs/histories.md says of each format what its declaration and its specimens say."""

import ast
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from pipeline.extract.histories import catalogue
from pipeline.extract.histories.collection import collect
from pipeline.extract.histories.formats import Context
from pipeline.extract.histories.listing import as_json
from pipeline.extract.paths import Locator
from tests.extract.histories.test_specimens import READ, REPOSITORY, SPECIMENS

HERE = Path(__file__).parents[3]
PAGE = (HERE / "docs" / "histories.md").read_text("utf-8")
READERS = HERE / "pipeline" / "extract" / "histories"
ROWS = ("where it lies", "recognised by", "evidence", "gives", "times", "the folder")
BASES = {"message", "header", "tool", "timing", "neighbour", "session", "name", "file", "none"}
FORMATS = {declaration.name: declaration for declaration in catalogue.FORMATS}

Document = dict[str, Any]


def sections() -> dict[str, str]:
    """The sections of formats by the format's name, in the page's order."""
    parts = re.split(r"^## (.+)$", PAGE, flags=re.MULTILINE)[1:]
    named = (
        (re.fullmatch(r".+ \(`(.+)`\)", title), body)
        for title, body in zip(parts[::2], parts[1::2], strict=True)
    )
    return {title[1]: body for title, body in named if title}


def table(text: str) -> dict[str, str]:
    return dict(re.findall(r"^\| ([^|]+?) \| (.+) \|$", text, re.MULTILINE))


def told(cell: str) -> set[str]:
    return set(re.findall(r"`([^`]+)`", cell))


def keys(of: str) -> set[str]:
    """The keys that the page's table of one kind of object names."""
    rows = re.search(rf"^\| {of} \| value \|\n\|---\|---\|\n((?:\|.*\n)+)", PAGE, re.MULTILINE)
    assert rows
    return {key for line in rows[1].splitlines() for key in told(line.split(" | ")[0])}


@pytest.fixture(scope="module")
def documents(specimens: Path) -> dict[str, list[Document]]:
    """Every specimen as the command shows it, by format."""
    found: dict[str, list[Document]] = {name: [] for name in FORMATS}
    context = Context(Locator(REPOSITORY["root"], REPOSITORY["aliases"]))
    for name in READ:
        folder = specimens / Path(SPECIMENS[name]["files"][0]).parts[0]
        found[SPECIMENS[name]["source"]].append(as_json(collect([folder], context)))
    return found


def conversations(documents: dict[str, list[Document]], name: str | None = None) -> list[Document]:
    chosen = [name] if name else list(documents)
    return [c for one in chosen for document in documents[one] for c in document["conversations"]]


def calls(found: list[Document]) -> list[Document]:
    return [call for conversation in found for call in conversation["tool_calls"] or ()]


def test_the_page_has_a_section_for_each_declared_format_in_their_order() -> None:
    assert list(sections()) == list(FORMATS)


@pytest.mark.parametrize("name", FORMATS)
def test_a_section_bears_the_title_of_its_format(name: str) -> None:
    assert f"## {FORMATS[name].title} (`{name}`)\n" in PAGE


@pytest.mark.parametrize("name", FORMATS)
def test_a_section_lists_what_the_declaration_says_it_cannot_tell(name: str) -> None:
    _, listed = sections()[name].split("It cannot tell:\n")

    assert tuple(re.findall(r"^- (.+)$", listed, re.MULTILINE)) == FORMATS[name].cannot_tell
    assert FORMATS[name].cannot_tell


@pytest.mark.parametrize("name", FORMATS)
def test_a_section_says_where_how_and_on_what_evidence(name: str) -> None:
    rows = table(sections()[name])

    assert set(ROWS) <= rows.keys()
    assert told(rows["evidence"]) & {"seen", "reported", "guess"}


@pytest.mark.parametrize("name", FORMATS)
def test_a_section_names_every_basis_of_time_that_its_specimens_show(
    name: str, documents: dict[str, list[Document]]
) -> None:
    found = conversations(documents, name)
    shown = {row["time_basis"] for row in [*found, *calls(found)]}

    assert found
    assert shown <= told(table(sections()[name])["times"]) & BASES


@pytest.mark.parametrize(
    ("of", "rows"),
    [
        ("key of a conversation", lambda found: found),
        ("key of an attachment", lambda found: [a for c in found for a in c["attached"]]),
        ("key of a call", calls),
        ("key of an access", lambda found: [a for call in calls(found) for a in call["accesses"]]),
    ],
)
def test_the_page_names_exactly_the_keys_that_the_command_shows(
    of: str, rows: Callable[[list[Document]], list[Document]], documents: dict[str, list[Document]]
) -> None:
    shown = {key for row in rows(conversations(documents)) for key in row}

    assert shown == keys(of)


def test_the_page_names_the_keys_of_the_whole(documents: dict[str, list[Document]]) -> None:
    whole = [document for found in documents.values() for document in found]

    assert {key for document in whole for key in document} == keys("key")
    assert {key for d in whole for gap in d["not_understood"] for key in gap} == {"where", "reason"}


def constants(nodes: Sequence[ast.AST]) -> Iterator[str]:
    for node in nodes:
        for below in ast.walk(node):
            if isinstance(below, ast.Constant) and isinstance(below.value, str):
                yield below.value


def reasons() -> Iterator[str]:
    """Every reason that the readers' source writes out where it lists a gap, and those of the specimens."""
    places = {"Gap": slice(1, 2), "gap": slice(1, 2), "_gap": slice(1, 2), "Moment": slice(1, 2)}
    for tree in trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                function = node.func
                name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
                # A store's error is a gap where other stores can be read.
                yield from constants(
                    node.args[:1] if name == "RereadError" else node.args[places.get(name, slice(0))]
                )
    yield from (gap["reason"] for name in READ for gap in SPECIMENS[name]["not_understood"])


def trees() -> list[ast.Module]:
    return [ast.parse(file.read_text("utf-8")) for file in sorted(READERS.rglob("*.py"))]


def explained() -> set[str]:
    listed = re.search(r"^\| reason \| means \|\n\|---\|---\|\n((?:\|.*\n)+)", PAGE, re.MULTILINE)
    assert listed
    return {word for line in listed[1].splitlines() for word in told(line.split(" | ")[0])}


def test_the_page_explains_every_reason() -> None:
    stops_the_command = {"histories_missing"}

    assert set(reasons()) - stops_the_command - explained() == set()
    assert {"invalid_json", "missing_blob", "ambiguous_date", "store_unusable"} <= set(reasons())


def test_the_page_explains_no_reason_that_no_reader_gives() -> None:
    written = set(constants(trees()))

    assert explained() - written == set()
