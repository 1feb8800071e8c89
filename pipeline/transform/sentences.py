"""Sentences and mentions in what people write to an agent."""

import re

_CODE = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
_BREAK = re.compile(
    r"(?<!\be\.g\.)(?<!\bi\.e\.)(?<!\bт\.е\.)(?<!\bт\.д\.)(?<!\bт\.п\.)(?:(?<=[.!?…])|(?<=[.!?…][\"'»”)]))\s+|\n+"
)
_WORD = re.compile(r"\w")


def sentences(text: str) -> list[str]:
    """The sentences of a message: split at its ends of sentences and of lines, code blocks left out.

    A point inside a path, a number or an abbreviation such as "e.g." ends none.
    """
    parts = _BREAK.split(_CODE.sub("\n", text))
    return [part.strip() for part in parts if part and _WORD.search(part)]


def tells(text: str, phrase: str) -> bool:
    """Whether the text holds the phrase, case and runs of blanks apart, at the start of a word."""
    words = r"\s+".join(re.escape(word) for word in phrase.split())
    return bool(words) and re.search(rf"(?<!\w){words}", text, re.IGNORECASE) is not None
