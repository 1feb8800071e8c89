"""Names of tools and what they do."""

import pytest

from pipeline.extract.histories.records import Action
from pipeline.extract.histories.tools import classify, path_keys


@pytest.mark.parametrize(
    ("agent", "name", "action"),
    [
        ("cursor", "read_file_v2", "read"),
        ("cursor", "ripgrep_raw_search", "search"),
        ("cursor", "read_file_v9", "other"),
        ("cursor", "READ_FILE", "read"),
        ("cursor", "functions.delete_file", "delete"),
        ("cursor-agent", "StrReplace", "write"),
        ("cursor-agent", "default_api:Shell", "shell"),
        ("claude-code", "Bash", "shell"),
        ("claude-code", "Task", "other"),
        ("specstory", "exec_command", "shell"),
        ("specstory", "Read file", "read"),
        ("specstory", "Searched codebase", "search"),
        ("specstory", "search_file_content", "search"),
        ("specstory", "MCP tool call", "other"),
    ],
)
def test_a_name_says_what_a_tool_does(agent: str, name: str, action: Action) -> None:
    assert classify(agent, name) == action


@pytest.mark.parametrize("name", ["mcp__files__read_text_file", "mcp_files_read_text_file"])
def test_a_tool_of_a_server_touches_a_file_if_it_is_given_a_path(name: str) -> None:
    assert classify("cursor", name, {"path": "docs/a.md"}) == "read"
    assert classify("cursor", name, {"query": "x"}) == "other"


def test_a_server_s_tool_goes_by_whole_words() -> None:
    assert classify("claude-code", "mcp__tickets__review", {"path": "a"}) == "other"


def test_paths_stand_under_several_names() -> None:
    assert path_keys("claude-code")[0] == "file_path"
    assert path_keys("cursor", "list")[0] == "target_directory"
