"""`python -m pipeline.twin.article.solve FOLDER`: search for solved tables and write them to a folder."""

import sys
from pathlib import Path

from pipeline.twin.article.solve.search import search

if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("one argument is needed: the folder to write to")
    seed, tables = search()
    tables.write(Path(sys.argv[1]))
    print(f"found with seed {seed}")
