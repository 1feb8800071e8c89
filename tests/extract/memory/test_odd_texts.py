"""A text of memory is counted in characters as it was committed; what is no text is named, never guessed."""

import codecs
import time
from pathlib import Path

import pytest

from tests.extract.memory.read import gaps, memory, unknown, versions
from tests.stories.inputs import commit, empty_repository, git

NOTE = "docs/memory/a.md"
WORDS = "# Größe 📓\r\nzwei\n"
POINTER = b"version https://git-lfs.github.com/spec/v1\noid sha256:" + b"a" * 64 + b"\nsize 12345\n"

TEXTS: dict[str, tuple[bytes, int]] = {
    "in UTF-8": (WORDS.encode(), 16),
    "in UTF-8 with a mark": (codecs.BOM_UTF8 + WORDS.encode(), 16),
    "in UTF-16, little end first": (codecs.BOM_UTF16_LE + WORDS.encode("utf-16-le"), 16),
    "in UTF-16, big end first": (codecs.BOM_UTF16_BE + WORDS.encode("utf-16-be"), 16),
    "in UTF-32": (codecs.BOM_UTF32_LE + WORDS.encode("utf-32-le"), 16),
    "of carriage returns": (b"one\r\ntwo\rthree\r\n", 16),
    "of nothing": (b"", 0),
    "with a NUL": (b"a\0b\n", 4),
    "that speaks of a pointer": (b"# LFS\n" + POINTER, 6 + 43 + 76 + 11),
    "without a last line end": (b"one\ntwo", 7),
}


@pytest.mark.parametrize("kind", TEXTS)
def test_characters_of_a_text(kind: str, tmp_path: Path) -> None:
    repo, (content, chars) = empty_repository(tmp_path / "repo"), TEXTS[kind]
    commit(repo, {NOTE: content})

    assert versions(repo) == [(NOTE, "create", chars)]
    assert (unknown(repo), gaps(repo)) == ({}, [])


NO_TEXTS: dict[str, tuple[bytes, str]] = {
    "a pointer of Git LFS": (POINTER, "lfs_pointer"),
    "bytes that are no UTF-8": (b"caf\xe9\n", "undecodable"),
    "UTF-16 cut in a character": (codecs.BOM_UTF16_LE + b"a\0b", "undecodable"),
    "half of a pair in UTF-16": (codecs.BOM_UTF16_LE + b"\x3d\xd8a\0", "undecodable"),
    "half of a pair in UTF-8": (b"\xed\xa0\xbd\n", "undecodable"),
    "a picture": (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "undecodable"),
}


@pytest.mark.parametrize("kind", NO_TEXTS)
def test_what_is_no_text_is_a_version_without_characters_and_a_listed_skip(kind: str, tmp_path: Path) -> None:
    repo, (content, reason) = empty_repository(tmp_path / "repo"), NO_TEXTS[kind]
    commit(repo, {NOTE: content})
    blob = git(repo, "rev-parse", f"HEAD:{NOTE}")

    assert versions(repo) == [(NOTE, "create", None)]
    assert unknown(repo) == {NOTE: reason}
    assert gaps(repo) == [(f"{NOTE} {blob}", reason)]


def test_git_s_own_conversions_do_not_touch_a_text(tmp_path: Path) -> None:
    repo = empty_repository(tmp_path / "repo")
    attributes = "*.md text eol=crlf working-tree-encoding=UTF-16 ident export-subst filter=none\n"
    commit(repo, {NOTE: "$Id$\none\n"})
    (repo / ".gitattributes").write_text(attributes)
    git(repo, "config", "core.autocrlf", "true")
    git(repo, "add", ".gitattributes")
    git(repo, "commit", "-q", "-m", "attributes")

    assert versions(repo) == [(NOTE, "create", 9)]


HARD = {
    "one word": "a" * 1_000_000,
    "a heading of spaces": "# a" + " " * 500_000 + "x",
    "a heading of signs": "# a " + "#" * 500_000 + "x",
    "open brackets": "[\n" * 100_000,
    "open links": "](" * 200_000,
    "open addresses": "[a]: " * 50_000 + "\n   # x",
    "quotes in quotes": ">" * 100_000 + "\n   # x",
    "lists in lists": "- " * 20_000 + "a\n   # x",
    "open code": "`" * 100_000 + "\n   # x",
    "tags": "<a" * 100_000,
    "emphasis": "*_" * 100_000 + "\n   # x",
    "dots": "a." * 300_000,
    "slashes": "a/" * 300_000 + ".md",
    "numbers": "# " + "1" * 200_000,
    "tables": "|" * 200_000 + "\n   # x",
    "front matter": "---\n" + "a: b\n" * 100_000,
}


@pytest.mark.parametrize("kind", HARD)
def test_no_text_takes_longer_than_its_length(kind: str, tmp_path: Path) -> None:
    repo = empty_repository(tmp_path / "repo")
    commit(repo, {NOTE: HARD[kind] + "\n"})

    began = time.process_time()
    assert versions(repo) == [(NOTE, "create", len(HARD[kind]) + 1)]
    assert time.process_time() - began < 3


def test_a_large_note_is_read_whole(tmp_path: Path) -> None:
    repo = empty_repository(tmp_path / "repo")
    entry = "## 2026-03-01 Entry\n\nSee [rules](rules.md).\n"
    commit(repo, {NOTE: "# Notes\n\n" + entry * 200_000})

    (blob,) = memory(repo).frames["memory_blobs"].to_dict("records")
    assert blob["chars"] == 9 + len(entry) * 200_000
    assert len(blob["record_lines"]) == 200_000
    assert list(blob["links"]) == ["rules.md"]
