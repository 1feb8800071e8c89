"""Which files the notes link to."""

import posixpath

import pandas as pd


def link_targets(notes: pd.DataFrame, blobs: pd.DataFrame) -> pd.DataFrame:
    """For each note (`path`, `blob`) its `target` paths, one a row.

    A link of memory_blobs is taken from the note's own folder and from the repository's root: which of the
    two it means shows when a file is read there. Anchors and leading `@` and `./` are dropped.
    """
    links = dict(zip(blobs["blob"], blobs["links"], strict=True))
    rows = [
        (path, blob, target)
        for path, blob in notes[["path", "blob"]].itertuples(index=False)
        for link in links.get(blob, ())
        for target in _targets(link, posixpath.dirname(path))
    ]
    return pd.DataFrame(rows, columns=["path", "blob", "target"], dtype="str").drop_duplicates()


def _targets(link: str, folder: str) -> set[str]:
    plain = link.split("#", 1)[0].removeprefix("@").replace("\\", "/")
    if not plain or "://" in plain:
        return set()
    below = posixpath.normpath(posixpath.join(folder, plain.lstrip("/") if plain.startswith("/") else plain))
    return {below, posixpath.normpath(plain.lstrip("/"))}
