"""Paths of Windows, WSL, SSH and file URIs, resolved to paths of the repository."""

import posixpath
from collections.abc import Sequence


def normal(path: str) -> str:
    """The normal form of a path."""
    return posixpath.normpath(path.replace("\\", "/"))


class Locator:
    """Turns any path a history holds into a path of the repository, or a normal absolute path."""

    def __init__(self, root: str, aliases: Sequence[str] = ()) -> None:
        self.roots = tuple(normal(r) for r in (root, *aliases))

    def resolve(self, path: str, folder: str | None = None) -> str:
        """The path relative to the repository where it lies inside it or an alias, else absolute."""
        whole = normal(posixpath.join(folder or self.roots[0], path))
        inside = self.relative(whole)
        return whole if inside is None else inside

    def relative(self, path: str) -> str | None:
        """The path relative to the repository, None where it lies outside every root."""
        whole = normal(path)
        for root in self.roots:
            if whole == root:
                return "."
            if whole.startswith(root.rstrip("/") + "/"):
                return whole[len(root.rstrip("/")) + 1 :]
        return None

    def holds(self, path: str) -> bool:
        """Whether a path lies inside the repository or an alias."""
        return self.relative(path) is not None
