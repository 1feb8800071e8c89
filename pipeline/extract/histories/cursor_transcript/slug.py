"""Which repository a transcript's project folder is named after."""

import re
from pathlib import PurePath

from pipeline.extract.paths import Locator

TRANSCRIPTS = "agent-transcripts"
ELSEWHERE = "cursor-project:/"
"""What stands before the folder's name where it is named after none of the repository's places."""


def slug_of(file: PurePath) -> str | None:
    """The name of the project folder above `agent-transcripts`; None where there is none."""
    parts = file.parts
    if TRANSCRIPTS not in parts:
        return None
    at = len(parts) - 1 - parts[::-1].index(TRANSCRIPTS)
    return parts[at - 1] if at > 0 and parts[at - 1] != "/" else None


def workspace(slug: str | None, locator: Locator) -> str | None:
    """The place of the repository that the slug stands for, else the slug's own name as a folder elsewhere.

    A slug loses what a path was made of, so places are encoded and compared, never the slug decoded. The
    number of an untitled window names no folder.
    """
    if slug is None or slug.isdigit():
        return None
    wanted = _encoded(slug)
    found = next((root for root in locator.roots if _encoded(_local(root)) == wanted), None)
    return found or f"{ELSEWHERE}{slug}"


def _local(root: str) -> str:
    """A place without the host it is on."""
    return re.sub(r"^[\w.-]+\+[^/:]+:(?=/)", "", root)


def _encoded(path: str) -> str:
    return re.sub(r"[^A-Za-z0-9]+", "-", path).strip("-").casefold()
