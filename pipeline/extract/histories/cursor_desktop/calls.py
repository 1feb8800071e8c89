"""One tool call of a bubble: its action, its ending, the files it touched."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from pipeline.extract.histories import patches, shell
from pipeline.extract.histories.cursor_desktop import found, ranges
from pipeline.extract.histories.cursor_desktop.decoding import arguments_of, result_of
from pipeline.extract.histories.cursor_desktop.names import action_of
from pipeline.extract.histories.cursor_desktop.protobuf import read_twin
from pipeline.extract.histories.cursor_desktop.shapes import Result, Tool, value_of
from pipeline.extract.histories.cursor_desktop.statuses import status_of
from pipeline.extract.histories.cursor_desktop.uris import uri_text
from pipeline.extract.histories.records import Access, Action, Call, Status
from pipeline.extract.histories.tools import classify, path_keys
from pipeline.extract.paths import Locator, is_absolute, normal

_COMMANDS = ("command", "cmd")


@dataclass(slots=True)
class Caller:
    """What calls are read with: the repository, the window's folder, and texts kept by content id.

    `seen` is the first absolute path inside the repository that a call named. `unknown` is the name of the
    last call's tool where no action is known for it, `result` its decoded result.
    """

    locator: Locator
    folder: str | None
    content: Callable[[str], bytes | None]
    seen: str | None = None
    unknown: str | None = None
    result: Result | str | None = None

    def path(self, said: str, folder: str | None = None) -> str:
        """A path of a call as `Locator.resolve` gives it."""
        plain = normal(said)
        if self.seen is None and is_absolute(plain) and self.locator.holds(plain):
            self.seen = plain
        return self.locator.resolve(said, folder or self.folder)

    def call(self, tool: Tool, name: str) -> Call:
        """The call that a bubble holds."""
        action, known = action_of(name, tool.tool)
        self.unknown = None if known else name
        self.result = None
        given = _Given(tool)
        if name.startswith("mcp") or name == "call_mcp_tool":
            action = given.server(name)
        result = self.result = result_of(tool.result) if action != "other" or name == "fetch_rules" else None
        twin_path = None
        if tool.tool_call_binary and action == "read" and _empty(result):
            twin_path, twin = read_twin(tool.tool_call_binary, self._blob)
            result = twin if twin is not None else result
        command = given.text(_COMMANDS) if action == "shell" else None
        status = status_of(tool, result, action, command)
        call = Call(name, action, status, answered=bool(tool.result) or result is not None)
        if action == "shell":
            call.accesses = self._shell(command, given, result, status)
        elif action != "other":
            call.accesses = self._accesses(action, given, result, status, twin_path)
        if action in {"search", "list"} and isinstance(result, Result):
            call.hits = tuple(dict.fromkeys(self.path(hit) for hit in found.files(result)))
        return call

    def _blob(self, key: str) -> bytes | None:
        return self.content(f"agentKv:blob:{key}")

    def _shell(
        self, command: str | None, given: "_Given", result: Result | str | None, status: Status
    ) -> list[Access]:
        if not command:
            return []
        folder = given.text(("cwd",)) or self.folder
        output = result.output if isinstance(result, Result) else result
        return shell.accesses(command, self.locator, folder, output=output, status=status)

    def _accesses(
        self, action: Action, given: "_Given", result: Result | str | None, status: Status, twin: str | None
    ) -> list[Access]:
        said = given.path(action) or twin
        if said is None and isinstance(result, Result):
            said = result.relative_workspace_path
        if said is None and action == "write" and (patch := given.patch()):
            return [Access(how, self.path(path)) for how, path in patches.files(patch)]
        if said is None:
            return [Access("read", None)] if action == "read" else []
        access = Access(action, self.path(said))
        if action == "read":
            lines = given.lines()
            if status == "ok":
                ranges.fill(access, lines, result)
            else:
                access.line_from, access.line_to = lines
        elif action == "write" and status == "ok":
            self._written(access, given, result)
        return [access]

    def _written(self, access: Access, given: "_Given", result: Result | str | None) -> None:
        """The characters of the file after an edit, where the store keeps the whole text."""
        text: str | None = None
        if isinstance(result, Result):
            text = result.contents_after_edit
            if text is None and result.after_content_id:
                held = self.content(_content_key(result.after_content_id))
                text = None if held is None else held.decode("utf-8", "replace")
        text = given.text(("streamingContent",)) if text is None else text
        if text is not None:
            access.chars, access.chars_basis = len(text), "log"


def _content_key(said: str) -> str:
    return said if said.startswith("composer.content.") else f"composer.content.{said}"


def _empty(result: Result | str | None) -> bool:
    return result is None or result == "" or (isinstance(result, Result) and not result.contents)


class _Given:
    """The arguments of a call: as the client holds them, then as the model wrote them."""

    def __init__(self, tool: Tool) -> None:
        self._tool = tool
        self._params = arguments_of(tool.params)
        self._raw: Mapping[str, Any] | str | None = None

    def _model(self) -> Mapping[str, Any] | str:
        if self._raw is None:
            self._raw = arguments_of(value_of(self._tool.raw_args))
        return self._raw

    def text(self, keys: tuple[str, ...]) -> str | None:
        """The first non-empty text under one of the keys."""
        return self._first(self._params, keys) or self._first(self._model(), keys)

    @staticmethod
    def _first(arguments: Mapping[str, Any] | str, keys: tuple[str, ...]) -> str | None:
        if isinstance(arguments, str) or not arguments:
            return None
        return next((text for key in keys if key in arguments and (text := uri_text(arguments[key]))), None)

    def path(self, action: Action) -> str | None:
        """The path that the call names."""
        keys = path_keys("cursor", action)
        said = self.text(keys)
        if said is None and action in {"search", "list"}:
            several = self._several("target_directories")
            return several[0] if len(several) == 1 else None
        return said or (self.text(path_keys("mcp", action)) if action != "other" else None)

    def _several(self, key: str) -> list[str]:
        for arguments in (self._params, self._model()):
            if isinstance(arguments, Mapping) and isinstance(arguments.get(key), list):
                return [item for item in arguments[key] if isinstance(item, str)]
        return []

    def lines(self) -> ranges.Lines:
        """The lines that the call asks for."""
        # What the client holds is whole but for defaults; the model's own words only stand in for it.
        own = isinstance(self._params, Mapping) and bool(self._params)
        arguments = self._params if own else self._model()
        return ranges.asked(arguments) if isinstance(arguments, Mapping) else (None, None)

    def patch(self) -> str | None:
        """The text of a patch, which may be all that the arguments are."""
        plain = next((a for a in (self._params, self._model()) if isinstance(a, str) and "*** " in a), None)
        return plain or self.text(("patch", "input", "patchText"))

    def server(self, name: str) -> Action:
        """The action of a tool of an MCP server; from here on its own arguments are looked at."""
        tools = self._params.get("tools") if isinstance(self._params, Mapping) else None
        if isinstance(tools, list) and tools and isinstance(tools[0], dict):
            inner = arguments_of(tools[0].get("parameters"))
            name = str(tools[0].get("name") or name)
            self._params = inner
        arguments = self._params if isinstance(self._params, Mapping) and self._params else self._model()
        return classify("mcp", name, arguments if isinstance(arguments, Mapping) else {})
