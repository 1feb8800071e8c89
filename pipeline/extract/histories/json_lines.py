"""Lines of JSON as programs write them, cut at ``\\n`` alone; halves of surrogate pairs are mended."""

import re
from collections.abc import Iterator
from typing import TypeVar

import msgspec

from pipeline.extract.histories.records import Gap

_Shape = TypeVar("_Shape")

BOM = b"\xef\xbb\xbf"
_ESCAPE = re.compile(
    rb"\\\\|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[dD][89a-fA-F][0-9a-fA-F]{2}"
)


def split(content: bytes) -> Iterator[tuple[int, bytes]]:
    """The lines with their numbers from 1, split at ``\\n`` alone; blank lines and the BOM left out."""
    for number, line in enumerate(content.removeprefix(BOM).split(b"\n"), 1):
        if line and not line.isspace():
            yield number, line


def decoded(decoder: "msgspec.json.Decoder[_Shape]", line: bytes) -> _Shape:
    """One line as the decoder's shape, mended where it must be. Raises msgspec.DecodeError where it is no
    JSON of that shape, and where it stands in itself deeper than can be read."""
    try:
        try:
            return decoder.decode(line)
        except msgspec.DecodeError:
            return decoder.decode(mended(line))
    except RecursionError:
        raise msgspec.DecodeError("nested too deeply") from None


def gap(fault: msgspec.DecodeError, name: str, number: int, content: bytes) -> Gap:
    """What is listed for a line of a file that was not decoded; the last line may have been cut."""
    if isinstance(fault, msgspec.ValidationError):
        return Gap(f"{name} line {number}", "unexpected_shape")
    where = "last line" if number == content.count(b"\n") + 1 else f"line {number}"
    return Gap(f"{name} {where}", "invalid_json")


def mended(text: bytes) -> bytes:
    """JSON with U+FFFD for each half of a surrogate pair and for bytes that are no UTF-8."""
    return _ESCAPE.sub(
        lambda m: rb"\ufffd" if len(m[0]) == 6 else m[0], text.decode("utf-8", "replace").encode()
    )
