"""Tokens of a text by a real tokenizer, offline."""

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

PIECE = 500_000
"""Characters given to the tokenizer at once: its time grows faster than its input."""


def tokens(text: str) -> int | None:
    """Tokens of o200k_base; None where the extra `tokens` is not installed."""
    count = _counter()
    if count is None:
        return None
    return sum(count(text[start : start + PIECE]) for start in range(0, len(text), PIECE))


@cache
def _counter() -> "Callable[[str], int] | None":
    try:
        from bpe_openai import get_encoding
    except ImportError:
        return None
    encoding = get_encoding("o200k_base")
    return lambda text: len(encoding.encode(text))
