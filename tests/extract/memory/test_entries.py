"""Headings are those that CommonMark has at its top level, and entries are headings of one level."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from pipeline.extract.memory.entries import entry_lines, headings

BEGINNINGS = ("", "", "", " ", "   ", "    ", "\t", "- ", "* ", "1. ", "> ", ">", "  - ", "#", "\\")
WORDS = (
    "# One", "## Two", "### 2026-03-01 Three", "###### Six", "####### Seven", "#NoSpace", "# Closed #",
    "## ##",
    "# a#", "#\tTab", "#", "```", "````", "```py", "```a`b", "~~~", "~~~~ x ~", "===", "---", "--", "-", "=",
    "- - -", "***", "text", "text  ", "<div>", "</div>", "<!-- a", "-->", "<script>", "</script>", "<a@b.c>",
    "[a]: /b", "| a | b |", "`code`", "\u00a0# no-break", "\u2028# separator", "# \u00c9t\u00e9",
    "# \U0001f4d3", "a\\",
)  # fmt: skip
LINES = st.builds(str.__add__, st.sampled_from(BEGINNINGS), st.sampled_from(("", "", *WORDS)))
TEXTS = st.builds(
    lambda lines, end, last: end.join(lines) + last,
    st.lists(LINES, max_size=12), st.sampled_from(("\n", "\r\n")), st.sampled_from(("", "\n")),
)  # fmt: skip


def oracle(text: str) -> list[tuple[int, int, str]]:
    """The headings at the top level, by a whole parse of CommonMark that shares nothing with the product."""
    tokens = MarkdownIt("commonmark").parse(text)
    return [
        (token.map[0] + 1, int(token.tag[1]), " ".join(tokens[place + 1].content.split()))
        for place, token in enumerate(tokens)
        if token.type == "heading_open" and token.level == 0 and token.map
    ]


@settings(max_examples=1500)
@given(TEXTS)
def test_headings_are_those_of_commonmark(text: str) -> None:
    """Where the two can be compared: front matter is no part of CommonMark."""
    if text.startswith("---"):
        text = f"\n{text}"
    found = [(line, level, " ".join(words.split())) for line, level, words in headings(text)]

    assert found == oracle(text)


@settings(max_examples=300)
@given(TEXTS, st.sampled_from(("\n", "\r\n")))
def test_front_matter_moves_headings_down_and_holds_none(text: str, end: str) -> None:
    plain = headings(f"\n{text}")
    front = f"---{end}# title: 1{end}---{end}"

    assert headings(f"{front}\n{text}") == [(line + 3, level, words) for line, level, words in plain]


@settings(max_examples=300)
@given(TEXTS)
def test_entries_are_headings_of_one_level_in_order(text: str) -> None:
    levels = {line: level for line, level, _ in headings(text)}

    found = entry_lines(text)

    assert found == sorted(set(found)) and found
    if levels:
        assert len({levels[line] for line in found}) == 1
    else:
        assert found == [1]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", [1]),
        ("plain\n", [1]),
        ("# Title\n\ntext\n", [1]),
        ("# Title\n\n## A\n\n## B\n", [3, 5]),
        ("# Title\n\n## Log\n\n### 2026-03-01 A\n\n### 2026-03-02 B\n\n## Rest\n", [5, 7]),
        ("## A\n\n## B\n\n### C\n", [1, 3]),
        ("# A\n\n# B\n\n## C\n", [1, 3]),
        ("# Title\n\n## D-01 A\n\n### D-02 B\n", [3]),
        ("# Title\n\n```\n## not one\n```\n\n## A\n", [7]),
        ("> # quoted\n\n- # in a list\n", [1]),
        ("# Title\n\nA\n---\n\nB\n---\n", [3, 6]),
        ("---\ntitle: x\n---\n\n# Title\n\n## A\n", [7]),
    ],
)
def test_entries_of_a_text(text: str, lines: list[int]) -> None:
    assert entry_lines(text) == lines
