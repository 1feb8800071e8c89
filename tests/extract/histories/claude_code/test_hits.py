"""The files that a search or a listing named."""

from typing import Any

import pytest

from pipeline.extract.histories.claude_code.hits import hits


def found(tool: str, arguments: dict[str, Any], result: Any, text: str = "") -> list[str]:
    return list(hits(tool, arguments, result, text, lambda path: path))


def test_files_of_the_structured_result() -> None:
    assert found("Grep", {}, {"filenames": ["b.md", "a.md", "b.md"]}) == ["b.md", "a.md"]
    assert found("Glob", {}, {"filenames": [], "numFiles": 0}, "No files found") == []


def test_files_of_the_text_where_there_is_no_structured_result() -> None:
    assert found("Grep", {}, None, "Found 2 files\ndocs/a.md\ndocs/b c.md") == ["docs/a.md", "docs/b c.md"]
    assert found("Glob", {"pattern": "*"}, None, "/srv/a.md\n/srv/b.md") == ["/srv/a.md", "/srv/b.md"]
    assert found("Glob", {"pattern": "*"}, None, "No files found") == []


@pytest.mark.parametrize("wrapped", [True, False])
def test_files_of_matching_lines_and_of_the_lines_around_them(wrapped: bool) -> None:
    lines = "docs/a.md:12:one: two\ndocs/a.md-13-after\n--\nb-1.md:3:x"
    result = {"mode": "content", "filenames": [], "content": lines} if wrapped else None

    assert found("Grep", {"output_mode": "content"}, result, "" if wrapped else lines) == [
        "docs/a.md",
        "b-1.md",
    ]


def test_lines_of_a_search_in_one_file_name_no_file() -> None:
    assert found("Grep", {"output_mode": "content"}, None, "44-\n45:### Goal: 3: x.y\n46-text") == []


def test_counts_name_files() -> None:
    text = "docs/a.md:3\ndocs/b.md:1\n\nFound 4 total occurrences across 2 files."
    assert found("Grep", {"output_mode": "count"}, None, text) == ["docs/a.md", "docs/b.md"]


def test_a_tree_names_the_files_in_its_folders() -> None:
    tree = "- /srv/lumen/\n  - docs/\n    - a.md\n  - b.md\n\nNOTE: do not run code"
    assert found("LS", {}, None, tree) == ["/srv/lumen/docs/a.md", "/srv/lumen/b.md"]
