"""docs/study.md lists every key of a study file, with its default and its allowed values."""

import json
import re
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin

import pytest
from pydantic import BaseModel
from pydantic.fields import FieldInfo

from pipeline.study import Study, parse

PAGE = (Path(__file__).parents[2] / "docs" / "study.md").read_text("utf-8")
ROWS = {
    key: (default, meaning)
    for key, default, meaning in re.findall(r"^\| `([\w.]+)` \| (.+?) \| (.+) \|$", PAGE, re.MULTILINE)
}


def _part(kind: Any) -> type[BaseModel] | None:
    """The model of a nested table, where a field's type is one, a list of them, or one of them or none."""
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return kind
    if get_origin(kind) in {tuple, types.UnionType, Annotated}:
        return next(filter(None, map(_part, get_args(kind))), None)
    return None


def _keys(model: type[BaseModel], above: str = "") -> Iterator[tuple[str, FieldInfo]]:
    for name, field in model.model_fields.items():
        key = f"{above}{field.alias or name}"
        inner = _part(field.annotation)
        if inner is None:
            yield key, field
        else:
            yield from _keys(inner, f"{key}.")


KEYS = dict(_keys(Study))


def _default(field: FieldInfo) -> str:
    if field.is_required():
        return "required"
    if field.default is None:
        return "not given"
    return f"`{json.dumps(field.default)}`"


def test_the_page_lists_the_keys_of_the_model_and_no_other() -> None:
    assert set(ROWS) == set(KEYS)


@pytest.mark.parametrize("key", KEYS)
def test_the_page_says_what_a_key_is_unless_given(key: str) -> None:
    assert ROWS[key][0] == _default(KEYS[key])


@pytest.mark.parametrize(
    "key", [key for key, field in KEYS.items() if get_origin(field.annotation) is Literal]
)
def test_the_page_names_every_allowed_value(key: str) -> None:
    assert [value for value in get_args(KEYS[key].annotation) if f"`{value}`" not in ROWS[key][1]] == []


def test_the_example_of_the_page_is_a_study_file() -> None:
    (example,) = re.findall(r"^```toml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)

    study = parse(example.encode(), "docs/study.md")

    assert (study.name, study.readings.time_axis, study.cases[0].reader) == ("lumen", "worktree", 41)


def test_a_refusal_of_a_study_file_points_at_a_page_that_is_there() -> None:
    with pytest.raises(Exception, match=r"docs/study\.md") as told:
        parse(b'name = "x"\nnmae = "y"\n[[repositories]]\npath = "."\n[[memory]]\nglob = "*"\n', "study.toml")

    assert "unknown key nmae" in str(told.value)
