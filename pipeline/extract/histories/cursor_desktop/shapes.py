"""The rows of the store as far as they are needed; whatever else they hold is never decoded."""

from typing import Any

import msgspec
from msgspec import Raw, Struct

_NOTHING = Raw(b"null")


class Grouping(Struct):
    """What a header repeats of a tool call whose row may be gone."""

    toolFormerTool: int | None = None
    toolFormerStatus: str | None = None


class Header(Struct):
    """One entry of a conversation's order."""

    bubbleId: str
    type: int = 0
    createdAt: str | float | None = None
    grouping: Grouping | None = None


class Parent(Struct):
    """What a sub-agent, a parallel attempt or a fork says of where it comes from."""

    parentComposerId: str | None = None
    forkedFromComposerId: str | None = None
    conversationLengthAtSpawn: int | None = None


class Model(Struct):
    """The name of a model."""

    modelName: str | None = None


class Head(Struct):
    """An index entry: what lists of conversations say of one."""

    composerId: str | None = None
    name: str | None = None
    createdAt: float | None = None
    isDraft: bool | None = None
    isBestOfNSubcomposer: bool | None = None
    workspaceIdentifier: Raw = _NOTHING
    subagentInfo: Parent | None = None
    trackedGitRepos: Raw = _NOTHING
    conversation: Raw = _NOTHING


class Composer(Head):
    """`composerData`: one conversation. `conversation` and `conversationMap` are of the inline era."""

    modelConfig: Model | None = None
    fullConversationHeadersOnly: list[Header] | None = None
    conversationMap: Raw = _NOTHING
    capabilities: Raw = _NOTHING


class Timing(Struct):
    """Clocks of the client in milliseconds, of the epoch or elapsed."""

    clientStartTime: float | None = None
    clientRpcSendTime: float | None = None
    clientSettleTime: float | None = None
    clientEndTime: float | None = None


class Bubble(Struct):
    """One message or tool call."""

    bubbleId: str | None = None
    type: int | None = None
    text: str | None = None
    richText: Raw = _NOTHING
    rawText: str | None = None
    createdAt: str | float | None = None
    startedAtMs: float | None = None
    timingInfo: Timing | None = None
    capabilityType: int | None = None
    toolFormerData: Raw = _NOTHING
    modelInfo: Model | None = None
    context: Raw = _NOTHING
    relevantFiles: Raw = _NOTHING
    attachedCodeChunks: Raw = _NOTHING
    attachedFileCodeChunksMetadataOnly: Raw = _NOTHING
    cursorRules: Raw = _NOTHING
    isDisplayOnly: bool | None = None
    isEphemeral: bool | None = None
    isSimulatedMsg: bool | None = None
    skipRendering: bool | None = None


class Extra(Struct):
    """`additionalData` of a tool call."""

    startedAtMs: float | None = None
    status: str | None = None


class Tool(Struct):
    """`toolFormerData`: one tool call."""

    tool: int | str | None = None
    name: str | None = None
    status: str | None = None
    rawArgs: Raw = _NOTHING
    params: Raw = _NOTHING
    result: Raw = _NOTHING
    toolCallBinary: str | None = None
    userDecision: str | None = None
    additionalData: Extra | None = None


class Result(Struct):
    """The keys of any tool's result that say what was returned or done."""

    contents: str | None = None
    totalLinesInFile: int | None = None
    totalLines: int | None = None
    startLineOneIndexed: int | None = None
    endLineOneIndexedInclusive: int | None = None
    relativeWorkspacePath: str | None = None
    matchingCursorRules: Raw = _NOTHING
    rules: Raw = _NOTHING
    rejected: bool | None = None
    applyFailed: bool | None = None
    fileNonExistent: bool | None = None
    contentsAfterEdit: str | None = None
    afterContentId: str | None = None
    output: str | None = None
    exitCode: int | None = None
    exitCodeV2: int | None = None
    success: Raw = _NOTHING
    internal: Raw = _NOTHING
    files: Raw = _NOTHING
    directories: Raw = _NOTHING
    directoryTreeRoot: Raw = _NOTHING


def value_of(raw: Raw) -> Any:
    """A part kept raw, decoded whole; a lone surrogate becomes U+FFFD."""
    from pipeline.extract.histories.cursor_desktop.decoding import lenient

    try:
        return msgspec.json.decode(raw)
    except msgspec.DecodeError:
        return lenient(bytes(raw))[0]
