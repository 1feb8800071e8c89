"""How an agent came to each read: what in the conversation could have led it to the file."""

import re
from collections import defaultdict

import pandas as pd

from pipeline.transform.links import link_targets
from pipeline.transform.memory_accesses import SUCCEEDED, Tables

FAR = 1 << 62
"""A place behind every event."""


def found_by(reads: pd.DataFrame, made: Tables, start_files: pd.DataFrame) -> "pd.Series[str]":
    """The first that applies: `start_set` (the file is in the conversation's start set), `link` (a note read
    before in the conversation names it), `search` (a search or listing before had it among its hits),
    `named` (a person's message before names it), `attached` (it was given before), else `unknown`.

    `reads` carry the key, path, file_id and blob; made of messages, tool_calls, attachments, memory_blobs.
    """
    place = reads["seq"].astype("int64")
    pairs = pd.MultiIndex.from_frame(reads[["conversation_id", "path"]])
    firsts = {
        "attached": _attached(made["attachments"]),
        "named": _named(reads, made["messages"]),
        "search": _hit(made["tool_calls"]),
    }
    found = pd.Series("unknown", index=reads.index, dtype="str")
    for way, first in firsts.items():
        at = first.reindex(pairs).fillna(FAR).to_numpy()
        found = found.mask(at < place if way != "attached" else at <= place, way)
    found = found.mask(_linked(reads, made["memory_blobs"]), "link")
    started = pd.MultiIndex.from_frame(start_files[["conversation_id", "file_id"]])
    mine = pd.MultiIndex.from_frame(reads[["conversation_id", "file_id"]])
    return found.mask(mine.isin(started), "start_set")


def _attached(attachments: pd.DataFrame) -> "pd.Series[int]":
    given = attachments.assign(seq=attachments["seq"].fillna(0).astype("int64"))
    return given.groupby(["conversation_id", "path"])["seq"].min()


def _hit(calls: pd.DataFrame) -> "pd.Series[int]":
    succeeded = calls[calls["status"].isin(SUCCEEDED)]
    hits = succeeded[["conversation_id", "seq", "hits"]].explode("hits").dropna(subset="hits")
    return hits.groupby(["conversation_id", "hits"])["seq"].min().astype("int64")


def _linked(reads: pd.DataFrame, blobs: pd.DataFrame) -> "pd.Series[bool]":
    place = reads["seq"].astype("int64") * (1 << 20) + reads["nth"].astype("int64")
    notes = reads.assign(place=place)[["conversation_id", "path", "blob", "place"]]
    notes = notes.groupby(["conversation_id", "path", "blob"], as_index=False).agg({"place": "min"})
    named = link_targets(notes[["path", "blob"]].drop_duplicates(), blobs)
    reached = notes.merge(named, on=["path", "blob"])
    reached = reached[reached["target"] != reached["path"]]
    first = reached.groupby(["conversation_id", "target"])["place"].min()
    at = first.reindex(pd.MultiIndex.from_frame(reads[["conversation_id", "path"]])).fillna(FAR)
    return pd.Series(at.to_numpy() < place.to_numpy(), index=reads.index)


def _named(reads: pd.DataFrame, messages: pd.DataFrame) -> "pd.Series[int]":
    asked = messages["conversation_id"].isin(reads["conversation_id"].unique())
    said = messages[asked & (messages["role"] == "human")].sort_values(["conversation_id", "seq"])
    texts: defaultdict[str, list[tuple[int, str]]] = defaultdict(list)
    for thread, seq, text in zip(said["conversation_id"], said["seq"], said["text"], strict=True):
        texts[thread].append((int(seq), text.replace("\\", "/")))
    pairs = reads[["conversation_id", "path"]].drop_duplicates()
    firsts = [_first(texts.get(c, []), path) for c, path in pairs.itertuples(index=False)]
    return pd.Series(firsts, index=pd.MultiIndex.from_frame(pairs), dtype="int64")


def _first(texts: list[tuple[int, str]], path: str) -> int:
    name = path.rsplit("/", 1)[-1]
    return next((seq for seq, text in texts if name in text and names(text, path)), FAR)


def names(text: str, path: str) -> bool:
    """Whether the text names the file: by its name with extension, alone or at the end of a path that
    agrees with this one as far as both go."""
    name = path.rsplit("/", 1)[-1]
    for found in re.finditer(rf"([^\s`\"'<>()\[\]@,;:]*/)?(?<![\w.-]){re.escape(name)}(?![\w-]|\.\w)", text):
        said = "/" + found.group().removeprefix("./")
        if ("/" + path).endswith(said) or said.endswith("/" + path):
            return True
    return False
