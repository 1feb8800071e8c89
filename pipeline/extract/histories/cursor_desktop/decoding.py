"""JSON of the store into shapes: strictly and fast, else field by field, counted."""

from functools import lru_cache
from typing import Any, TypeVar

import msgspec
from msgspec import Raw, Struct

from pipeline.extract.histories.cursor_desktop.shapes import Result, Tool, lenient

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
    except (msgspec.DecodeError, UnicodeError, RecursionError):
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
    known: dict[str, Any] = {}
    for field in msgspec.structs.fields(shape):
        if field.encode_name not in value:
            continue
        held = value[field.encode_name]
        if field.type is Raw:
            known[field.name] = Raw(msgspec.json.encode(held))
            continue
        if field.type == Tool | None and isinstance(held, str):
            known[field.name] = decode(Tool, held)[0]
            continue
        try:
            known[field.name] = _converted(held, field.type)
        except msgspec.ValidationError:
            continue
    return shape(**known)


def _converted(held: Any, form: Any) -> Any:
    """A value in the form of a field; an object that does not fit strictly is taken field by field."""
    try:
        return msgspec.convert(held, form)
    except msgspec.ValidationError:
        if form != Tool | None or not isinstance(held, dict):
            raise
        return by_field(Tool, held)


def arguments_of(value: Any) -> dict[str, Any] | str:
    """Arguments of a call: an object or a string that holds one; else (cut, or no JSON) the text."""
    if isinstance(value, str):
        try:
            inner = msgspec.json.decode(value)
        except (msgspec.DecodeError, UnicodeError):
            return value
        value = inner
    return value if isinstance(value, dict) else {}


def result_of(value: Any) -> Result | str | None:
    """The result of a call: an object or a string that holds one; plain text; None where there is none."""
    if isinstance(value, dict):
        return by_field(Result, value) if value else None
    if not value or not isinstance(value, str):
        return None
    found, reason = decode(Result, value)
    return value if found is None and reason != "null_value" else found
