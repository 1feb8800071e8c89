"""Several repositories of one study as one, each below a prefix of its own."""

from collections.abc import Sequence

from pipeline.extract.paths import Locator


class Locators(Locator):
    """Resolves paths into any of several repositories; relative ones are taken against the first.

    A path inside a repository comes back below that repository's prefix.
    """

    def __init__(self, repositories: Sequence[tuple[str, Locator]]) -> None:
        super().__init__(repositories[0][1].roots[0])
        self._repositories = tuple(repositories)
        self.roots = tuple(root for _, locator in repositories for root in locator.roots)

    def relative(self, path: str) -> str | None:
        """The path below its repository's prefix; None where it lies in none of them."""
        for prefix, locator in self._repositories:
            found = locator.relative(path)
            if found is not None:
                return f"{prefix}/{found}".removesuffix("/.").removeprefix("/")
        return None
