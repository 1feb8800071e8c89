"""Nothing that a message can hold stops a reading, or costs another message."""

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from pipeline.extract.histories.cursor_cli.rows import Rows
from pipeline.extract.histories.cursor_cli.thread import read
from pipeline.extract.paths import Locator
from tests.extract.histories.cursor_cli.chats import asked

KEYS = (
    "role content type text toolName toolCallId args result isError providerOptions cursor modelName path"
    " paths file_path command working_directory offset limit contents patch target_directory"
    " success error exitCode rejected output isSummary workspaceResults content files matches file"
    " directories"
).split()
WORDS = (
    "user assistant tool system text tool-call tool-result Read Shell Grep LS Write ApplyPatch"
    " MultiStrReplace"
    " mcp_files_move_file k1 docs/a.md ../.. c:\\x *** {} [] 1|x cat"
).split()
LEAVES = (
    st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from(WORDS) | st.text(max_size=8)
)
VALUES = st.recursive(
    LEAVES,
    lambda below: st.lists(below, max_size=3) | st.dictionaries(st.sampled_from(KEYS), below, max_size=5),
    max_leaves=20,
)
PARTS = st.fixed_dictionaries(
    {"type": st.sampled_from(["tool-call", "tool-result", "text"])},
    optional={"toolCallId": st.sampled_from(["k1", "k2"]), "toolName": st.sampled_from(WORDS), "args": VALUES,
              "result": VALUES, "isError": VALUES, "text": VALUES},
)  # fmt: skip
KEPT = st.fixed_dictionaries({"cursor": VALUES | st.fixed_dictionaries({"highLevelToolCallResult": VALUES})})
MESSAGES = VALUES | st.fixed_dictionaries(
    {"role": st.sampled_from(["user", "assistant", "tool"]), "content": st.lists(PARTS | VALUES, max_size=4)},
    optional={"providerOptions": VALUES | KEPT},
)


@given(st.lists(MESSAGES, max_size=6), VALUES, VALUES)
def test_a_message_of_any_shape_costs_no_other(messages: list[Any], meta: Any, beside: Any) -> None:
    blobs = [("first", asked("First.")), *(("any", one) for one in messages), ("last", asked("Last."))]
    rows = Rows(
        "agent", "slot/agent/store.db", messages=[(name, json.dumps(m).encode()) for name, m in blobs]
    )
    rows.meta = {"createdAt": meta, "name": meta, "lastUsedModel": meta, "agentId": meta}
    rows.beside = {"cwd": beside, "title": beside, "isSubagent": beside is True}

    (found,) = read(rows, (), Locator("/srv/work/lumen")).conversations

    said = [message.text for message in found.messages()]
    assert (said[0], said[-1]) == ("First.", "Last.")
