"""A file that a user names: read whole, and never where it may have no end."""

import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from pipeline.errors import RereadError


@dataclass(frozen=True, slots=True)
class Sort:
    """What is said of one sort of file that cannot be used.

    Error codes are `code` with `_missing`, `_unreadable`, `_syntax`, `_key` or `_value` behind it;
    `largest` is in bytes; `missing` says what to do where there is none.
    """

    code: str
    name: str
    largest: int
    missing: str

    def fault(self, part: str, said: str, where: object, remedy: str) -> RereadError:
        """The error of this sort: `said` of the file, in one sentence."""
        return RereadError(f"{self.code}_{part}", said, str(where), remedy)


def content(path: Path, sort: Sort) -> bytes:
    """The bytes of the file. Raises RereadError where it is missing, no plain file, large or unreadable."""
    try:
        if path.exists() and not path.is_file():
            raise sort.fault("unreadable", f"the {sort.name} is no plain file", path, "put a text file there")
        with path.open("rb") as stream:
            held = stream.read(sort.largest + 1)
    except (FileNotFoundError, NotADirectoryError, ValueError):
        raise sort.fault("missing", f"there is no {sort.name}", path, sort.missing) from None
    except OSError as refused:
        said = f"the {sort.name} cannot be read: {refused.strerror}"
        raise sort.fault("unreadable", said, path, "see that you may read it") from None
    if len(held) > sort.largest:
        said = f"the {sort.name} is larger than {sort.largest:,} bytes"
        raise sort.fault("syntax", said, path, "shorten it")
    return held


def unfit(
    broken: ValidationError,
    sort: Sort,
    where: str,
    page: str,
    key: Callable[[list[Any]], str] = lambda loc: ".".join(map(str, loc)),
) -> RereadError:
    """The error about the first key that is not as its form asks; `page` explains it, `key` spells a key."""
    fault = broken.errors(include_url=False)[0]
    name = re.sub(r"\.(\d+)", r"[\1]", key(list(fault["loc"]))) or "the file"
    if fault["type"] == "extra_forbidden":
        remedy = f"remove it or correct its spelling; {page} lists all"
        return sort.fault("key", f"unknown key {name}", where, remedy)
    said = fault["msg"].removeprefix("Value error, ")
    return sort.fault("value", f"{name}: {said}", where, f"correct it; {page} lists what is allowed")


def toml(held: bytes, sort: Sort, where: str) -> dict[str, Any]:
    """The document that the bytes say. Raises RereadError where they say none."""
    try:
        return tomllib.loads(held.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise sort.fault("syntax", f"the {sort.name} is not UTF-8", where, "save it as UTF-8") from None
    except RecursionError:
        raise sort.fault("syntax", f"the {sort.name} nests too deeply", where, "flatten it") from None
    except ValueError as broken:
        said = f"the {sort.name} is not TOML: {broken}"
        raise sort.fault("syntax", said, where, "mend that place") from None
