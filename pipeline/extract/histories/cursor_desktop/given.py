"""The files that reached the model with a message, without any call."""

from collections.abc import Iterator
from typing import Any

from pipeline.extract.histories.cursor_desktop.shapes import Bubble, Result, value_of
from pipeline.extract.histories.cursor_desktop.uris import uri_text
from pipeline.extract.histories.records import How

_RULES = ".cursor/rules/"


def with_message(bubble: Bubble) -> Iterator[tuple[str, How]]:
    """Path and how, each once, of the files that a person's message came with."""
    said: dict[str, How] = {}
    context = value_of(bubble.context)
    if isinstance(context, dict):
        for path in _paths(context.get("fileSelections")):
            said.setdefault(path, "mentioned")
    for raw in (
        bubble.attached_code_chunks,
        bubble.attached_file_code_chunks_metadata_only,
        bubble.relevant_files,
    ):
        for path in _paths(value_of(raw)):
            said.setdefault(path, "mentioned")
    rules = value_of(bubble.cursor_rules) or (
        context.get("cursorRules") if isinstance(context, dict) else None
    )
    for path in _rules(rules):
        said.setdefault(path, "rule")
    yield from said.items()


def with_result(result: Result) -> Iterator[str]:
    """The rules that a read or `fetch_rules` brought along."""
    yield from _rules(value_of(result.matching_cursor_rules))
    yield from _rules(value_of(result.rules))


def _paths(items: Any) -> Iterator[str]:
    for item in items if isinstance(items, list) else ():
        keys = ("uri", "relativeWorkspacePath", "path", "fsPath")
        parts = [item.get(key) for key in keys] if isinstance(item, dict) else [item]
        path = next((text for part in parts if (text := uri_text(part))), None)
        if path:
            yield path


def _rules(items: Any) -> Iterator[str]:
    for item in items if isinstance(items, list) else ():
        keys = ("fullPath", "filename", "path", "name", "ruleName")
        said = item if isinstance(item, str) else None
        if isinstance(item, dict):
            said = next((item[key] for key in keys if isinstance(item.get(key), str) and item[key]), None)
        if said:
            whole = "/" in said or "\\" in said or said.endswith((".md", ".mdc"))
            yield (
                said
                if whole and ("/" in said or "\\" in said)
                else _RULES + said.removesuffix(".mdc") + ".mdc"
            )
