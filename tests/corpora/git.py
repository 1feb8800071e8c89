"""The memory of a corpus by plain Git."""

import re
import subprocess
from dataclasses import dataclass
from functools import cache
from pathlib import Path


def git(repository: Path, *words: str) -> str:
    """What Git prints."""
    told = ["git", "-C", str(repository), "-c", "core.quotePath=off", *words]
    return subprocess.run(told, check=True, capture_output=True, text=True, encoding="utf-8").stdout


@dataclass(frozen=True)
class Memory:
    """The memory of a repository on the first-parent chain of `main`, by a regular expression of paths."""

    repository: Path
    paths: str

    def __hash__(self) -> int:
        return hash((self.repository, self.paths))

    @cache  # noqa: B019
    def ever(self) -> frozenset[str]:
        """Every path that was memory in any commit of the chain."""
        log = git(
            self.repository, "log", "--first-parent", "-m", "--name-only", "--no-renames", "--format=", "main"
        )
        return frozenset(path for path in log.split("\n") if re.search(self.paths, path))
