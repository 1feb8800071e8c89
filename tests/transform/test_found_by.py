"""How an agent came to each read."""

from typing import Any

import pandas as pd
import pytest

from pipeline.transform.found_by import found_by, names
from tests.transform import tiny

NOTE = "docs/memory/errors/login.md"
STATUS = "docs/memory/STATUS.md"


def reads(*rows: tuple[int, str, str | None]) -> pd.DataFrame:
    """(seq, path, blob) of conversation `a`; the file is the path."""
    made = [
        {"conversation_id": "a", "seq": s, "nth": 0, "path": p, "file_id": p, "blob": b} for s, p, b in rows
    ]
    kinds = {"conversation_id": "str", "path": "str", "file_id": "str", "blob": "str", "seq": "Int64"}
    return pd.DataFrame(made).astype(kinds)


def ways(rows: pd.DataFrame, *, start: str | None = None, **given: pd.DataFrame) -> list[str]:
    begun = tiny.start_files(("a", start)) if start else tiny.start_files()
    return found_by(rows, tiny.made(**given), begun).tolist()


def named(text: str, seq: int = 0) -> dict[str, pd.DataFrame]:
    return {"messages": tiny.messages(("a", seq, text))}


def hit(seq: int, **call: Any) -> dict[str, pd.DataFrame]:
    return {"tool_calls": tiny.calls({"c": "a", "seq": seq, "action": "search", "hits": [NOTE], **call})}


def test_nothing_that_could_have_led_there_is_unknown() -> None:
    assert ways(reads((1, NOTE, None))) == ["unknown"]


def test_what_was_attached_before_was_given() -> None:
    given = tiny.attachments({"c": "a", "path": NOTE, "how": "mentioned", "seq": 0})

    assert ways(reads((1, NOTE, None)), attachments=given) == ["attached"]


def test_a_person_names_a_file_before_it_is_read() -> None:
    assert ways(reads((1, NOTE, None)), **named("Look into login.md.")) == ["named"]
    assert ways(reads((1, NOTE, None)), **named("Look into login.md.", seq=2)) == ["unknown"]


def test_a_search_or_listing_before_has_it_among_its_hits() -> None:
    assert ways(reads((2, NOTE, None)), **hit(1)) == ["search"]
    assert ways(reads((2, NOTE, None)), **hit(3)) == ["unknown"]
    assert ways(reads((2, NOTE, None)), **hit(1, status="error")) == ["unknown"]


@pytest.mark.parametrize("link", ["errors/login.md", "./errors/login.md#cause", f"/{NOTE}", NOTE, f"@{NOTE}"])
def test_a_note_read_before_links_it_from_its_own_folder_or_from_the_root(link: str) -> None:
    rows = reads((1, STATUS, "b"), (2, NOTE, None))

    assert ways(rows, memory_blobs=tiny.blobs(b=f"see [{link}]")) == ["unknown", "link"]


def test_a_note_read_after_or_an_address_elsewhere_links_nothing() -> None:
    after = reads((2, STATUS, "b"), (1, NOTE, None))
    before = reads((1, STATUS, "b"), (2, NOTE, None))

    assert ways(after, memory_blobs=tiny.blobs(b="[errors/login.md]")) == ["unknown", "unknown"]
    assert ways(before, memory_blobs=tiny.blobs(b="[https://x.example/errors/login.md]")) == ["unknown"] * 2


def test_the_first_way_that_applies_is_the_one() -> None:
    rows = reads((1, STATUS, "b"), (3, NOTE, None))
    everything = {
        "memory_blobs": tiny.blobs(b="[errors/login.md]"),
        "attachments": tiny.attachments({"c": "a", "path": NOTE, "how": "mentioned", "seq": 0}),
        **hit(2),
        **named("login.md"),
    }

    order = []
    for gone in ("", "memory_blobs", "tool_calls", "messages", "attachments"):
        everything.pop(gone, None)
        order.append(ways(rows, **everything)[1])

    assert order == ["link", "search", "named", "attached", "unknown"]
    assert ways(rows, start=NOTE, **everything)[1] == "start_set"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("login.md", True),
        ("errors/login.md, please", True),
        ("see @docs/memory/errors/login.md", True),
        ("(/home/dev/app/docs/memory/errors/login.md)", True),
        ("`./errors/login.md`", True),
        ("my-login.md", False),
        ("login.mdx", False),
        ("login.md.bak", False),
        ("old/login.md", False),
        ("the login", False),
    ],
)
def test_a_text_names_a_file_by_its_name_or_an_agreeing_path(text: str, found: bool) -> None:
    assert names(text, NOTE) is found
