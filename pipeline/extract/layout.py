"""Which paths are memory, which section each belongs to, and which make the start set."""

from functools import cached_property

from pathspec import GitIgnoreSpec

from pipeline.study import MemoryRule, Study

REGISTER = "register"
"""The section of files at the top of a memory folder."""


class Layout:
    """The memory rules of a study; each path is judged once."""

    def __init__(self, study: Study) -> None:
        self._rules = [(rule, GitIgnoreSpec.from_lines([rule.glob])) for rule in study.memory]
        self._dialogs = frozenset(study.dialogs)
        self._start = study.start_set
        self._known: dict[str, str | None] = {}

    def section(self, path: str) -> str | None:
        """The section of a path of the repository, by the first rule that matches; None: it is no memory."""
        if path not in self._known:
            self._known[path] = self._section(path)
        return self._known[path]

    def is_main(self, section: str) -> bool:
        """Whether a section is one of the main ones: not a section of conversation logs."""
        return section not in self._dialogs

    def may_start(self, path: str) -> bool:
        """Whether a path matches a glob of the start set."""
        return bool(self._start_spec.match_file(path))

    @cached_property
    def folders(self) -> tuple[str, ...] | None:
        """Folders and files below which all memory lies; None where a rule names no fixed one."""
        fixed = [fixed_part(rule.glob) for rule, _ in self._rules]
        return tuple(dict.fromkeys(fixed)) if all(fixed) else None

    @cached_property
    def _start_spec(self) -> GitIgnoreSpec:
        newest = [self._start.newest.glob] if self._start.newest else []
        return GitIgnoreSpec.from_lines([*self._start.files, *newest])

    def _section(self, path: str) -> str | None:
        for rule, spec in self._rules:
            if spec.match_file(path):
                return rule.section or _by_folder(rule, path)
        return None


def fixed_part(glob: str) -> str:
    """The leading folders of a glob that hold no wildcard; empty where it may match anywhere."""
    parts = glob.lstrip("/").split("/")
    if len(parts) == 1 and not glob.startswith("/"):
        return ""
    fixed: list[str] = []
    for part in parts:
        if any(sign in part for sign in "*?[\\!"):
            break
        fixed.append(part)
    return "/".join(fixed)


def _by_folder(rule: MemoryRule, path: str) -> str:
    fixed = fixed_part(rule.glob)
    below = path.removeprefix(f"{fixed}/") if fixed else path
    return below.split("/", 1)[0] if "/" in below else REGISTER
