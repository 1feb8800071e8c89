"""Tables that somebody else published: a map from their files and columns to the tables of a study."""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Annotated, Any
from zoneinfo import ZoneInfo

import pandas as pd
from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    model_validator,
)

from pipeline import tables
from pipeline.errors import RereadError
from pipeline.measures.columns import NotHereError
from pipeline.named_file import Sort, content, toml, unfit
from pipeline.study import Study, Zone
from pipeline.tables import Kind

_MAP = Sort("map", "map", 1 << 22, "correct --map")
_TABLE = Sort("table", "table", 1 << 28, "correct its file in the map")
_TRUE = frozenset({"true", "yes", "1", "1.0", "t", "y"})
_FALSE = frozenset({"false", "no", "0", "0.0", "f", "n"})
_NOT_OF_A_MAP = ("repositories", "histories", "memory", "claims", "frozen", "requests", "redaction")


def _known(name: str) -> str:
    known = {table.name for table in tables.TABLES}
    if name not in known:
        raise ValueError(f"there is no table {name!r}; docs/tables.md lists them")
    return name


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Source(_Part):
    """Where the values of one column come from: a `column` of the file, or one `value` for every row.

    `values` translates words; `divide_by` turns percent into shares; `format` and `zone` read times that are
    not ISO; `filled` names a column that makes this one true where it is not empty.
    """

    column: str | None = None
    value: bool | int | float | str | None = None
    filled: str | None = None
    values: dict[str, str | bool | int | float] = {}
    divide_by: Annotated[float, Field(gt=0)] | None = None
    format: str | None = None
    zone: Zone = "UTC"

    @model_validator(mode="after")
    def _one(self) -> "Source":
        if sum(one is not None for one in (self.column, self.value, self.filled)) != 1:
            raise ValueError("give one of column, value and filled")
        return self


def _by_name(source: object) -> object:
    return {"column": source} if isinstance(source, str) else source


class Mapped(_Part):
    """One table: its CSV file, relative to the folder of tables, and each column that it gives."""

    file: str
    delimiter: Annotated[str, Field(min_length=1, max_length=1)] = ","
    columns: dict[str, Annotated[Source, BeforeValidator(_by_name)]]


class Map(_Part):
    """A whole map: what a study file would say of the data, and the tables."""

    study: dict[str, Any] = {}
    tables: dict[Annotated[str, AfterValidator(_known)], Mapped]

    @model_validator(mode="after")
    def _columns(self) -> "Map":
        for name, mapped in self.tables.items():
            known = tables.table(name).names
            for column in mapped.columns:
                if column not in known:
                    raise ValueError(f"table {name} has no column {column!r}; it has {', '.join(known)}")
        return self


class Published(Mapping[str, pd.DataFrame]):
    """The mapped tables by name; a table that is not mapped raises NotHereError when asked for."""

    def __init__(self, held: Mapping[str, pd.DataFrame]) -> None:
        self._held = held

    def __getitem__(self, name: str) -> pd.DataFrame:
        if name not in self._held:
            raise NotHereError(f"the tables have no table {name}")
        return self._held[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._held)

    def __len__(self) -> int:
        return len(self._held)


def load(folder: Path, file: Path) -> tuple[Study, Published]:
    """What a study file would say, and the tables of the folder by the map.

    Raises RereadError naming the file, row and column where a value cannot be used.
    """
    wanted = _map(file)
    study = _study(wanted, file)
    return study, Published({name: _table(folder, name, one) for name, one in wanted.tables.items()})


def _map(file: Path) -> Map:
    document = toml(content(file, _MAP), _MAP, str(file))
    try:
        return Map.model_validate(document)
    except ValidationError as broken:
        raise unfit(broken, _MAP, str(file), "docs/claims.md") from None


def _study(wanted: Map, file: Path) -> Study:
    unusable = [key for key in _NOT_OF_A_MAP if key in wanted.study]
    if unusable:
        raise RereadError(
            "map_value", f"study.{unusable[0]} has no place in a map", str(file), "leave it out"
        )
    whole = {
        "name": "published",
        **wanted.study,
        "repositories": [{"path": "."}],
        "memory": [{"glob": "/**"}],
    }
    try:
        return Study.model_validate(whole)
    except ValidationError as broken:
        raise unfit(broken, _MAP, str(file), "docs/claims.md") from None


def _table(folder: Path, name: str, mapped: Mapped) -> pd.DataFrame:
    path = folder / mapped.file
    held = _csv(folder, path, mapped)
    declared = {column.name: column.kind for column in tables.table(name).columns}
    made = {
        column: _column(held, source, declared[column], path) for column, source in mapped.columns.items()
    }
    return pd.DataFrame(made, index=held.index)


def _csv(folder: Path, path: Path, mapped: Mapped) -> pd.DataFrame:
    if not path.resolve().is_relative_to(folder.resolve()):
        raise RereadError(
            "table_outside", "a table leads out of the folder", str(path), "correct its file in the map"
        )
    held = content(path, _TABLE)
    try:
        return pd.read_csv(
            BytesIO(held),
            dtype="str",
            keep_default_na=False,
            na_values=[""],
            sep=mapped.delimiter,
            encoding="utf-8-sig",
        )
    except (ValueError, UnicodeDecodeError) as fault:
        raise RereadError("table_syntax", f"the table is not CSV: {fault}", str(path), "mend it") from None


def _column(held: pd.DataFrame, source: Source, kind: Kind, path: Path) -> "pd.Series[Any]":
    if source.value is not None:
        return pd.Series([source.value] * len(held), index=held.index, dtype=tables.DTYPES[kind])
    name = source.column or source.filled or ""
    if name not in held.columns:
        raise RereadError(
            "column_unknown",
            f"the file has no column {name!r}",
            str(path),
            f"it has {', '.join(map(str, held.columns))}",
        )
    if source.filled:
        return held[name].notna().astype("boolean")
    values = [
        None
        if pd.isna(text)
        else _value(source.values.get(text, text), source, kind, f"{path}, row {row}, column {name}")
        for row, text in enumerate(held[name], 2)
    ]
    return pd.Series(values, index=held.index, dtype=tables.DTYPES[kind])


def _value(said: Any, source: Source, kind: Kind, where: str) -> Any:
    try:
        match kind:
            case "integer":
                number = float(said) / (source.divide_by or 1)
                if not number.is_integer():
                    raise ValueError
                return int(number)
            case "number":
                return float(said) / (source.divide_by or 1)
            case "boolean":
                return said if isinstance(said, bool) else _boolean(str(said))
            case "instant":
                return _instant(str(said), source)
            case _:
                return str(said)
    except (ValueError, OverflowError):
        raise RereadError(
            "table_value", f"{said!r} is no {kind}", where, "translate it in the map with values, or mend it"
        ) from None


def _boolean(text: str) -> bool:
    word = text.strip().casefold()
    if word not in _TRUE | _FALSE:
        raise ValueError
    return word in _TRUE


def _instant(text: str, source: Source) -> datetime:
    at = datetime.strptime(text, source.format) if source.format else datetime.fromisoformat(text)
    return (at.replace(tzinfo=ZoneInfo(source.zone)) if at.tzinfo is None else at).astimezone(UTC)
