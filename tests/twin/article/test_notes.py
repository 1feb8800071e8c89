"""Notes of exact length, lines that end where they are told to, and no text twice."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.transform.request_rules import label
from pipeline.transform.sentences import sentences
from pipeline.twin.article import notes
from pipeline.twin.article.requests import requests
from pipeline.twin.article.solution import solution
from pipeline.twin.article.streams import Streams

KINDS = ("DECISIONS.md", "status/a.md", "decisions/a.md", "errors/a.md", "rules/a.md", "dialogs/a.md")


@given(
    st.sampled_from(KINDS),
    st.integers(1, 4000),
    st.sets(st.integers(1, 3999), max_size=40),
    st.sampled_from("\n\r"),
)
def test_a_note_has_its_length_and_its_breaks(kind: str, size: int, breaks: set[int], end: str) -> None:
    line_end = "\n" if end == "\n" else "\r\n"
    wanted = {one for one in breaks if one < size}
    made = notes.text(f"docs/memory/{kind}", size, wanted, line_end=line_end)
    ends = set()
    at = 0
    for line in made.splitlines(keepends=True):
        at += len(line)
        ends.add(at)

    assert len(made) == size
    assert made.endswith("\n")
    assert wanted <= ends


def test_a_reworded_note_keeps_its_lines() -> None:
    note = notes.text("docs/memory/status/a.md", 3000, [])
    other = notes.reworded(note, "seed")

    assert other != note
    assert [len(line) for line in other.splitlines()] == [len(line) for line in note.splitlines()]


@pytest.fixture(scope="module")
def archive() -> dict[str, str]:
    return {path: versions[-1].text for path, versions in Streams(solution()).versions.items()}


def test_the_archive_is_as_long_as_planned(archive: dict[str, str]) -> None:
    assert len(archive) == 300
    assert sum(map(len, archive.values())) == 1_140_450
    assert sum(len(text.encode()) for text in archive.values()) > 1_143_000


def test_no_line_but_an_empty_one_stands_in_more_than_three_notes(archive: dict[str, str]) -> None:
    held = Counter(line for text in archive.values() for line in set(text.splitlines()) if line)

    assert [line for line, count in held.items() if count > 3] == []


def test_no_entry_is_told_twice(archive: dict[str, str]) -> None:
    entries = [
        entry.strip() for text in archive.values() for entry in text.replace("\r\n", "\n").split("\n## ")[1:]
    ]

    assert len(entries) > 2_000
    assert len(set(entries)) == len(entries)


def test_the_rules_label_every_request_as_planned() -> None:
    planned = {one.ordinal: (one.kind, one.recap) for one in solution().conversations}
    made = requests((ordinal, *asked) for ordinal, asked in planned.items())
    labels = {ordinal: label(text) for ordinal, text in made.items()}

    assert {ordinal: (one.kind, one.recap or "") for ordinal, one in labels.items()} == planned
    assert len(set(made.values())) == 272
    assert len(sentences(made[157])) == 2
