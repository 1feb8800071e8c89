"""Texts read line by line give what they give as wholes, and their headings are CommonMark's."""

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from pipeline.extract.memory.entries import entry_lines, headings
from pipeline.extract.memory.known_lines import KnownLines
from pipeline.extract.memory.named_paths import named_paths

PIECES = (
    "# One", "## 2026-02-03 Two", "### D-12 Three #", "#no heading", " ## Indented", "```", "````md", "~~~",
    " ```", "---", "--", "===", "- item", "-", "- ", "  nested", "    code", "\tTab", "<div>", "</div>",
    "plain words.", "", "  ", "[a](docs/b.md)", "[a](", "b.md)", "[ref]: notes/c.md", "[ref", "ref]:",
    "see src/app.py, x/y.z9.", "https://a.b/c.html", "[x]: <d.md>", "> quote", "> # In a quote", "1. one",
    "a.b.c/d.e", "…ü.md", "`code.py`",
)  # fmt: skip
TEXTS = st.lists(
    st.tuples(st.sampled_from(PIECES), st.sampled_from(["\n", "\n", "\n", "\r\n"])), max_size=20
).map(lambda lines: "".join(line + end for line, end in lines))


def by_commonmark(text: str) -> list[tuple[int, int]]:
    tokens = MarkdownIt("commonmark").parse(text)
    return [
        (token.map[0] + 1, int(token.tag[1:]))
        for token, _ in pairwise(tokens)
        if token.type == "heading_open" and token.level == 0 and token.map
    ]


@given(TEXTS, TEXTS)
def test_a_text_counts_the_same_whatever_was_read_before_it(before: str, text: str) -> None:
    known = KnownLines()
    known.counts(before)

    counts = known.counts(text)

    ended = [f"{line}\n" for line in text.split("\n")]
    chars = [len(line) for line in [*ended[:-1], ended[-1][:-1]] if line]
    assert counts == (chars, entry_lines(text), named_paths(text))


@settings(max_examples=400)
@given(TEXTS.filter(lambda text: not text.startswith("---")))
def test_headings_are_those_of_commonmark(text: str) -> None:
    assert [(line, level) for line, level, _ in headings(text)] == by_commonmark(text)


def test_front_matter_holds_no_headings() -> None:
    assert headings("---\n# no\n---\n# yes\n") == [(4, 1, "yes")]


def test_a_rule_below_a_blank_line_underlines_nothing() -> None:
    assert headings("words\n\n---\n\n# One\n") == [(5, 1, "One")]


def test_a_line_of_signs_below_words_makes_them_a_heading() -> None:
    assert headings("Words\r\n---\r\n") == [(1, 2, "Words")]


def test_a_link_may_end_on_the_line_after_it_was_opened() -> None:
    assert KnownLines().counts("[a](\n  notes)\n").links == ["notes"]


def test_a_long_run_of_signs_is_read_once() -> None:
    """A picture written into a note as base64 is one run; trying each of its places would take hours."""
    run = "A" * 1_000_000

    assert named_paths(f"{run}.x1_ {run}/b.md") == [f"{run}/b.md"]
