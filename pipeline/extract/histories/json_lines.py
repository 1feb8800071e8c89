"""Lines of JSON as programs write them, cut at ``\\n`` alone; halves of surrogate pairs are mended."""

import re
from collections.abc import Iterator

BOM = b"\xef\xbb\xbf"
_ESCAPE = re.compile(
    rb"\\\\|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[dD][89a-fA-F][0-9a-fA-F]{2}"
)


def split(content: bytes) -> Iterator[tuple[int, bytes]]:
    """The lines with their numbers from 1, split at ``\\n`` alone; blank lines and the BOM left out."""
    for number, line in enumerate(content.removeprefix(BOM).split(b"\n"), 1):
        if line and not line.isspace():
            yield number, line


def mended(text: bytes) -> bytes:
    """JSON with U+FFFD for each half of a surrogate pair and for bytes that are no UTF-8."""
    return _ESCAPE.sub(
        lambda m: rb"\ufffd" if len(m[0]) == 6 else m[0], text.decode("utf-8", "replace").encode()
    )
