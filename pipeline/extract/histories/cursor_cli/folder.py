"""The folder that a conversation of the command line ran in."""

import hashlib
from collections.abc import Iterator

from pipeline.extract.histories.cursor_cli.rows import Rows
from pipeline.extract.paths import Locator, is_absolute, normal


def folders_of(rows: Rows, locator: Locator) -> tuple[str, ...]:
    """Its folders in normal form, the main one first: those it names, else one of the repository's places
    whose hash the store lies under; none where nothing is known."""
    told = rows.beside.get("cwd")
    named = [told] if isinstance(told, str) and told else rows.folders
    plain = [place for said in named if is_absolute(place := normal(said))]
    if plain:
        return tuple(dict.fromkeys(plain))
    slot = rows.source_file.split("/")[0].casefold()
    return tuple(root for root in locator.roots if slot in map(_hash, _as_hashed(root)))[:1]


def _as_hashed(root: str) -> Iterator[str]:
    """The forms in which the program on that machine may have named a place."""
    if root[1:2] == ":":
        for drive in (root[0], root[0].upper()):
            yield f"{drive}{root[1:]}".replace("/", "\\")
            yield f"{drive}{root[1:]}"
    else:
        # What stands before the first rooted folder is a host; on it the place has no such name.
        yield root[max(0, root.find("/")) :]


def _hash(path: str) -> str:
    return hashlib.md5(path.encode("utf-8", "surrogateescape"), usedforsecurity=False).hexdigest()
