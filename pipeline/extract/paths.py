"""Paths of Windows, WSL, SSH and file URIs, resolved to paths of the repository."""

from collections.abc import Sequence


class Locator:
    """Turns any path a history holds into a path of the repository, or a normal absolute path."""

    def __init__(self, root: str, aliases: Sequence[str] = ()) -> None:
        self.roots = (root, *aliases)

    def resolve(self, path: str, folder: str | None = None) -> str:
        """The path relative to the repository where it lies inside it or an alias, else absolute."""
        raise NotImplementedError
