"""JSON of the store into shapes: strictly and fast, else field by field, counted."""

from functools import lru_cache
from typing import Any, TypeVar

import msgspec
from msgspec import Raw, Struct

from pipeline.extract.histories.cursor_desktop.shapes import Result, Tool, holds, lenient, value_of

_Shape = TypeVar("_Shape", bound=Struct)


@lru_cache(maxsize=32)
def decoder_of(shape: type[_Shape]) -> msgspec.json.Decoder[_Shape]:
    """The strict decoder of a shape, made once."""
    return msgspec.json.Decoder(shape)


def decode(shape: type[_Shape], data: bytes | str | Raw) -> tuple[_Shape | None, str | None]:
    """The row as a shape (None where there is none) and in one word what is wrong with it, if anything.

    ``invalid_json``, ``null_value``, ``not_an_object``, ``not_utf8``, ``lone_surrogate``. A field of an
    unknown form is left out, as if it were absent.
    """
    try:
        return decoder_of(shape).decode(data), None
    except (msgspec.DecodeError, UnicodeError):
        pass
    try:
        value, reason = lenient(
            data.encode("utf-8", "surrogatepass") if isinstance(data, str) else bytes(data)
        )
    except ValueError:
        return None, "invalid_json"
    if value is None:
        return None, "null_value"
    if not isinstance(value, dict):
        return None, "not_an_object"
    return by_field(shape, value), reason


def by_field(shape: type[_Shape], value: dict[str, Any]) -> _Shape:
    """A shape from a decoded object; a field of an unknown form is left out."""
    known = {}
    for field in msgspec.structs.fields(shape):
        if field.encode_name not in value:
            continue
        held = value[field.encode_name]
        if field.type is Raw:
            known[field.name] = Raw(msgspec.json.encode(held))
            continue
        try:
            known[field.name] = msgspec.convert(held, field.type)
        except msgspec.ValidationError:
            continue
    return shape(**known)


def tool_of(raw: Raw) -> Tool | None:
    """The tool call of a bubble; it may be an object, an empty one, null, or a string of JSON."""
    if _is_text(raw):
        said = value_of(raw)
        return decode(Tool, said)[0] if said else None
    return decode(Tool, raw)[0] if holds(raw) else None


def _is_text(raw: Raw) -> bool:
    return bytes(memoryview(raw)[:1]) == b'"'


def arguments_of(raw: Raw) -> dict[str, Any] | str:
    """Arguments of a call: an object or a string that holds one; else (cut, or no JSON) the text."""
    value = value_of(raw)
    if isinstance(value, str):
        try:
            inner = msgspec.json.decode(value)
        except (msgspec.DecodeError, UnicodeError):
            return value
        value = inner
    return value if isinstance(value, dict) else {}


def result_of(raw: Raw) -> Result | str | None:
    """The result of a call: an object or a string that holds one; plain text; None where there is none."""
    if not _is_text(raw):
        return decode(Result, raw)[0] if holds(raw) else None
    text = value_of(raw)
    if not text:
        return None
    found, reason = decode(Result, text)
    return text if found is None and reason != "null_value" else found
