"""Tools by number, and the tools that touch no file."""

from pipeline.extract.histories.records import Action
from pipeline.extract.histories.tools import classify

_NAMES = {
    1: "codebase_search",
    2: "semantic_search_full",
    3: "grep_search",
    5: "read_file",
    6: "list_dir",
    7: "edit_file",
    8: "file_search",
    9: "read_semsearch_files",
    11: "delete_file",
    12: "reapply",
    15: "run_terminal_command_v2",
    16: "fetch_rules",
    18: "web_search",
    19: "mcp",
    32: "task",
    34: "todo_read",
    35: "todo_write",
    38: "edit_file_v2",
    39: "list_dir_v2",
    40: "read_file_v2",
    41: "ripgrep_raw_search",
    42: "glob_file_search",
    48: "task_v2",
    49: "call_mcp_tool",
}
_TOUCH_NONE = (
    "task task_v2 todo_read todo_write read_lints fix_lints fetch_rules create_plan web_search web_fetch"
    " knowledge_base fetch_pull_request create_diagram update_project ask_question switch_mode"
    " generate_image await mcp call_mcp_tool list_mcp_resources read_mcp_resource get_mcp_tools"
    " start_grind_execution update_current_step report_bugfix_results reflect"
)
_STARTS = ("mcp", "todo_", "web_", "await", "computer_use", "setup_vm")


def name_of(number: int | None) -> str:
    """The name of a tool whose number alone is left; `unknown` for a number that is not known."""
    return _NAMES.get(number or 0, "unknown")


def action_of(name: str, number: int | str | None) -> tuple[Action, bool]:
    """The action of a tool by its name, else by its number; and whether it is known at all."""
    action = classify("cursor", name)
    if action != "other":
        return action, True
    if name in _TOUCH_NONE.split() or name.startswith(_STARTS):
        return action, True
    known = _NAMES.get(number) if isinstance(number, int) else None
    return (classify("cursor", known), True) if known else (action, False)
