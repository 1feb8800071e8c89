"""`python -m pipeline.twin.article.solve FOLDER`: search for solved tables and write them to a folder."""

import sys
from pathlib import Path

from pipeline.twin.article.solve.miss import MissError
from pipeline.twin.article.solve.search import search


def main(words: list[str]) -> None:
    """Write the tables into the one folder that is named; end with a sentence where that cannot be done."""
    if len(words) != 1:
        sys.exit("name one folder to write the tables to")
    try:
        seed, tables = search()
        tables.write(Path(words[0]))
    except (MissError, OSError) as fault:
        sys.exit(f"no tables were written: {fault}")
    print(f"Wrote the tables of seed {seed} to {Path(words[0])}")


if __name__ == "__main__":
    main(sys.argv[1:])
