"""Rules that label a first request: what kind it is, and how much of the past it retells."""

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal

from pipeline.transform.sentences import sentences

Kind = Literal["work", "informational", "administrative"]
Recap = Literal["none", "link", "brief", "detailed"]

DETAILED_FROM = 2
"""From so many retold decisions or pieces of work on, a reminder is detailed."""

_CLAUSE = re.compile(r"\s*(?:[;:—–]|,|\b(?:and|then|und)\b|(?<!\w)(?:и|затем|потом|а также)(?!\w))\s*", re.I)
_CODE = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
_OBJECT = re.compile(r"\S+ (?:the|a|an|this|that|these|those|it|them|my|our|all|any|its)\b", re.I)
_IMPERATIVE = re.compile(r"[а-яё]+(?:й|йте|ь|ьте|и|ите)(?:\s|$)", re.I)


@dataclass(frozen=True, slots=True)
class Label:
    """What the rules say: the kind, the recap (work only), how sure from 0 to 1, and which rules spoke."""

    kind: Kind
    recap: Recap | None
    confidence: float
    rationale: str


def label(text: str) -> Label:
    """The label of a first request in English or Russian.

    A request asks for work where any of its clauses does; else it is administrative where one asks for
    housekeeping; else informational where one asks to be told something; a request without any of these,
    such as a description of a fault, is work. Of the past it retells: in detail where two decisions or
    pieces of work are told, or one after a reminder; else it links a document; else mentions earlier work.
    """
    said = _CODE.sub("\n", text)
    asked = [kind for sentence in sentences(said) for kind in _sentence(sentence)]
    kind, sure = _kind(said, asked)
    if kind != "work":
        return Label(kind, None, sure, f"kind: {kind}")
    recap, why = _recap(said)
    return Label(
        kind, recap, sure, f"kind: {'asks for work' if 'work' in asked else 'default'}; recap: {why}"
    )


def _kind(text: str, asked: list[str]) -> tuple[Kind, float]:
    if _rules("kind", "greeting").fullmatch(text.strip(" \t\n.!?,…")):
        return "administrative", 0.9
    if "work" in asked:
        return "work", 0.8
    if "administrative" in asked:
        return "administrative", 0.8
    if "informational" in asked:
        return "informational", 0.8
    return "work", 0.5


def _sentence(sentence: str) -> list[str]:
    """What the clauses of one sentence ask for: work, administrative, informational."""
    if _rules("kind", "work").search(sentence):
        return ["work"]
    clauses = [_bare(clause) for clause in _CLAUSE.split(sentence)]
    clauses = [clause for clause in clauses if clause]
    if not clauses:
        return []
    first = _opening(clauses[0])
    if _rules("kind", "opening_question").match(clauses[0]) or (sentence.endswith("?") and first != "work"):
        first = "informational"
    later = [(clause, _opening(clause)) for clause in clauses[1:]]
    if first == "informational":
        later = [(clause, kind) for clause, kind in later if _commands(clause)]
    return [kind for kind in (first, *(kind for _, kind in later)) if kind]


def _opening(clause: str) -> str:
    for kind in ("administrative", "informational", "work"):
        if _rules("kind", f"opening_{kind}").match(clause):
            return kind
    return ""


def _commands(clause: str) -> bool:
    return bool(_OBJECT.match(clause) or _IMPERATIVE.match(clause))


def _bare(clause: str) -> str:
    """The clause without mentions, marks and the words that stand before its verb."""
    bare = re.sub(r"^(?:[\s\-*•>#\d.)('\"«“]|@\S+)+", "", clause)
    prefix = _rules("prefix")
    while (found := prefix.match(bare)) and (rest := bare[found.end() :].lstrip(" ,!.:-")) != bare:
        if not rest:
            return bare
        bare = rest
    return bare


def _recap(text: str) -> tuple[Recap, str]:
    told = _rules("recap", "retold").findall(text)
    reminded = bool(_rules("recap", "reminder").search(text))
    if len(told) + reminded >= DETAILED_FROM:
        return "detailed", f"{len(told)} retold" + (", a reminder" if reminded else "")
    if found := _rules("recap", "link").search(text):
        return "link", f"names {found.group()}"
    if told or reminded or _rules("recap", "brief").search(text):
        return "brief", "points at earlier work"
    return "none", "names nothing earlier"


@cache
def _rules(*keys: str) -> re.Pattern[str]:
    held: Any = _document()
    for key in keys:
        held = held[key]
    either = "|".join(f"(?:{rule})" for rule in held)
    return re.compile(rf"(?:{either})(?!\w)" if keys == ("prefix",) else either, re.IGNORECASE)


@cache
def _document() -> dict[str, Any]:
    path = Path(__file__).with_suffix(".toml")
    return tomllib.loads(path.read_text(encoding="utf-8"))
