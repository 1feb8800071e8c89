"""Label files: what people and models said about first requests, as CSV."""

import csv
import io
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from pipeline.extract.histories.records import Gap
from pipeline.tables import KINDS, RECAPS

RULES = "rules"
"""The labeller of the labels that rules made."""

MODEL = "model"
"""Labellers whose name begins so are models; all others but `RULES` are people."""


@dataclass(frozen=True, slots=True)
class LabelFile:
    """A label file: the name that the study file gives it, and its bytes."""

    name: str
    content: bytes


def rank(labeller: str) -> int:
    """Whose label speaks: a person's before a model's before the rules'."""
    if labeller == RULES:
        return 0
    return 1 if labeller.casefold().startswith(MODEL) else 2


def labels(file: LabelFile, known: set[str]) -> tuple[list[dict[str, Any]], list[Gap]]:
    """The file's rows for the table requests, and a gap for each row that is none.

    Columns conversation_id and kind; where they are there recap, labeller (else the file's name without
    ending), labelled_at (ISO, UTC where it names no zone), confidence and rationale. `known` are the ids of
    the study's conversations.
    """
    try:
        text = file.content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return [], [Gap("file", "not_utf8")]
    reader = csv.DictReader(io.StringIO(text, newline=""))
    missing = {"conversation_id", "kind"} - set(reader.fieldnames or ())
    if missing:
        return [], [Gap("header", f"no_{sorted(missing)[0]}")]
    rows, gaps = [], []
    for row in reader:
        plain = {key: (value or "").strip() for key, value in row.items() if isinstance(key, str)}
        try:
            rows.append(_row(plain, file.name, known))
        except _UnusableError as why:
            gaps.append(Gap(f"line {reader.line_num}", str(why)))
    return rows, gaps


class _UnusableError(Exception):
    """A row says nothing that can be used; the text is the reason in one word."""


def _row(row: dict[str, str], name: str, known: set[str]) -> dict[str, Any]:
    kind, recap = row["kind"].casefold(), row.get("recap", "").casefold()
    if row["conversation_id"] not in known:
        raise _UnusableError("unknown_conversation")
    if kind not in KINDS:
        raise _UnusableError("unknown_kind")
    if recap and recap not in RECAPS:
        raise _UnusableError("unknown_recap")
    return {
        "conversation_id": row["conversation_id"],
        "labeller": row.get("labeller") or name.rsplit("/", 1)[-1].rsplit(".", 1)[0],
        "kind": kind,
        "recap": recap if recap and kind == "work" else None,
        "labelled_at": _instant(row.get("labelled_at", "")),
        "confidence": _confidence(row.get("confidence", "")),
        "rationale": row.get("rationale") or None,
    }


def _confidence(text: str) -> float | None:
    if not text:
        return None
    try:
        value = float(text)
    except ValueError:
        raise _UnusableError("bad_confidence") from None
    if not 0 <= value <= 1:
        raise _UnusableError("bad_confidence")
    return value


def _instant(text: str) -> datetime | None:
    if not text:
        return None
    try:
        at = datetime.fromisoformat(text)
    except ValueError:
        raise _UnusableError("bad_labelled_at") from None
    return at if at.tzinfo else at.replace(tzinfo=UTC)
