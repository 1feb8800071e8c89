"""Every generated page, declared once."""

from collections.abc import Callable
from pathlib import Path

from docs.generate.commands import commands_page
from docs.generate.faults import faults_page
from docs.generate.figures import figures_page
from docs.generate.index import index_page
from docs.generate.measures import measures_page
from docs.generate.stages import stages_page
from docs.generate.tables import tables_page

PAGES: dict[str, Callable[[], str]] = {
    "cli.md": commands_page,
    "tables.md": tables_page,
    "measures.md": measures_page,
    "figures.md": figures_page,
    "stages.md": stages_page,
    "faults.md": faults_page,
}
"""The pages read off the code, by file name. The index is made from the pages that lie beside it."""


def write(folder: Path) -> None:
    """Write all generated pages into the folder, the index last."""
    for name, page in PAGES.items():
        (folder / name).write_text(page(), "utf-8", newline="\n")
    (folder / "README.md").write_text(index_page(folder), "utf-8", newline="\n")
