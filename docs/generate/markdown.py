"""Pieces of Markdown."""

from collections.abc import Iterable, Sequence

NOTE = "<!-- Written by `make docs` from {source}; change that, not this page. -->"


def page(title: str, source: str, *parts: str) -> str:
    """A page: its title, a note of what it is made from, and its parts with an empty line between."""
    return (
        "\n\n".join([f"# {title}", NOTE.format(source=source), *(part.strip("\n") for part in parts)]) + "\n"
    )


def grid(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table of cells."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join("| " + " | ".join(cell(text) for text in line) + " |" for line in lines)


def cell(text: str) -> str:
    """Text that may stand in a cell: in one line, its bars escaped."""
    return " ".join(text.split()).replace("|", "\\|")


def code(text: str) -> str:
    """Text in code marks."""
    return f"`{text}`"


def codes(texts: Iterable[str]) -> str:
    """Texts in code marks, with commas between."""
    return ", ".join(code(text) for text in texts)


def block(text: str, language: str = "text") -> str:
    """A fenced block."""
    return f"```{language}\n{text.rstrip()}\n```"
