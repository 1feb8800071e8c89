"""The rows of the store as far as they are needed; whatever else they hold is never decoded."""

import json
from typing import Any

import msgspec
from msgspec import Raw, Struct

_NOTHING = Raw(b"null")
_EMPTY = (b"null", b"{}", b"[]", b'""')
_LONGEST_EMPTY = 4


class Grouping(Struct, rename="camel"):
    """What a header repeats of a tool call whose row may be gone."""

    tool_former_tool: int | None = None
    tool_former_status: str | None = None


class Header(Struct, rename="camel"):
    """One entry of a conversation's order."""

    bubble_id: str = ""
    type: int = 0
    created_at: str | float | None = None
    grouping: Grouping | None = None


class Parent(Struct, rename="camel"):
    """What a sub-agent, a parallel attempt or a fork says of where it comes from."""

    parent_composer_id: str | None = None
    forked_from_composer_id: str | None = None
    conversation_length_at_spawn: int | None = None


class Model(Struct, rename="camel"):
    """The name of a model."""

    model_name: str | None = None


class Head(Struct, rename="camel"):
    """An index entry: what lists of conversations say of one."""

    composer_id: str | None = None
    name: str | None = None
    created_at: float | None = None
    is_draft: bool | None = None
    is_best_of_n_subcomposer: bool | None = None
    workspace_identifier: Raw = _NOTHING
    subagent_info: Parent | None = None
    tracked_git_repos: Raw = _NOTHING
    conversation: Raw = _NOTHING


class Composer(Head, rename="camel"):
    """`composerData`: one conversation. `conversation` and `conversationMap` are of the inline era."""

    model_config: Model | None = None
    full_conversation_headers_only: list[Header] | None = None
    conversation_map: Raw = _NOTHING
    capabilities: Raw = _NOTHING


class Timing(Struct, rename="camel"):
    """Clocks of the client in milliseconds, of the epoch or elapsed."""

    client_start_time: float | None = None
    client_rpc_send_time: float | None = None
    client_settle_time: float | None = None
    client_end_time: float | None = None


class Extra(Struct, rename="camel"):
    """`additionalData` of a tool call."""

    started_at_ms: float | None = None
    status: str | None = None


class Tool(Struct, rename="camel"):
    """`toolFormerData`: one tool call. `params` and `result` are strings of JSON, rarely objects or text."""

    tool: int | str | None = None
    name: str | None = None
    status: str | None = None
    raw_args: Raw = _NOTHING
    params: Any = None
    result: Any = None
    tool_call_binary: str | None = None
    user_decision: str | None = None
    additional_data: Extra | None = None


class Bubble(Struct, rename="camel"):
    """One message or tool call."""

    bubble_id: str | None = None
    type: int | None = None
    text: str | None = None
    rich_text: Raw = _NOTHING
    raw_text: str | None = None
    created_at: str | float | None = None
    started_at_ms: float | None = None
    timing_info: Timing | None = None
    capability_type: int | None = None
    tool_former_data: Tool | None = None
    model_info: Model | None = None
    context: Raw = _NOTHING
    relevant_files: Raw = _NOTHING
    attached_code_chunks: Raw = _NOTHING
    attached_file_code_chunks_metadata_only: Raw = _NOTHING
    cursor_rules: Raw = _NOTHING
    is_display_only: bool | None = None
    is_ephemeral: bool | None = None
    is_simulated_msg: bool | None = None
    skip_rendering: bool | None = None


class Result(Struct, rename="camel"):
    """The keys of any tool's result that say what was returned or done."""

    contents: str | None = None
    total_lines_in_file: int | None = None
    total_lines: int | None = None
    start_line_one_indexed: int | None = None
    end_line_one_indexed_inclusive: int | None = None
    relative_workspace_path: str | None = None
    matching_cursor_rules: Raw = _NOTHING
    rules: Raw = _NOTHING
    rejected: bool | None = None
    apply_failed: bool | None = None
    file_non_existent: bool | None = None
    contents_after_edit: str | None = None
    after_content_id: str | None = None
    output: str | None = None
    exit_code: int | None = None
    exit_code_v2: int | None = None
    success: Raw = _NOTHING
    internal: Raw = _NOTHING
    files: Raw = _NOTHING
    code_results: Raw = _NOTHING
    directories: Raw = _NOTHING
    directory_tree_root: Raw = _NOTHING


def holds(raw: Raw) -> bool:
    """Whether a part kept raw holds anything: not absent, null or empty."""
    return len(raw) > _LONGEST_EMPTY or bytes(raw) not in _EMPTY


def json_value(raw: Raw) -> Any:
    """Strict JSON, decoded whole."""
    return msgspec.json.decode(raw)


def value_of(raw: Raw) -> Any:
    """A part kept raw, decoded whole; a lone surrogate becomes U+FFFD."""
    if not holds(raw):
        return None
    try:
        return json_value(raw)
    except (msgspec.DecodeError, UnicodeError):
        return lenient(bytes(raw))[0]


def lenient(data: bytes) -> tuple[Any, str | None]:
    """JSON with lone surrogates or broken UTF-8 in it, and which of them; raises ValueError if it is none.

    Raises it as well where arrays stand in each other deeper than can be read.
    """
    reason = None
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        text, reason = data.decode("utf-8", "replace"), "not_utf8"
    try:
        value = json.loads(text)
    except RecursionError:
        raise ValueError("nested too deeply") from None
    flat = json.dumps(value, ensure_ascii=False)
    whole = "".join("\ufffd" if "\ud800" <= sign <= "\udfff" else sign for sign in flat)
    return (value, reason) if whole == flat else (json.loads(whole), "lone_surrogate")
