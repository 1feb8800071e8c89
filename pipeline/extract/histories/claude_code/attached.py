"""Files and memory that reached the model without a call."""

from typing import Any

import msgspec

from pipeline.extract.histories.claude_code.lines import value
from pipeline.extract.histories.records import How

_MENTIONED = {"file", "directory", "already_read_file"}
# Tool lists, hook output and reminders name no file that the model was given.
_PATHS = ("path", "filename", "filePath")


def given(attachment: msgspec.Raw) -> tuple[list[tuple[str, How]], str | None]:
    """The files of an attachment line with how they came, and the text of a message typed ahead.

    The list of types is open: an unknown type with a path is a file that the program put in.
    """
    told = value(attachment)
    if not isinstance(told, dict):
        return [], None
    kind = told.get("type")
    if kind == "queued_command":
        return [], _typed(told)
    if kind == "invoked_skills":
        return [(path, "injected") for skill in _list(told.get("skills")) if (path := _path(skill))], None
    if kind == "instructions" and not _path(told):
        files = _list(told.get("files")) or _list(told.get("content"))
        return [(path, "injected") for file in files if (path := _path(file))], None
    path = _path(told)
    return ([(path, "mentioned" if kind in _MENTIONED else "injected")] if path else []), None


def _typed(told: dict[str, Any]) -> str | None:
    if told.get("commandMode") not in (None, "prompt"):
        return None
    prompt = told.get("prompt")
    if isinstance(prompt, list):
        prompt = "\n".join(str(p.get("text", "")) for p in prompt if isinstance(p, dict))
    return prompt if isinstance(prompt, str) else None


def _list(told: Any) -> list[Any]:
    return told if isinstance(told, list) else []


def _path(told: Any) -> str | None:
    if not isinstance(told, dict):
        return None
    return next((told[key] for key in _PATHS if isinstance(told.get(key), str) and told[key]), None)
