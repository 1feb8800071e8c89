"""Write the generated pages anew: ``python -m docs.generate [--pictures]``."""

import sys
from pathlib import Path

from docs.generate.pages import PAGES, write
from docs.generate.pictures import draw

FOLDER = Path(__file__).parents[1]


def main(arguments: list[str]) -> None:
    """Write each generated page into docs/; with `--pictures` the charts of the README too."""
    unknown = set(arguments) - {"--pictures"}
    if unknown:
        sys.exit(f"docs.generate: unknown argument {min(unknown)}; it takes --pictures alone")
    write(FOLDER)
    print(f"Wrote {', '.join(PAGES)}")
    if arguments:
        print(f"Drew {draw(FOLDER / 'pictures')}")


main(sys.argv[1:])
