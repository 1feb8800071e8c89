"""What each agent's tools do, and under which names their calls hold paths."""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from pipeline.extract.histories.records import Action

_Table = Mapping[Action, str]

_CURSOR: _Table = {
    "read": "read_file read_file_v2",
    "search": "codebase_search semantic_search_full semantic_search read_semsearch_files deep_search grep rg"
    " ripgrep grep_search ripgrep_search ripgrep_raw_search file_search glob_file_search search_symbols"
    " go_to_definition",
    "list": "list_dir list_dir_v2 list_directory read_project",
    "write": "edit_file edit_file_v2 search_replace MultiEdit write edit_notebook reapply apply_patch"
    " new_file save_file apply_agent_diff create_file",
    "delete": "delete_file",
    "shell": "run_terminal_cmd run_terminal_command run_terminal_command_v2",
}
_CURSOR_AGENT: _Table = {
    "read": "Read readToolCall",
    "search": "Grep Glob SemanticSearch grepToolCall globToolCall",
    "list": "LS lsToolCall",
    "write": "Write StrReplace MultiStrReplace EditNotebook ApplyPatch writeToolCall editToolCall",
    "delete": "Delete deleteToolCall",
    "shell": "Shell shellToolCall",
}
_CLAUDE_CODE: _Table = {
    "read": "Read NotebookRead",
    "search": "Grep Glob ToolSearch",
    "list": "LS",
    "write": "Write Edit MultiEdit NotebookEdit",
    "shell": "Bash PowerShell",
}
_CODEX: _Table = {
    "read": "read_file",
    "search": "grep_files tool_search",
    "list": "list_dir",
    "write": "apply_patch",
    "shell": "shell shell_command exec_command local_shell_call container.exec unified_exec",
}
_GEMINI: _Table = {
    "read": "read_file read_many_files",
    "search": "grep_search search_file_content glob",
    "list": "list_directory",
    "write": "write_file replace save_memory",
    "shell": "run_shell_command",
}
# Lines that older exports of SpecStory print in place of a tool's name.
_MARKERS: Mapping[Action, tuple[str, ...]] = {
    "read": ("Read file",),
    "search": ("Searched codebase", "Grep search", "Grep"),
    "list": ("Listed directory", "Listed current directory"),
    "write": ("Edit file", "Apply patch"),
    "other": ("Searched web", "Read lints", "MCP tool call"),
}
_MCP: _Table = {
    "read": "read_text_file read_file view get_file_contents",
    "search": "search_files",
    "list": "list_directory",
    "write": "write_file edit_file create_or_update_file",
    "move": "move_file",
    "delete": "delete_file",
}


def _names(*tables: _Table) -> dict[str, Action]:
    # Of two agents with one name, the first table speaks.
    return {
        name: action for table in reversed(tables) for action, line in table.items() for name in line.split()
    }


_ACTIONS: Mapping[str, Mapping[str, Action]] = MappingProxyType(
    {
        "cursor": _names(_CURSOR),
        "cursor-agent": _names(_CURSOR_AGENT),
        "claude-code": _names(_CLAUDE_CODE),
        "specstory": _names(_CURSOR, _CURSOR_AGENT, _CLAUDE_CODE, _CODEX, _GEMINI)
        | {name: action for action, names in _MARKERS.items() for name in names},
        "mcp": _names(_MCP),
    }
)
_FOLDED: Mapping[str, Mapping[str, Action]] = MappingProxyType(
    {
        agent: {name.casefold(): table[name] for name in reversed(list(table))}
        for agent, table in _ACTIONS.items()
    }
)
_LEADS = ("functions.", "default_api:")

_CURSOR_FILES = (
    "relativeWorkspacePath",
    "targetFile",
    "effectiveUri",
    "target_file",
    "path",
    "file_path",
    "target_notebook",
)
_AGENT_FILES = ("path", "file_path", "target_notebook")
_CLAUDE_FILES = ("file_path", "notebook_path", "path")
_FOLDERS = (
    "target_directory",
    "targetDirectory",
    "directoryPath",
    "relative_workspace_path",
    "path",
    "dir_path",
)
_MCP_FILES = ("path", "file_path", "filePath", "source", "uri")
_SPECSTORY_FILES = (*_CURSOR_FILES, "notebook_path", "filePath", "absolute_path")
_FILES: Mapping[str, tuple[str, ...]] = {
    "cursor": _CURSOR_FILES,
    "cursor-agent": _AGENT_FILES,
    "claude-code": _CLAUDE_FILES,
    "specstory": _SPECSTORY_FILES,
    "mcp": _MCP_FILES,
}


def classify(agent: str, name: str, arguments: Mapping[str, Any] | None = None) -> Action:
    """The action of a tool; `other` for a name that is not known.

    `agent` is ``cursor``, ``cursor-agent`` (its transcripts, command line and stream), ``claude-code``,
    ``specstory`` (the names of every agent that it exports, and its older markers) or ``mcp``. A name
    matches exactly, then without case, both also without a leading ``functions.`` or ``default_api:``.
    A tool of an MCP server (``mcp__files__read_file``, ``mcp_files_read_file``) goes by the tool's part
    of its name; where its `arguments` are given, it touches a file only if they hold a path.
    """
    found = _named(agent, name)
    if found is None or agent == "mcp":
        found = _of_server(name, bare=agent == "mcp")
        if found and arguments is not None and not any(arguments.get(key) for key in _MCP_FILES):
            return "other"
    return found or "other"


def path_keys(agent: str, action: Action = "read") -> tuple[str, ...]:
    """The names under which an agent's calls hold the path, in order of trust.

    A shell call holds none of these, and a patch names its files inside its text.
    """
    if action in {"list", "search"} and agent != "mcp":
        return _FOLDERS
    return _FILES.get(agent, ())


@lru_cache(maxsize=4096)
def _named(agent: str, name: str) -> Action | None:
    exact, folded = _ACTIONS.get(agent, {}), _FOLDED.get(agent, {})
    plain = next((name[len(lead) :] for lead in _LEADS if name.startswith(lead)), name)
    return exact.get(plain) or folded.get(plain.casefold())


@lru_cache(maxsize=4096)
def _of_server(name: str, *, bare: bool) -> Action | None:
    plain = name.casefold().replace("-", "_")
    if not bare and not plain.startswith("mcp_"):
        return None
    table = _FOLDED["mcp"]
    if plain in table:
        return table[plain]
    ends = [known for known in table if plain.endswith(f"_{known}")]
    return table[max(ends, key=len)] if ends else None
