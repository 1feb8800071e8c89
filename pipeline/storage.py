"""Tables and result files in and out: contracts kept both ways, files written beside and renamed."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING

from pipeline import tables
from pipeline.errors import RereadError

if TYPE_CHECKING:
    import pandas as pd

FINGERPRINT = b"reread.fingerprint"
"""Key of a Parquet file's metadata that holds the fingerprint of what the table was made from."""


@contextmanager
def replacing(path: Path) -> Iterator[IO[bytes]]:
    """A file opened beside `path` that takes its place when the block ends, and vanishes if it fails.

    An OSError that names no place, such as that of a full disk, is given `path`.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    mask = os.umask(0)
    os.umask(mask)
    try:
        with os.fdopen(handle, "wb") as stream:
            yield stream
        Path(name).chmod(0o666 & ~mask)
        Path(name).replace(path)
    except BaseException as fault:
        Path(name).unlink(missing_ok=True)
        if isinstance(fault, OSError) and fault.filename is None:
            fault.filename = str(path)
        raise


def checked(name: str, frame: "pd.DataFrame") -> "pd.DataFrame":
    """The frame, if it keeps the contract of table `name`; else RereadError `table_contract`."""
    from pandera.errors import SchemaErrors

    try:
        tables.contract(name).validate(frame, lazy=True)
    except SchemaErrors as broken:
        first = broken.failure_cases.iloc[0]
        raise RereadError(
            "table_contract",
            f"table {name} breaks its contract: {first['check']} fails for {first['failure_case']!r}",
            f"{name}.{first['column']}, row {first['index']}; {len(broken.failure_cases)} in all",
            "run `reread run` again, and report it if it stays",
        ) from None
    return frame


def write_table(folder: Path, name: str, frame: "pd.DataFrame", fingerprint: str = "") -> None:
    """Write the table as `NAME.parquet` with the fingerprint of its inputs, after checking its contract."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    arrow = pa.Table.from_pandas(checked(name, frame), schema=_arrow_schema(name), preserve_index=False)
    arrow = arrow.replace_schema_metadata({FINGERPRINT: fingerprint.encode()})
    with replacing(folder / f"{name}.parquet") as stream:
        pq.write_table(arrow, stream, compression="zstd")


def read_table(folder: Path, name: str) -> "pd.DataFrame":
    """The table as written, its contract checked. Raises RereadError where missing or damaged."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    path = folder / f"{name}.parquet"
    if not path.is_file():
        raise RereadError(
            "table_missing", f"there is no table {name} yet", str(path), "run `reread run` first"
        )
    try:
        # Arrow takes a path as UTF-8, and not every path is.
        with path.open("rb") as stream:
            arrow = pq.read_table(stream)
    except (OSError, pa.ArrowException):
        raise RereadError(
            "table_damaged", f"table {name} cannot be read", str(path), "delete it and run `reread run`"
        ) from None
    missing = [column for column in tables.table(name).names if column not in arrow.column_names]
    if missing:
        raise RereadError(
            "table_outdated", f"table {name} lacks {', '.join(missing)}", str(path), "run `reread run` again"
        )
    return checked(name, tables.frame(name, arrow.to_pandas(ignore_metadata=True)))


def fingerprint_of(folder: Path, name: str) -> str | None:
    """The fingerprint the table was written with, or None where there is none to read."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        with (folder / f"{name}.parquet").open("rb") as stream:
            metadata = pq.read_schema(stream).metadata or {}
    except (OSError, pa.ArrowException):
        return None
    return metadata.get(FINGERPRINT, b"").decode() or None


def _arrow_schema(name: str) -> "object":
    import pyarrow as pa

    kinds = {
        "text": pa.string(),
        "integer": pa.int64(),
        "number": pa.float64(),
        "boolean": pa.bool_(),
        "instant": pa.timestamp("us", tz="UTC"),
        "date": pa.string(),
        "integers": pa.list_(pa.int64()),
        "texts": pa.list_(pa.string()),
    }
    return pa.schema([(column.name, kinds[column.kind]) for column in tables.table(name).columns])
