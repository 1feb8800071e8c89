"""Which files a call of Cursor's agent names in its arguments: transcripts, command-line store, stream."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pipeline.extract.histories import patches, shell
from pipeline.extract.histories.numbers import whole_number
from pipeline.extract.histories.records import Access, Action, Status
from pipeline.extract.histories.tools import classify, path_keys
from pipeline.extract.paths import Locator

AGENT = "cursor-agent"
_FOLDERS = ("working_directory", "workingDirectory", "cwd")
_COMMANDS = ("command", "cmd")
_TOUCH_NONE = frozenset(
    "task todowrite todoread readlints websearch webfetch awaitshell await getdynamictools askquestion"
    " switchmode createplan generateimage callmcptool listmcpresources fetchmcpresource".split()
)
_PATCH_MARK = "*** "


@dataclass(frozen=True, slots=True)
class Asked:
    """One call as the agent made it: the tool's name, its action, its arguments, the folder it ran in."""

    tool: str
    arguments: Mapping[str, Any] | str
    locator: Locator
    folder: str | None = None

    @property
    def action(self) -> Action:
        """What the tool does."""
        told = self.arguments if isinstance(self.arguments, Mapping) else None
        return classify(AGENT, self.tool, told)

    @property
    def is_known(self) -> bool:
        """Whether it is known what the tool does to files; a server's tool goes by its own name."""
        name = self.tool.casefold().removesuffix("toolcall")
        return self.action != "other" or name in _TOUCH_NONE or name.startswith("mcp")

    def accesses(self, status: Status, output: str | None = None) -> list[Access]:
        """The files that the call names, in its order; `output` is what a command printed, where it is known.

        A read or a write that names no file is one access without a path. Characters are not set, but
        for a command's; a read's basis says where they can be found.
        """
        action = self.action
        if action == "other":
            return []
        if action == "shell":
            return self._shell(status, output)
        if action == "move":
            return [Access("move", self._path(said)) for said in self._all(("source", "destination"))]
        found = [Access(how, self._path(said)) for how, said in self._patched()] if action == "write" else []
        found = found or [Access(action, self._path(said)) for said in self._named(action)]
        if not found and action in {"read", "write", "delete"}:
            found = [Access(action, None)]
        if action == "read":
            for access in found:
                self._range(access, status)
        return found

    def _shell(self, status: Status, output: str | None) -> list[Access]:
        command = next(iter(self._all(_COMMANDS)), None)
        if command is None:
            return []
        told = next(iter(self._all(_FOLDERS)), None)
        folder = self.locator.absolute(told, self.folder) if told else self.folder
        return shell.accesses(command, self.locator, folder, output=output, status=status)

    def _patched(self) -> Iterator[tuple[Action, str]]:
        texts = [self.arguments] if isinstance(self.arguments, str) else self.arguments.values()
        for text in texts:
            if isinstance(text, str) and text.lstrip().startswith(_PATCH_MARK):
                yield from patches.files(text)

    def _named(self, action: Action) -> list[str]:
        keys = path_keys("mcp" if self.tool.casefold().startswith("mcp") else AGENT, action)
        one = self._all(keys)[:1]
        if one or isinstance(self.arguments, str):
            return one
        several = self.arguments.get("paths")
        told = [each.get("file_path") if isinstance(each, Mapping) else each for each in _list(several)]
        return list(dict.fromkeys(said for said in told if isinstance(said, str) and said))

    def _range(self, access: Access, status: Status) -> None:
        start, count = (whole_number(self._get(key)) for key in ("offset", "limit"))
        if start is not None or count is not None:
            access.line_from = start if start is not None and start < 0 else max(start or 1, 1)
            access.line_to = None if count is None or access.line_from < 0 else access.line_from + count - 1
        if status in {"ok", "unknown"} and access.path is not None:
            access.chars_basis = "version" if access.line_from is None else "range"

    def _path(self, said: str) -> str:
        return self.locator.resolve(said, self.folder)

    def _all(self, keys: tuple[str, ...]) -> list[str]:
        told = (self._get(key) for key in keys)
        return [said for said in told if isinstance(said, str) and said]

    def _get(self, key: str) -> Any:
        return self.arguments.get(key) if isinstance(self.arguments, Mapping) else None


def _list(told: Any) -> list[Any]:
    return told if isinstance(told, list) else []
