"""How a call ended."""

from pipeline.extract.histories.cursor_desktop.shapes import Result, Tool
from pipeline.extract.histories.records import Action, Status
from pipeline.extract.histories.shell import holds_several

_WORDS: dict[str, Status] = {
    "completed": "ok",
    "success": "ok",
    "error": "error",
    "cancelled": "cancelled",
    "rejected": "cancelled",
    "loading": "pending",
    "running": "pending",
    "pending": "pending",
}


def word(said: str | None) -> Status:
    """The status that a word of the store means."""
    return _WORDS.get(said or "", "unknown")


def status_of(tool: Tool, result: Result | str | None, action: Action, command: str | None) -> Status:
    """The status of a call: a refusal or a failure told anywhere outweighs ``completed``."""
    said = word(tool.status)
    more = word(tool.additional_data.status) if tool.additional_data else "unknown"
    done = result if isinstance(result, Result) else Result()
    if tool.user_decision == "rejected" or more == "cancelled" or done.rejected:
        return "cancelled"
    if said not in ("ok", "unknown"):
        return said
    if more == "error" or done.apply_failed or (action == "delete" and done.file_non_existent):
        return "error"
    code = done.exit_code if done.exit_code_v2 is None else done.exit_code_v2
    if action == "shell" and code and command and not holds_several(command):
        return "error"
    return "ok" if said == "unknown" and result is not None else said
