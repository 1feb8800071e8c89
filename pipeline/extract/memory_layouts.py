"""Layouts of agent memory that are known by their paths."""

from collections.abc import Iterable
from dataclasses import dataclass

from pathspec import GitIgnoreSpec


@dataclass(frozen=True, slots=True)
class Known:
    """A known layout: its globs with their section (None: the first folder below), and what uses it."""

    title: str
    globs: tuple[tuple[str, str | None], ...]


KNOWN = (
    Known("Notes below docs/memory", (("/docs/memory/**/*.md", None),)),
    Known("Notes below memory", (("/memory/**/*.md", None),)),
    Known("Context bank", (("/.ai/**/*.md", None),)),
    Known("Memory bank", (("/memory-bank/**/*.md", None), ("/.memory-bank/**/*.md", None))),
    Known("Planning notes", (("/.planning/**/*.md", None), ("/.learnings/**/*.md", "learnings"))),
    Known("Cursor rules", (("/.cursor/rules/**/*.md", "rules"), ("/.cursor/rules/**/*.mdc", "rules"))),
    Known("Claude notes", (("/.claude/**/*.md", "rules"),)),
    Known("Instructions", (("CLAUDE.md", "rules"), ("AGENTS.md", "rules"), ("GEMINI.md", "rules"))),
    Known(
        "Instructions of editors", (("/.github/copilot-instructions.md", "rules"), ("/.cursorrules", "rules"))
    ),
)


@dataclass(frozen=True, slots=True)
class Recognised:
    """One glob of memory files: its section, its layout's title (None: a person gave the glob), and how many
    files of the repository it matches."""

    glob: str
    section: str | None
    title: str | None
    files: int


def recognised(paths: Iterable[str]) -> list[Recognised]:
    """The globs of known layouts that match any of the paths, in order; a path counts for the first."""
    rules = [(glob, section, known.title) for known in KNOWN for glob, section in known.globs]
    return [rule for rule in _counted(paths, rules) if rule.files]


def given(paths: Iterable[str], rules: Iterable[tuple[str, str | None]]) -> list[Recognised]:
    """The globs that a person gave, in order; a path counts for the first that matches it."""
    return _counted(paths, [(glob, section, None) for glob, section in rules])


def _counted(paths: Iterable[str], rules: Iterable[tuple[str, str | None, str | None]]) -> list[Recognised]:
    left = list(paths)
    found = []
    for glob, section, title in rules:
        spec = GitIgnoreSpec.from_lines([glob])
        matching = {path for path in left if spec.match_file(path)}
        found.append(Recognised(glob, section, title, len(matching)))
        left = [path for path in left if path not in matching]
    return found
