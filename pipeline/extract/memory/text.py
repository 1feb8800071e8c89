"""The text of a version, decoded."""

import codecs
from dataclasses import dataclass

POINTER = b"version https://git-lfs.github.com/spec/v1\n"
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


@dataclass(frozen=True, slots=True)
class Decoded:
    """A text and how it was decoded; `text` is None where it is unknown, and `unknown_because` says why."""

    text: str | None
    encoding: str
    unknown_because: str | None = None


def decoded(content: bytes) -> Decoded:
    """The text of the bytes: by their byte order mark, which is no part of the text, else UTF-8.

    A pointer of Git LFS stands for a text that is not here.
    """
    if content.startswith(POINTER):
        return Decoded(None, "lfs", "lfs_pointer")
    encoding = next((name for mark, name in _MARKS if content.startswith(mark)), "utf-8")
    try:
        return Decoded(content.decode(encoding), encoding)
    except UnicodeDecodeError:
        return Decoded(None, "unknown", "undecodable")
