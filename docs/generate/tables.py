"""docs/tables.md: every table and its columns."""

from docs.generate.markdown import code, codes, grid, page
from pipeline.tables import DTYPES, TABLES, Column, Table

_BEFORE = """
`reread run` writes these tables as Parquet files into `data/derived/STUDY/`. Each is checked against its
declaration when it is written and again when it is read: the columns and their order, their types, which
may be empty, the closed lists of values, and that the key is unique. Instants are UTC with microseconds.
How the values come about is told in [method.md](method.md); which stage writes a table, in
[stages.md](stages.md).

*Private* columns hold text or names of people's machines.
"""


def tables_page() -> str:
    """The page of tables: a list of all, then one section a table with each of its columns."""
    listed = grid(
        ("table", "a row is", "key"),
        ((f"[{one.name}](#{one.name})", one.row, codes(one.key)) for one in TABLES),
    )
    kinds = grid(("kind", "in pandas"), ((kind, code(dtype)) for kind, dtype in DTYPES.items()))
    return page(
        "Tables", "pipeline/tables.py", _BEFORE, listed, "Kinds of columns:", kinds, *map(_section, TABLES)
    )


def _section(table: Table) -> str:
    private = f" Private: {codes(table.private)}." if table.private else ""
    columns = grid(("column", "kind", "meaning"), (_row(column) for column in table.columns))
    return f"## {table.name}\n\nA row is {table.row}. Key: {codes(table.key)}.{private}\n\n{columns}"


def _row(column: Column) -> tuple[str, str, str]:
    values = f" One of {codes(column.values)}." if column.values else ""
    kind = f"{column.kind}, may be empty" if column.nullable else column.kind
    return code(column.name), kind, column.meaning + values
