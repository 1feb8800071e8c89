"""Exports are found by their head; what they do not hold is unknown and never zero."""

import hashlib
from pathlib import Path

import pytest

from pipeline.extract.histories.collection import collect
from pipeline.extract.histories.cursor_export import CURSOR_EXPORT
from pipeline.extract.histories.formats import Context
from pipeline.extract.histories.listing import as_json
from pipeline.extract.histories.records import Conversation, Reading
from pipeline.extract.paths import Locator

LUMEN = Context(Locator("/srv/work/lumen"))
STAMP = "7/28/2025 at 19:03:40 PDT from Cursor (1.2.1)"


def exported(title: str = "Lamp index", stamp: str = STAMP, turns: str = "") -> str:
    said = turns or "---\n\n**User**\n\nGo on.\n\n---\n\n**Cursor**\n\nDone.\n"
    return f"# {title}\n_Exported on {stamp}_\n\n{said}"


def written(folder: Path, name: str, content: str | bytes) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / name
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    return file


def reading(store: Path) -> Reading:
    whole = Reading()
    for unit in CURSOR_EXPORT.units(store, LUMEN):
        one = unit.read()
        whole.conversations += one.conversations
        whole.gaps += one.gaps
    return whole


def conversation(store: Path) -> Conversation:
    (found,) = reading(store).conversations
    return found


def id_of(title: str, first: str) -> str:
    return "sha256:" + hashlib.sha256(f"{title}\n{first}".encode()).hexdigest()[:16]


def test_an_export_is_known_by_its_head_not_by_its_name(tmp_path: Path) -> None:
    file = written(tmp_path / "a", "anything.md", exported())
    written(tmp_path / "b", "cursor_lamp_index.md", "# Lamp index\n\nNotes.\n")
    written(tmp_path / "c", "cursor_x.md", "Before.\n" + exported())
    written(tmp_path / ".git", "cursor_x.md", exported())
    text = written(tmp_path / "b", "saved.txt", exported())

    assert list(CURSOR_EXPORT.stores(tmp_path)) == [tmp_path / "a"]
    assert list(CURSOR_EXPORT.stores(file)) == [file]
    assert list(CURSOR_EXPORT.stores(text)) == [text]
    assert list(CURSOR_EXPORT.stores(tmp_path / "b" / "cursor_lamp_index.md")) == []


def test_notes_beside_exports_are_no_conversations(tmp_path: Path) -> None:
    written(tmp_path, "a.md", exported())
    written(tmp_path, "notes.md", "# Notes\n\n---\n\n**User**\n\nNot one.\n")
    found = reading(tmp_path)

    assert ([c.source_file for c in found.conversations], found.gaps) == (["a.md"], [])


@pytest.mark.parametrize(
    "stamp",
    [
        "7/28/2025 at 19:03:40 PDT from Cursor via SomeTool",
        "7/28/2025 at 19:03:40 PDT from Cursor",
        "7/28/2025 at 19:03:40 PDT from Cursor (via SomeTool)",
        "7/28/2025 at 19:03:40 PDT from Cursor (1.2.1) via SomeTool",
    ],
)
def test_a_copy_of_the_form_by_another_program_is_refused(tmp_path: Path, stamp: str) -> None:
    found = reading(written(tmp_path, "copycat.md", exported(stamp=stamp)))

    assert found.conversations == []
    assert [(gap.where, gap.reason) for gap in found.gaps] == [("copycat.md", "not_this_format")]


def test_calls_are_unknown_and_not_none(tmp_path: Path) -> None:
    turns = "---\n\n**User**\n\nGo on.\n\n---\n\n**Cursor**\n\n```1:3:docs/a.md\n# Status\n```\n"
    document = as_json(collect([written(tmp_path, "a.md", exported(turns=turns))], LUMEN))
    (found,) = document["conversations"]

    assert found["tool_calls"] is None
    assert (found["workspace"], found["excluded_because"], found["independent"]) == (None, None, True)


def test_an_exports_time_bounds_the_conversation_and_starts_nothing(tmp_path: Path) -> None:
    found = conversation(written(tmp_path, "a.md", exported()))

    assert (found.started_at, found.ended_at, found.created_at, found.time_basis) == (
        None,
        None,
        None,
        "none",
    )
    assert str(found.exported_at) == "2025-07-29 02:03:40+00:00"
    assert {(message.at, message.time_basis) for message in found.messages()} == {(None, "none")}


def test_a_date_that_reads_two_ways_is_told(tmp_path: Path) -> None:
    stamp = "7/8/2025 at 10:00:00 GMT+5:30 from Cursor (2.3.23)"
    found = reading(written(tmp_path, "a.md", exported(stamp=stamp)))

    assert (found.conversations[0].exported_at, found.conversations[0].time_basis) == (None, "none")
    assert [(gap.where, gap.reason) for gap in found.gaps] == [("a.md", "ambiguous_date")]


