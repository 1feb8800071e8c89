"""The words of a bubble."""

import json
from typing import Any

from pipeline.extract.histories.cursor_desktop.shapes import Bubble, value_of


def text_of(bubble: Bubble) -> str:
    """What a bubble says: its text, else the text of its editor's document, else that of the chat era."""
    if bubble.text:
        return bubble.text
    rich = value_of(bubble.rich_text)
    return (_rich(rich) if rich else "") or bubble.raw_text or ""


def _rich(rich: Any) -> str:
    """The text of an editor document, a line a paragraph; what is no document is text itself."""
    if isinstance(rich, str):
        try:
            document = json.loads(rich)
        except ValueError:
            return rich
    else:
        document = rich
    root = document.get("root") if isinstance(document, dict) else None
    if not isinstance(root, dict):
        return ""
    return "\n".join(_leaves(block) for block in root.get("children") or ())


def _leaves(node: Any) -> str:
    if not isinstance(node, dict):
        return ""
    if node.get("type") == "linebreak":
        return "\n"
    below = node.get("children")
    if isinstance(below, list):
        return "".join(_leaves(child) for child in below)
    return node["text"] if isinstance(node.get("text"), str) else ""
