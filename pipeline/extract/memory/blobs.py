"""Each text of memory, read and counted once."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from pipeline.extract.memory.known_lines import KnownLines
from pipeline.extract.memory.text import decoded
from pipeline.extract.memory.tokens import tokens
from pipeline.extract.repository import Objects, read_object


@dataclass(frozen=True, slots=True)
class Blob:
    """The counts of one text; where it is unknown, why."""

    bytes: int = 0
    encoding: str = ""
    chars: int | None = None
    line_chars: list[int] = field(default_factory=list)
    record_lines: list[int] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    tokens: int | None = None
    unknown_because: str | None = None

    @property
    def known(self) -> bool:
        """Whether the text could be read."""
        return self.unknown_because is None

    @property
    def lines(self) -> int | None:
        """How many lines it has."""
        return len(self.line_chars) if self.known else None

    @property
    def records(self) -> int | None:
        """How many entries it has."""
        return len(self.record_lines) if self.known else None

    def row(self, name: str) -> tuple[Any, ...]:
        """Its row of the table memory_blobs."""
        return (
            name, self.bytes, self.encoding, self.chars, self.line_chars, self.record_lines, self.links,
            self.tokens,
        )  # fmt: skip


def blobs(objects: Objects, names: Sequence[str], counted: set[str]) -> dict[str, Blob]:
    """The counts of each blob, by its id; tokens only of those `counted`."""
    found = {}
    known = KnownLines()
    given = "".join(f"{name}\n" for name in names).encode()
    with objects.stream("cat-file", "--batch", "--buffer", given=given) as stream:
        for name in names:
            found[name] = _blob(read_object(stream), known, tokenized=name in counted)
    return found


def _blob(content: bytes | None, known: KnownLines, *, tokenized: bool) -> Blob:
    if content is None:
        return Blob(unknown_because="missing_object")
    text = decoded(content)
    if text.text is None:
        return Blob(len(content), text.encoding, unknown_because=text.unknown_because)
    counts = known.counts(text.text)
    return Blob(
        len(content), text.encoding, len(text.text), *counts, tokens(text.text) if tokenized else None
    )
