"""The binary twin of a tool call, kept where the result itself was pruned."""

import base64
import binascii
from collections.abc import Callable, Iterator

from pipeline.extract.histories.cursor_desktop.shapes import Result

_READ = 8
_ARGUMENTS, _RESULT, _SUCCESS = 1, 2, 1
_CONTENT, _DATA, _BLOBS, _TOTAL, _PATH, _RANGE = 1, 6, (9, 10), 4, 7, 8
Field = tuple[int, int | bytes]


def fields(data: bytes) -> Iterator[Field]:
    """The fields of one message by number; raises ValueError where it does not parse."""
    at = 0
    while at < len(data):
        tag, at = _varint(data, at)
        kind = tag & 7
        if kind == 0:
            number, at = _varint(data, at)
            yield tag >> 3, number
        elif kind == 2:
            size, at = _varint(data, at)
            yield tag >> 3, _taken(data, at, size)
            at += size
        elif kind in (1, 5):
            size = 8 if kind == 1 else 4
            _taken(data, at, size)
            at += size
        else:
            raise ValueError("wire type")


def _taken(data: bytes, at: int, size: int) -> bytes:
    if at + size > len(data):
        raise ValueError("cut")
    return data[at : at + size]


def _varint(data: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while at < len(data) and shift < 70:
        byte = data[at]
        value |= (byte & 127) << shift
        at, shift = at + 1, shift + 7
        if not byte & 128:
            return value, at
    raise ValueError("cut")


def _part(data: bytes, number: int) -> bytes:
    return next((v for n, v in fields(data) if n == number and isinstance(v, bytes)), b"")


def read_twin(binary: str, blob: Callable[[str], bytes | None]) -> tuple[str | None, Result | None]:
    """Path and result of a read whose binary twin is `binary` (base64); nothing where it is no such twin.

    `blob` gives the bytes of a content id (hex) or None.
    """
    try:
        call = _part(base64.b64decode(binary, validate=False), _READ)
        path = _text(_part(_part(call, _ARGUMENTS), 1))
        success = dict(fields(_part(_part(call, _RESULT), _SUCCESS)))
        lines = dict(fields(_bytes(success.get(_RANGE))))
    except (ValueError, binascii.Error):
        return None, None
    if not success:
        return path or None, None
    result = Result(contents=_contents(success, blob), total_lines=_number(success.get(_TOTAL)))
    result.start_line_one_indexed, result.end_line_one_indexed_inclusive = (
        _number(lines.get(1)),
        _number(lines.get(2)),
    )
    return path or _text(_bytes(success.get(_PATH))) or None, result


def _contents(success: dict[int, int | bytes], blob: Callable[[str], bytes | None]) -> str | None:
    for number in (_CONTENT, _DATA):
        if success.get(number):
            return _text(_bytes(success[number]))
    for number in _BLOBS:
        key = _bytes(success.get(number))
        held = blob(key.hex() if len(key) == 32 else _text(key)) if key else None
        if held is not None:
            return _text(held)
    return None


def _bytes(value: int | bytes | None) -> bytes:
    return value if isinstance(value, bytes) else b""


def _number(value: int | bytes | None) -> int | None:
    return value if isinstance(value, int) and value else None


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")