@pytest.mark.parametrize(
    ("mark", "encoding"),
    [
        (b"", "utf-8"),
        (b"\xef\xbb\xbf", "utf-8"),
        (b"\xff\xfe", "utf-16-le"),
        (b"\xfe\xff", "utf-16-be"),
        (b"", "utf-16-le"),
        (b"", "utf-16-be"),
    ],
)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_an_encoding_or_a_line_end_changes_nothing(
    tmp_path: Path, mark: bytes, encoding: str, end: str
) -> None:
    text = exported("Указатель ламп 灯 💡").replace("\n", end)
    store = written(tmp_path, "a.md", mark + text.encode(encoding))
    found = conversation(store)

    assert list(CURSOR_EXPORT.stores(tmp_path)) == [tmp_path]
    assert (found.title, found.first_request) == ("Указатель ламп 灯 💡", "Go on.")
    assert found.conversation_id == id_of("Указатель ламп 灯 💡", "Go on.")
    assert [(m.role, m.text) for m in found.messages()] == [("human", "Go on."), ("agent", "Done.")]
    assert reading(store).gaps == []


def test_other_line_ends_of_unicode_are_letters_of_a_text(tmp_path: Path) -> None:
    turns = "---\n\n**User**\n\nOne\u2028two\x0bthree\x85four\n"
    found = conversation(written(tmp_path, "a.md", exported(turns=turns)))

    assert found.first_request == "One\u2028two\x0bthree\x85four"


def test_broken_bytes_are_told_and_the_rest_is_read(tmp_path: Path) -> None:
    found = reading(written(tmp_path, "a.md", exported().encode().replace(b"Go on.", b"Go\xff on.")))

    assert found.conversations[0].first_request == "Go\ufffd on."
    assert [(gap.where, gap.reason) for gap in found.gaps] == [("a.md", "not_unicode")]


def test_several_exports_of_one_conversation_are_one_and_the_longest_speaks(tmp_path: Path) -> None:
    more = "---\n\n**User**\n\nGo on.\n\n---\n\n**Cursor**\n\nDone.\n\n---\n\n**User**\n\nMore.\n"
    written(tmp_path, "a.md", exported())
    written(tmp_path, "b.md", exported(turns=more).replace("\n", "\r\n"))
    written(tmp_path, "c.md", exported("Another title"))

    found = {c.source_file: c for c in collect([tmp_path], LUMEN).conversations}

    own = id_of("Lamp index", "Go on.")
    assert (found["b.md"].conversation_id, found["b.md"].excluded_because) == (own, None)
    assert (found["a.md"].conversation_id, found["a.md"].excluded_because) == (f"{own}#2", "copy")
    assert (found["a.md"].parent_id, found["c.md"].excluded_because) == (own, None)


def test_an_export_without_a_persons_words_is_empty(tmp_path: Path) -> None:
    written(tmp_path, "a.md", exported(turns="---\n\n**Cursor**\n\nHello.\n"))
    written(tmp_path, "b.md", exported("Head alone", turns="\n"))

    found = collect([tmp_path], LUMEN).conversations

    assert [c.excluded_because for c in found] == ["empty", "empty"]
    assert [c.conversation_id for c in found] == [id_of("Lamp index", ""), id_of("Head alone", "")]


def test_a_head_may_have_a_blank_line_in_it(tmp_path: Path) -> None:
    text = exported().replace("# Lamp index\n", "\n# Lamp index\n\n")
    found = conversation(written(tmp_path, "a.md", text))

    assert (found.title, found.first_request) == ("Lamp index", "Go on.")


def test_an_early_version_wrote_no_rule_before_the_first_marker(tmp_path: Path) -> None:
    text = exported(turns="\n**User**\n\nGo on.\n\n---\n\n**Cursor**\n\nDone.\n")
    found = conversation(written(tmp_path, "a.md", text))

    assert [(m.role, m.text) for m in found.messages()] == [("human", "Go on."), ("agent", "Done.")]


def test_a_version_may_have_a_name(tmp_path: Path) -> None:
    stamp = "2026/4/20 at 18:02:04 [GMT+8] from Cursor (3.2.0-pre.39.patch.0)"

    assert str(conversation(written(tmp_path, "a.md", exported(stamp=stamp))).exported_at).startswith(
        "2026-04-20 10:02"
    )


def test_an_export_without_a_title_has_none(tmp_path: Path) -> None:
    found = conversation(written(tmp_path, "a.md", exported("")))

    assert (found.title, found.conversation_id) == (None, id_of("", "Go on."))


def test_a_fingerprint_covers_the_bytes_and_not_the_name(tmp_path: Path) -> None:
    for name, content in {"a.md": exported(), "b.md": exported(), "c.md": exported("Other")}.items():
        written(tmp_path, name, content)
    one, same, other = (unit.fingerprint for unit in CURSOR_EXPORT.units(tmp_path, LUMEN))

    assert one == same != other


def test_reading_exports_leaves_no_trace(tmp_path: Path) -> None:
    file = written(tmp_path, "a.md", exported())
    before = (
        file.read_bytes(),
        file.stat().st_mtime_ns,
        tmp_path.stat().st_mtime_ns,
        list(tmp_path.iterdir()),
    )

    reading(tmp_path)

    after = (
        file.read_bytes(),
        file.stat().st_mtime_ns,
        tmp_path.stat().st_mtime_ns,
        list(tmp_path.iterdir()),
    )
    assert after == before
