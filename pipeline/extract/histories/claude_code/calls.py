"""One tool call with its result: which files it touched, how, and how it ended."""

from dataclasses import dataclass
from typing import Any

import msgspec

from pipeline.extract.histories.claude_code.hits import hits
from pipeline.extract.histories.claude_code.lines import Part, result_text, value
from pipeline.extract.histories.claude_code.results import read_result
from pipeline.extract.histories.numbers import whole_number
from pipeline.extract.histories.records import Access, Action, Call, Status
from pipeline.extract.histories.shell import accesses as shell_accesses
from pipeline.extract.histories.tools import classify, path_keys
from pipeline.extract.paths import Locator

AGENT = "claude-code"
_REFUSED = (
    "user doesn't want to proceed",
    "user doesn't want to take this action",
    "User rejected tool use",
    "[Request interrupted by user",
)


@dataclass(slots=True)
class Open:
    """A call whose result has not come yet: what it was asked, in which message and which folder."""

    call: Call
    arguments: dict[str, Any]
    message_id: str | None
    folder: str | None


def arguments_of(part: Part) -> dict[str, Any]:
    """What a call was asked; empty where that is no object."""
    told = value(part.input)
    return told if isinstance(told, dict) else {}


def close(opened: Open, part: Part, raw: msgspec.Raw, denied: str | None, locator: Locator) -> None:
    """Ends a call with its result: the part that the model was given, and the structured result."""
    call = opened.call
    text, other = result_text(part.content)
    result = value(raw) if _wants(call, part) else None
    call.status, call.answered = _status(part, text, result, denied), True
    call.accesses = _accesses(opened, locator, text, result)
    if call.status != "ok":
        return
    if call.action == "read":
        for access in call.accesses:
            read_result(access, result, text, other)
    elif call.action in {"search", "list"}:
        base = opened.folder
        call.hits = hits(call.tool, opened.arguments, result, text, lambda path: locator.resolve(path, base))


def leave(opened: Open, status: Status, locator: Locator) -> None:
    """Ends a call that has no result: what it would have touched."""
    opened.call.status = status
    opened.call.accesses = _accesses(opened, locator, "", None)


def _wants(call: Call, part: Part) -> bool:
    # The structured result repeats whole files; it is decoded only where something in it is read.
    return call.action in {"read", "search", "list", "shell"} or bool(part.is_error)


def _status(part: Part, text: str, result: Any, denied: str | None) -> Status:
    if isinstance(result, dict) and result.get("interrupted") is True:
        return "cancelled"
    if not part.is_error:
        return "ok"
    said = f"{text}\n{result}" if isinstance(result, str) else text
    return "cancelled" if denied or any(words in said for words in _REFUSED) else "error"


def _accesses(opened: Open, locator: Locator, text: str, result: Any) -> list[Access]:
    call, asked = opened.call, opened.arguments
    if call.action == "shell":
        command = asked.get("command")
        if not isinstance(command, str):
            return []
        output = _output(text, result) if call.answered else None
        return shell_accesses(command, locator, opened.folder, output=output, status=call.status)
    if call.action == "other":
        return []
    if call.action == "move":
        ends: list[tuple[Action, Any]] = [("move", asked.get("source")), ("write", asked.get("destination"))]
        return [
            Access(action, locator.resolve(path, opened.folder))
            for action, path in ends
            if isinstance(path, str)
        ]
    agent = "mcp" if call.tool.startswith("mcp") else AGENT
    told = (asked.get(key) for key in path_keys(agent, call.action))
    path = next((one for one in told if isinstance(one, str) and one), None)
    if path is None and call.action in {"search", "list"}:
        return []
    access = Access(call.action, None if path is None else locator.resolve(path, opened.folder))
    if call.action == "read":
        _asked_lines(access, asked)
    elif call.action == "write" and call.status == "ok" and isinstance(asked.get("content"), str):
        access.chars, access.chars_basis = len(asked["content"]), "log"
    return [access]


def _asked_lines(access: Access, asked: dict[str, Any]) -> None:
    """The lines a read asked for; the first is 1, and 0 is taken for it."""
    start, count = (whole_number(asked.get(key)) for key in ("offset", "limit"))
    if start is None and count is None:
        return
    access.line_from = max(start or 1, 1)
    access.line_to = None if count is None else access.line_from + count - 1


def _output(text: str, result: Any) -> str | None:
    """What a command printed; None where the log holds only the start of it, or nothing yet."""
    if not isinstance(result, dict) or not isinstance(result.get("stdout"), str):
        return text
    if result.get("backgroundTaskId") or result.get("persistedOutputPath"):
        return None
    printed, errors = result["stdout"], result.get("stderr")
    return f"{printed}{errors}" if isinstance(errors, str) else str(printed)


def new_call(part: Part, arguments: dict[str, Any]) -> Call:
    """The call that a `tool_use` part makes, not yet answered."""
    name = part.name or "unknown"
    return Call(name, classify(AGENT, name, arguments), "pending")
