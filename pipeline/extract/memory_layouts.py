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
    """One glob that matches files of the repository: its section, its layout's title, how many it matches."""

    glob: str
    section: str | None
    title: str
    files: int


def recognised(paths: Iterable[str]) -> list[Recognised]:
    """The globs of known layouts that match any of the paths, in order; a path counts for the first."""
    left = list(paths)
    found = []
    for known in KNOWN:
        for glob, section in known.globs:
            spec = GitIgnoreSpec.from_lines([glob])
            matching = {path for path in left if spec.match_file(path)}
            if matching:
                found.append(Recognised(glob, section, known.title, len(matching)))
                left = [path for path in left if path not in matching]
    return found
